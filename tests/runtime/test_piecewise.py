"""Piecewise polynomials, and the interpolating ones, against SciPy's."""

import numpy as np
import pytest

interpolate = pytest.importorskip("scipy.interpolate")
from s2sad.runtime import piecewise as P  # noqa: E402
from s2sad.runtime.refusals import NoDerivative  # noqa: E402

X = np.array([0.0, 0.7, 1.1, 2.0, 3.2])
Y = np.array([0.3, 1.0, -0.4, 0.8, 0.1])
TWO = np.stack([Y, Y[::-1] ** 2], axis=1)
AT = np.array([-0.4, 0.0, 0.5, 1.1, 3.2, 3.9])
COEFFICIENTS = np.random.default_rng(0).normal(size=(4, 4))


@pytest.mark.parametrize("extrapolate", [True, False, "periodic"])
@pytest.mark.parametrize("nu", [0, 1, 2, 3, 4])
def test_values_and_slopes(extrapolate, nu):
    found = P.Piecewise(COEFFICIENTS, X, extrapolate)(AT, nu)
    wanted = interpolate.PPoly(COEFFICIENTS, X, extrapolate)(AT, nu)
    assert found == pytest.approx(wanted, nan_ok=True, abs=1e-13)


def test_antiderivatives_and_integrals():
    mine, scipys = P.Piecewise(COEFFICIENTS, X), interpolate.PPoly(COEFFICIENTS, X)
    for nu in (1, 2):
        assert mine.antiderivative(nu)(AT) == pytest.approx(scipys.antiderivative(nu)(AT))
    assert mine.derivative(2)(AT) == pytest.approx(scipys.derivative(2)(AT))
    for a, b in ((0.2, 3.0), (3.0, 0.2), (-1.0, 4.0)):
        assert mine.integrate(a, b) == pytest.approx(float(scipys.integrate(a, b)))


def test_what_is_not_differentiated():
    with pytest.raises(NoDerivative, match="periodic"):
        P.Piecewise(COEFFICIENTS, X, "periodic").integrate(0.0, 1.0)
    with pytest.raises(NoDerivative, match="antiderivative"):
        P.Piecewise(COEFFICIENTS, X)(AT, -1)


@pytest.mark.parametrize("y", [Y, TWO])
@pytest.mark.parametrize(
    "start, end",
    [("natural", "natural"), ("clamped", "not-a-knot"), ((1, 0.7), (2, -0.4)), ((2, 0.3), (1, 0.0))],
)
def test_cubic_splines(y, start, end):
    if y is TWO:
        start, end = (
            (side[0], np.array([side[1], 2.0 * side[1]])) if isinstance(side, tuple) else side
            for side in (start, end)
        )
    wanted = interpolate.CubicSpline(X, y, bc_type=(start, end))
    assert P.hermite(X, y, P.spline_slopes(X, y, start, end)) == pytest.approx(wanted.c, abs=1e-12)


@pytest.mark.parametrize("y", [Y, TWO])
def test_periodic_splines(y):
    y = np.concatenate([y[:-1], y[:1]])
    wanted = interpolate.CubicSpline(X, y, bc_type="periodic")
    assert P.hermite(X, y, P.periodic_slopes(X, y)) == pytest.approx(wanted.c, abs=1e-12)


@pytest.mark.parametrize(
    "y", [Y, TWO, np.array([0.0, 1.0, 2.0, 2.0, 5.0]), np.array([0.0, 0.1, 5.0, 4.0, 4.0])]
)
def test_monotone_pieces(y):
    wanted = interpolate.PchipInterpolator(X, y)
    assert P.hermite(X, y, P.pchip_slopes(X, y)) == pytest.approx(wanted.c, abs=1e-12)
    two = interpolate.PchipInterpolator(X[:2], y[:2])(AT[1:3])
    assert P.Piecewise(P.hermite(X[:2], y[:2], P.pchip_slopes(X[:2], y[:2])), X[:2])(
        AT[1:3]
    ) == pytest.approx(two)


@pytest.mark.parametrize("y", [Y, TWO, np.array([0.0, 0.7, 1.1, 2.0, 3.2])])
def test_akimas_pieces(y):
    wanted = interpolate.Akima1DInterpolator(X, y)
    assert P.hermite(X, y, P.akima_slopes(X, y, False)) == pytest.approx(wanted.c, abs=1e-12)


def test_modified_akima():
    try:
        wanted = interpolate.Akima1DInterpolator(X, Y, method="makima")
    except TypeError:
        pytest.skip("this SciPy has no other method")
    assert P.hermite(X, Y, P.akima_slopes(X, Y, True)) == pytest.approx(wanted.c, abs=1e-12)
