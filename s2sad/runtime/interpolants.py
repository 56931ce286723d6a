"""Interpolation by B-splines, on grids, and by functions that are given: what varies, and its derivatives."""

from typing import Any

import numpy as np
from scipy import interpolate

from s2sad.runtime.piecewise import Piecewise
from s2sad.runtime.refusals import NoDerivative


class Curve:
    """`scipy.interpolate.BSpline`, of which the coefficients vary."""

    s2sad_record = True

    def __init__(self, t: Any, c: Any, k: Any, extrapolate: Any = True) -> None:
        self.t = t
        self.c = c
        self.k = k
        self.extrapolate = extrapolate

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        kept = self.extrapolate if extrapolate is None else extrapolate
        return curve_at(np.asarray(x, dtype=float), self.c, self.t, self.k, nu, kept)

    def derivative(self, nu: int = 1) -> Any:
        return CurveSlope(self, nu)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        risen = risen_coefficients(self.c, self.t, self.k)
        t = risen_knots(self.t)
        upper = curve_at(np.asarray(b, dtype=float), risen, t, self.k + 1, 0, True)
        return upper - curve_at(np.asarray(a, dtype=float), risen, t, self.k + 1, 0, True)


class CurveSlope:
    """A derivative of a B-spline."""

    s2sad_record = True

    def __init__(self, curve: Any, nu: Any) -> None:
        self.curve = curve
        self.nu = nu

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        return self.curve(x, self.nu + nu, extrapolate)

    def derivative(self, nu: int = 1) -> Any:
        return CurveSlope(self.curve, self.nu + nu)


def curve_at(x: Any, c: Any, t: Any, k: Any, nu: Any, extrapolate: Any) -> Any:
    """The derivative of order `nu` of a B-spline; one beyond the degree is 0."""
    if nu > k:
        return np.zeros(np.shape(x) + np.shape(c)[1:])
    return interpolate.BSpline(t, c, k, extrapolate)(x, nu)


def basis_sums(y: Any, x: Any, t: Any, k: Any, nu: Any, extrapolate: Any, count: int) -> Any:
    """The transpose of `curve_at` as a function of the coefficients."""
    if nu > k:
        return np.zeros((count, *np.shape(y)[np.ndim(x) :]))
    basis = interpolate.BSpline(t, np.eye(count), k, extrapolate)(np.ravel(x), nu)
    flat = np.reshape(y, (np.size(x), *np.shape(y)[np.ndim(x) :]))
    return np.tensordot(basis, flat, axes=(0, 0))


def along(slope: Any, bar: Any, x: Any) -> Any:
    """The sum of slope times cotangent over the columns of a curve."""
    both = np.reshape(slope * bar, (*np.shape(x), -1))
    return np.sum(both, axis=-1)


def spread(x_dot: Any, slope: Any) -> Any:
    """The tangent of a place, for each column of a curve."""
    return np.reshape(x_dot, (*np.shape(x_dot), *(1,) * (np.ndim(slope) - np.ndim(x_dot)))) * slope


def risen_knots(t: Any) -> Any:
    return np.concatenate([t[:1], t, t[-1:]])


def risen_coefficients(c: Any, t: Any, k: Any) -> Any:
    """The coefficients of the antiderivative that is 0 at the beginning."""
    count = len(t) - k - 1
    widths = (t[k + 1 : k + 1 + count] - t[:count]) / (k + 1)
    if np.ndim(c) > 1:
        widths = widths[:, None]
    sums = np.cumsum(c[:count] * widths, axis=0)
    return np.concatenate([0.0 * sums[:1], sums, np.repeat(sums[-1:], k + 1, axis=0)])


def known_curve(x: Any, y: Any, k: Any, t: Any, bc_type: Any) -> interpolate.BSpline:
    """The B-spline that SciPy makes of values."""
    return interpolate.make_interp_spline(x, y, k, t, bc_type)


def coefficients_by_values(x: Any, count: int, k: Any, t: Any, bc_type: Any) -> Any:
    """How the coefficients of an interpolating B-spline depend on its values, which they are linear in."""
    if t is None:
        t = interpolate.make_interp_spline(x, np.zeros((count, 1)), k, None, at_zero(bc_type, 1)).t
    return interpolate.make_interp_spline(x, np.eye(count), k, t, at_zero(bc_type, count)).c


def at_zero(bc_type: Any, columns: int) -> Any:
    """The conditions at the ends, with zeros as the derivatives there."""
    if not isinstance(bc_type, tuple):
        return bc_type
    return tuple(
        side if side is None or isinstance(side, str) else [(order, np.zeros(columns)) for order, _ in side]
        for side in bc_type
    )


# ------------------------------------------------------------------------------------- functions that don't vary


class Given:
    """An interpolating function of SciPy's that doesn't vary, where it is evaluated at what does."""

    s2sad_record = True

    def __init__(self, found: Any) -> None:
        self.found = found

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        return given_at(np.asarray(x, dtype=float), self.found, nu, extrapolate)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        return given_integral(a, b, self.found)


def given_at(x: Any, found: Any, nu: Any, extrapolate: Any) -> Any:
    """The derivative of some order of a function of SciPy's."""
    if isinstance(found, interpolate.BSpline) and nu > found.k:
        return np.zeros(np.shape(x) + np.shape(found.c)[1:])
    kept = getattr(found, "extrapolate", True) if extrapolate is None else extrapolate
    return found(x, nu, kept)


def slope_given(x: Any, found: Any, nu: Any, extrapolate: Any) -> Any:
    """The next derivative of a function with one value for each place."""
    slope = given_at(x, found, nu + 1, extrapolate)
    if np.shape(slope) != np.shape(x):
        raise NoDerivative(
            "a spline with several values is evaluated at what varies: take one spline for each of them"
        )
    return slope


def given_integral(a: Any, b: Any, found: Any) -> Any:
    return float(found.integrate(a, b))


class GivenSamples:
    """`scipy.interpolate.interp1d` that doesn't vary."""

    s2sad_record = True

    def __init__(self, found: Any) -> None:
        self.found = found

    def __call__(self, x: Any) -> Any:
        return samples_at(np.asarray(x, dtype=float), self.found, 0)


def samples_at(x: Any, found: Any, nu: int) -> Any:
    """The value of an `interp1d`, or its derivative of order `nu`."""
    value = found(x)
    if nu == 0:
        return value
    if np.shape(value) != np.shape(x):
        raise NoDerivative(
            "an interp1d with several values is evaluated at what varies: take one for each of them"
        )
    outside = (x < found.x[0]) | (x > found.x[-1])
    if hasattr(found, "_spline"):
        slope = np.reshape(given_at(x, found._spline, nu, None), np.shape(x))
    elif found._kind == "linear" and nu == 1:
        places = np.clip(np.searchsorted(found.x, x) - 1, 0, len(found.x) - 2)
        slope = (np.diff(found.y) / np.diff(found.x))[places]
    else:
        slope = np.zeros(np.shape(x))
    extrapolates = isinstance(found.fill_value, str)
    return slope if extrapolates else np.where(outside, 0.0, slope)


# --------------------------------------------------------------------------------------------------- straight lines


def straight(x: Any, y: Any, extrapolate: Any) -> Any:
    """The pieces of a polygon."""
    h = np.diff(x)
    chord = np.diff(y, axis=0) / (h[:, None] if np.ndim(y) > 1 else h)
    return Piecewise(np.stack([chord, y[:-1]]), x, extrapolate)


class Sampled:
    """`scipy.interpolate.interp1d`"""

    s2sad_record = True

    def __init__(self, inner: Any, x: Any, y: Any, fill: Any, checks: Any) -> None:
        self.inner = inner
        self.x = x
        self.y = y
        self.fill = fill
        self.checks = checks

    def __call__(self, x: Any) -> Any:
        at = np.asarray(x, dtype=float)
        if self.checks and is_outside(at, self.x):
            raise ValueError("A value in x_new is outside of the interpolation range.")
        found = self.inner(at)
        if self.checks or self.fill == "extrapolate":
            return found
        low, high = self.fill if isinstance(self.fill, tuple) else (self.fill, self.fill)
        below, above = at < self.x[0], at > self.x[-1]
        if np.ndim(self.y) > 1:
            below, above = below[..., None], above[..., None]
        return np.where(below, low, np.where(above, high, found))


class SampledAlong:
    """`scipy.interpolate.interp1d` along an axis of several."""

    s2sad_record = True

    def __init__(self, inner: Any, rest: Any, axis: Any) -> None:
        self.inner = inner
        self.rest = rest
        self.axis = axis

    def __call__(self, x: Any) -> Any:
        at = np.asarray(x, dtype=float)
        found = np.reshape(self.inner(at), np.shape(at) + self.rest)
        first = tuple(range(np.ndim(at)))
        return np.moveaxis(found, first, tuple(self.axis + i for i in first))


class Steps:
    """Values that jump between samples: `kind="nearest"` and its like."""

    s2sad_record = True

    def __init__(self, x: Any, y: Any, kind: Any) -> None:
        self.x = x
        self.y = y
        self.kind = kind

    def __call__(self, x: Any) -> Any:
        return self.y[step_of(x, self.x, self.kind)]


def step_of(at: Any, x: Any, kind: str) -> Any:
    places = np.arange(len(x))
    return interpolate.interp1d(x, places, kind, fill_value="extrapolate")(at).astype(int)


def is_outside(at: Any, x: Any) -> bool:
    return bool(np.any(at < x[0]) or np.any(at > x[-1]))


class Interpolated:
    """`scipy.interpolate.InterpolatedUnivariateSpline`"""

    s2sad_record = True

    def __init__(self, curve: Any) -> None:
        self.curve = curve

    def __call__(self, x: Any, nu: int = 0) -> Any:
        return self.curve(x, nu)

    def derivative(self, n: int = 1) -> Any:
        return Interpolated(CurveSlope(self.curve, n))

    def integral(self, a: Any, b: Any) -> Any:
        return self.curve.integrate(a, b)


class Through:
    """The polynomial through points: `scipy.interpolate.BarycentricInterpolator`"""

    s2sad_record = True

    def __init__(self, xi: Any, yi: Any) -> None:
        self.xi = xi
        self.yi = yi

    def __call__(self, x: Any) -> Any:
        return polynomial_at(x, self.xi, self.yi)


def polynomial_at(x: Any, xi: Any, yi: Any) -> Any:
    """The value of the polynomial through points, by Lagrange's formula: without a quotient that is 0 / 0 at one of them."""
    at = np.asarray(x)
    found = 0.0 * at
    for j in range(len(xi)):
        others = np.concatenate([xi[:j], xi[j + 1 :]])
        found = found + yi[j] * np.prod((at[..., None] - others) / (xi[j] - others), axis=-1)
    return found
