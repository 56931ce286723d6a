"""Slopes of SciPy's splines; beyond the degree, and where a spline isn't extrapolated, they are 0."""

from typing import Any

import numpy as np
import scipy.interpolate

from s2sad.runtime.refusals import NoDerivative


def spline_at(x: Any, tck: Any, der: int, ext: int) -> Any:
    """A spline whose knots and coefficients don't vary."""
    return scipy.interpolate.splev(x, tck, der, ext)


def spline_slope(x: Any, tck: Any, der: int, ext: int) -> Any:
    """The derivative of `scipy.interpolate.splev(x, tck, der, ext)`.

    NotImplementedError for curves, whose coefficients are a list of arrays.
    """
    knots, coefficients, degree = getattr(tck, "tck", tck)
    if not isinstance(coefficients, np.ndarray) or coefficients.ndim > 1:
        raise NoDerivative("scipy.interpolate.splev has a derivative for one spline, not for curves")
    if der >= degree:
        return np.zeros(np.shape(x))
    slope = scipy.interpolate.splev(x, (knots, coefficients, degree), der + 1, 0)
    if ext in (0, 2):
        return slope
    edge = np.clip(x, knots[degree], knots[-degree - 1])
    is_level = edge != np.asarray(x)
    if ext == 3:  # of derivatives FITPACK takes no value at the edge, but extrapolates
        is_level = is_level & (spline_at(x, tck, der, ext) == spline_at(edge, tck, der, ext))
    return np.where(is_level, 0.0, slope)


def ext_of_slope(der: int, ext: int) -> int:
    """How a slope goes on outside: that of a spline which keeps its value at the edge is 0 there."""
    return 1 if ext == 3 and der == 0 else ext


def surface_slope(x: Any, y: Any, tck: Any, dx: int, dy: int) -> Any:
    """`scipy.interpolate.bisplev` of two numbers; outside of its knots it is that of the nearest point on the edge.

    By one axis after the other, because FITPACK has no derivatives of the order of the degree.
    """
    if np.ndim(x) or np.ndim(y):
        raise NoDerivative("scipy.interpolate.bisplev has a derivative at numbers, not on grids")
    *knots, coefficients, x_degree, y_degree = tck
    remaining = np.reshape(coefficients, (len(knots[0]) - x_degree - 1, -1))
    for number, axis_knots, degree, order in zip((x, y), knots, (x_degree, y_degree), (dx, dy)):
        low, high = axis_knots[degree], axis_knots[-degree - 1]
        if order and not low <= number <= high:
            return 0.0
        spline = scipy.interpolate.BSpline(axis_knots, remaining, degree)
        remaining = spline(min(max(number, low), high), order)
    return float(remaining)
