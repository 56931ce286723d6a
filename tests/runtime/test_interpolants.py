"""Splines, polygons and grids against SciPy's."""

import numpy as np
import pytest

interpolate = pytest.importorskip("scipy.interpolate")
from s2sad.runtime.interpolants import (  # noqa: E402
    Curve,
    Given,
    GivenSamples,
    Sampled,
    Steps,
    basis_sums,
    coefficients_by_values,
    curve_at,
    slope_given,
    straight,
)
from s2sad.runtime.refusals import NoDerivative  # noqa: E402

X = np.array([0.0, 0.7, 1.1, 2.0, 3.2, 4.0])
Y = np.array([0.3, 1.0, -0.4, 0.8, 0.1, 0.5])
AT = np.array([-0.5, 0.0, 0.3, 1.1, 2.7, 4.0, 4.5])
SPLINE = interpolate.make_interp_spline(X, Y, 3)


@pytest.mark.parametrize("nu", [0, 1, 3, 4])
@pytest.mark.parametrize("extrapolate", [True, False, "periodic"])
def test_a_curve_and_its_derivatives(nu, extrapolate):
    found = Curve(SPLINE.t, SPLINE.c, 3, extrapolate)(AT, nu)
    wanted = interpolate.BSpline(SPLINE.t, SPLINE.c, 3, extrapolate)(AT, nu) if nu < 4 else np.zeros(len(AT))
    assert found == pytest.approx(wanted, nan_ok=True)


def test_slopes_of_slopes_and_integrals():
    curve = Curve(SPLINE.t, SPLINE.c, 3)
    assert curve.derivative()(AT) == pytest.approx(SPLINE.derivative()(AT))
    assert curve.derivative().derivative()(AT) == pytest.approx(SPLINE.derivative(2)(AT))
    for a, b in ((0.2, 3.3), (3.0, 1.0), (0.0, 4.0)):
        assert curve.integrate(a, b) == pytest.approx(float(SPLINE.integrate(a, b)))


@pytest.mark.parametrize("nu", [0, 1, 4])
def test_a_curve_is_linear_in_its_coefficients(nu):
    bar = np.cos(np.arange(len(AT)))
    found = basis_sums(bar, AT, SPLINE.t, 3, nu, True, 6)
    for k, unit in enumerate(np.eye(6)):
        assert found[k] == pytest.approx(curve_at(AT, unit, SPLINE.t, 3, nu, True) @ bar, abs=1e-12)


@pytest.mark.parametrize("bc_type", [None, "natural", ([(2, 0.7)], [(2, -0.3)])])
def test_coefficients_are_linear_in_the_values(bc_type):
    matrix = coefficients_by_values(X, 6, 3, None, bc_type)
    made = interpolate.make_interp_spline(X, Y, 3, bc_type=bc_type)
    at_zero = interpolate.make_interp_spline(X, 0.0 * Y, 3, bc_type=bc_type)
    assert matrix @ Y + at_zero.c == pytest.approx(made.c)


def test_functions_that_do_not_vary():
    given = Given(SPLINE)
    assert given(AT, 1) == pytest.approx(SPLINE(AT, 1)) and given(AT, 4).tolist() == [0.0] * len(AT)
    assert given.integrate(0.2, 1.7) == pytest.approx(float(SPLINE.integrate(0.2, 1.7)))
    assert slope_given(AT, SPLINE, 0, None) == pytest.approx(SPLINE(AT, 1))
    two = interpolate.make_interp_spline(X, np.stack([Y, Y], axis=1), 3)
    with pytest.raises(NoDerivative, match="several values"):
        slope_given(AT, two, 0, None)


@pytest.mark.parametrize("kind", ["linear", "cubic", "nearest", "previous", "next"])
def test_samples(kind):
    inner = AT[2:5]
    plain = interpolate.interp1d(X, Y, kind)
    assert GivenSamples(plain)(inner).tolist() == plain(inner).tolist()
    if kind in ("nearest", "previous", "next"):
        assert Steps(X, Y, kind)(inner).tolist() == plain(inner).tolist()


@pytest.mark.parametrize("fill", ["extrapolate", 7.0, (7.0, 8.0)])
def test_a_polygon_within_its_ends_and_outside(fill):
    found = Sampled(straight(X, Y, True), X, Y, fill, False)(AT)
    wanted = interpolate.interp1d(X, Y, bounds_error=False, fill_value=fill)(AT)
    assert found == pytest.approx(wanted)


def test_a_polygon_that_must_not_be_left():
    with pytest.raises(ValueError, match="outside of the interpolation range"):
        Sampled(straight(X, Y, True), X, Y, np.nan, True)(AT)
