"""`scipy.interpolate`: splines by where they are evaluated; their knots and coefficients are constant."""

import scipy.interpolate

from s2sad.rules.declare import partials
from s2sad.runtime.splines import spline_slope, surface_slope


@partials(scipy.interpolate.splev, at=[])
def splev(xp, x, tck, der=0, ext=0, *, out):
    """By the next derivative of the spline"""
    return spline_slope(x, tck, der, ext), None, None, None


@partials(spline_slope, at=[])
def spline_slope_(xp, x, tck, der, ext, *, out):
    """By the next derivative of the spline"""
    return spline_slope(x, tck, der + 1, ext), None, None, None


@partials(scipy.interpolate.bisplev, surface_slope, at=[])
def bisplev(xp, x, y, tck, dx=0, dy=0, *, out):
    """By the next derivatives of the spline"""
    return surface_slope(x, y, tck, dx + 1, dy), surface_slope(x, y, tck, dx, dy + 1), None, None, None
