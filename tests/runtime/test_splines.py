"""Slopes of SciPy's splines, against differences."""

import numpy as np
import pytest

import s2sad

interpolate = pytest.importorskip("scipy.interpolate")
from s2sad.runtime.refusals import NoDerivative  # noqa: E402
from s2sad.runtime.splines import spline_at, spline_slope, surface_slope  # noqa: E402

X = np.linspace(0.0, 4.0, 9)
TCK = interpolate.splrep(X, np.sin(X))
AT, STEP = np.array([-0.5, 0.3, 2.2, 3.9, 4.6]), 1e-6


@pytest.mark.parametrize("ext", [0, 1, 3])
@pytest.mark.parametrize("der", [0, 1, 2])
def test_slopes(der, ext):
    ahead, behind = (spline_at(AT + h, TCK, der, ext) for h in (STEP, -STEP))
    assert spline_slope(AT, TCK, der, ext) == pytest.approx((ahead - behind) / (2 * STEP), abs=1e-7)


@pytest.mark.parametrize("ext", [0, 1, 3])
@pytest.mark.parametrize("der", [0, 1])
def test_second_derivatives_at_places_inside_and_outside(der, ext):
    def value(x):
        return np.sum(interpolate.splev(x, TCK, der, ext) ** 2)

    units = STEP * np.eye(5)
    wanted = [(value(AT + h) - value(AT - h)) / (2 * STEP) for h in units]
    gradient = s2sad.grad(value)
    assert gradient(AT) == pytest.approx(wanted, abs=1e-7)
    wanted = [(gradient(AT + h) - gradient(AT - h)) / (2 * STEP) for h in units]
    assert s2sad.hessian(value)(AT) == pytest.approx(np.array(wanted), abs=1e-6)


def test_beyond_the_degree_it_is_zero():
    assert spline_slope(AT, TCK, 3, 0).tolist() == [0.0] * 5
    assert spline_slope(AT, interpolate.BSpline(*TCK), 0, 0) == pytest.approx(spline_slope(AT, TCK, 0, 0))


def test_curves_have_none():
    curve, _ = interpolate.splprep([np.cos(X), np.sin(X)])
    with pytest.raises(NoDerivative, match="not for curves"):
        spline_slope(AT, curve, 0, 0)


def test_surfaces():
    rows, columns = np.meshgrid(X, X, indexing="ij")
    tck = interpolate.bisplrep(rows.ravel(), columns.ravel(), (np.sin(rows) * columns).ravel(), s=0)
    for x, y in ((0.3, 1.2), (3.9, 0.1)):
        assert surface_slope(x, y, tck, 0, 0) == pytest.approx(interpolate.bisplev(x, y, tck), rel=1e-9)
        ahead, behind = (interpolate.bisplev(x + h, y, tck) for h in (STEP, -STEP))
        assert surface_slope(x, y, tck, 1, 0) == pytest.approx((ahead - behind) / (2 * STEP), abs=1e-6)
    assert surface_slope(5.0, 1.0, tck, 1, 0) == 0.0
    assert surface_slope(5.0, 1.0, tck, 0, 0) == pytest.approx(interpolate.bisplev(5.0, 1.0, tck), rel=1e-9)
    with pytest.raises(NoDerivative, match="at numbers"):
        surface_slope(AT, 1.0, tck, 0, 0)
