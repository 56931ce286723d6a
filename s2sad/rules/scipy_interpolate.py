"""`scipy.interpolate`: FITPACK's splines, by where they are evaluated and by their coefficients."""

import numpy as np
import scipy.interpolate

from s2sad.rules.declare import partials, program
from s2sad.rules.scipy_piecewise import curve_of
from s2sad.runtime.interpolants import Interpolated, Through, curve_at
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import is_active
from s2sad.runtime.splines import ext_of_slope, spline_at, spline_slope, surface_slope


@partials(spline_at, at=[])
def spline_at_(xp, x, tck, der, ext, *, out):
    """By the next derivative of the spline"""
    return spline_slope(x, tck, der, ext), None, None, None


@program(scipy.interpolate.splev, at=[])
def splev(x, tck, der=0, ext=0):
    """By where it is evaluated, and linear in the coefficients"""
    if not is_active(tck):
        return spline_at(x, tck, der, ext)
    knots, coefficients, degree = tck
    if is_active(knots) or ext != 0:
        raise NoDerivative("splev has a derivative by the coefficients, with ext=0, and none by the knots")
    count = len(knots) - degree - 1
    return curve_at(np.asarray(x, dtype=float), np.asarray(coefficients)[:count], knots, degree, der, True)


@program(scipy.interpolate.splrep, at=[])
def splrep(
    x, y, w=None, xb=None, xe=None, k=3, task=0, s=None, t=None, full_output=0, per=0, quiet=1
):  # fmt: skip
    """An interpolating spline: the coefficients are linear in the values"""
    if w is not None or t is not None or per or full_output or not (s is None or s == 0):
        raise NoDerivative(
            "splrep has a derivative for s=0, without w=, t=, per= and full_output=: values are met"
        )
    curve = curve_of(x, y, k, None, None, 0)
    return curve.t, np.concatenate([curve.c, np.zeros(k + 1)]), k


@partials(spline_slope, at=[])
def spline_slope_(xp, x, tck, der, ext, *, out):
    """By the next derivative of the spline"""
    return spline_slope(x, tck, der + 1, ext_of_slope(der, ext)), None, None, None


@partials(scipy.interpolate.bisplev, surface_slope, at=[])
def bisplev(xp, x, y, tck, dx=0, dy=0, *, out):
    """By the next derivatives of the spline"""
    return surface_slope(x, y, tck, dx + 1, dy), surface_slope(x, y, tck, dx, dy + 1), None, None, None


@program(scipy.interpolate.InterpolatedUnivariateSpline, at=[])
def interpolated_univariate_spline(x, y, w=None, bbox=(None, None), k=3, ext=0, check_finite=False):
    """As `make_interp_spline`"""
    if w is not None or ext != 0 or k % 2 == 0 or tuple(bbox) != (None, None):
        raise NoDerivative(
            "InterpolatedUnivariateSpline has a derivative for an odd k, without w=, bbox= and ext="
        )
    return Interpolated(curve_of(x, y, k, None, None, 0))


@program(scipy.interpolate.UnivariateSpline, at=[])
def univariate_spline(x, y, w=None, bbox=(None, None), k=3, s=None, ext=0, check_finite=False):
    """Through the values, with s=0"""
    if s != 0:
        raise NoDerivative("UnivariateSpline has a derivative by the values with s=0: then they are met")
    return scipy.interpolate.InterpolatedUnivariateSpline(x, y, w, bbox, k, ext)


def through(xi, yi) -> Through:
    places, values = np.asarray(xi), np.asarray(yi)
    if np.ndim(values) != 1:
        raise NoDerivative("a polynomial through points has a derivative by one row of values")
    return Through(places, values)


@program(scipy.interpolate.BarycentricInterpolator, scipy.interpolate.KroghInterpolator, at=[])
def polynomial_through(xi, yi):
    """Lagrange's formula"""
    return through(xi, yi)


@program(scipy.interpolate.barycentric_interpolate, scipy.interpolate.krogh_interpolate, at=[])
def interpolate_by_a_polynomial(xi, yi, x):
    """Lagrange's formula"""
    return through(xi, yi)(x)


@program(scipy.interpolate.lagrange, at=[])
def lagrange(x, w):
    """The sum of products of (t - x[k]) / (x[j] - x[k])"""
    places, values = np.asarray(x), np.asarray(w)
    found = np.zeros(len(places))
    for j in range(len(places)):
        others = np.concatenate([places[:j], places[j + 1 :]])
        found = found + values[j] * np.poly(others) / np.prod(places[j] - others)
    return np.poly1d(found)
