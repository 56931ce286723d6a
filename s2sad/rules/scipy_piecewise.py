"""`scipy.interpolate`: splines and other interpolating functions, by values, places, and where they are evaluated."""

import numpy as np
from scipy import interpolate

from s2sad.rules.declare import adjoint, nondifferentiable, partials, present, program, refused, stand_in
from s2sad.runtime.interpolants import (
    Curve,
    Given,
    GivenSamples,
    Sampled,
    SampledAlong,
    Steps,
    along,
    basis_sums,
    coefficients_by_values,
    curve_at,
    given_at,
    given_integral,
    is_outside,
    known_curve,
    samples_at,
    slope_given,
    spread,
    step_of,
    straight,
)
from s2sad.runtime.operations import unmoved
from s2sad.runtime.piecewise import (
    Piecewise,
    akima_slopes,
    falling,
    hermite,
    is_inside,
    pchip_slopes,
    periodic_slopes,
    piece_of,
    rising,
    spline_slopes,
)
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, in_form_of, is_active

CONSTANT = nondifferentiable(
    "number",
    piece_of,
    is_inside,
    falling,
    rising,
    known_curve,
    coefficients_by_values,
    is_outside,
    step_of,
)


# ------------------------------------------------------------------------------------------- piecewise polynomials


def samples(x, y, axis):
    values = np.asarray(y, dtype=float)
    return np.asarray(x, dtype=float), values if axis == 0 else np.moveaxis(values, axis, 0)


@program(interpolate.PPoly, at=[])
def ppoly(c, x, extrapolate=None, axis=0):
    """Polynomials between breakpoints"""
    return Piecewise(np.asarray(c), np.asarray(x), True if extrapolate is None else extrapolate)


@program(interpolate.CubicHermiteSpline, at=[])
def cubic_hermite_spline(x, y, dydx, axis=0, extrapolate=None):
    """Cubic pieces by values and slopes"""
    places, values = samples(x, y, axis)
    _, slopes = samples(x, dydx, axis)
    return Piecewise(hermite(places, values, slopes), places, True if extrapolate is None else extrapolate)


@program(interpolate.CubicSpline, at=[])
def cubic_spline(x, y, axis=0, bc_type="not-a-knot", extrapolate=None):
    """The slopes solve a tridiagonal system, by which the second derivative is continuous"""
    places, values = samples(x, y, axis)
    if bc_type == "periodic":
        slopes, kept = periodic_slopes(places, values), "periodic" if extrapolate is None else extrapolate
        return Piecewise(hermite(places, values, slopes), places, kept)
    check_length(places)
    if isinstance(bc_type, str):
        start, end = bc_type, bc_type
    else:
        start, end = bc_type
    slopes = spline_slopes(places, values, start, end)
    return Piecewise(hermite(places, values, slopes), places, True if extrapolate is None else extrapolate)


def check_length(places):
    if len(places) < 4:
        raise NoDerivative("CubicSpline has a derivative from four points on: use np.polyfit, or interp1d")


@program(interpolate.PchipInterpolator, at=[])
def pchip_interpolator(x, y, axis=0, extrapolate=None):
    """Slopes that keep the data monotone"""
    places, values = samples(x, y, axis)
    slopes = pchip_slopes(places, values)
    return Piecewise(hermite(places, values, slopes), places, True if extrapolate is None else extrapolate)


@program(interpolate.Akima1DInterpolator, at=[])
def akima_interpolator(x, y, axis=0, *, method="akima", extrapolate=None):
    """Slopes by those of the neighbours"""
    places, values = samples(x, y, axis)
    slopes = akima_slopes(places, values, method == "makima")
    return Piecewise(hermite(places, values, slopes), places, False if extrapolate is None else extrapolate)


@program(interpolate.pchip_interpolate, at=[])
def pchip_interpolate(xi, yi, x, der=0, axis=0):
    """As `PchipInterpolator`"""
    return pchip_interpolator.define(xi, yi, axis)(x, der)


# --------------------------------------------------------------------------------------------------------- B-splines


def curve_tangent(x_dot, c_dot, x, c, t, k, nu, extrapolate, *, out):
    return spread(x_dot, curve_at(x, c, t, k, nu + 1, extrapolate)), curve_at(x, c_dot, t, k, nu, extrapolate)


@adjoint(curve_at, tangent=curve_tangent, at=[], wrt=("x", "c"))
def curve_at_(out_bar, x, c, t, k, nu, extrapolate, *, out):
    """Linear in the coefficients; by the next derivative where it is evaluated"""
    by_x = along(curve_at(x, c, t, k, nu + 1, extrapolate), out_bar, x)
    return by_x, basis_sums(out_bar, x, t, k, nu, extrapolate, len(c))


def sums_tangent(y_dot, x_dot, y, x, t, k, nu, extrapolate, count, *, out):
    by_x = basis_sums(spread(x_dot, y), x, t, k, nu + 1, extrapolate, count)
    return basis_sums(y_dot, x, t, k, nu, extrapolate, count), by_x


@adjoint(basis_sums, tangent=sums_tangent, at=[], wrt=("y", "x"))
def basis_sums_(out_bar, y, x, t, k, nu, extrapolate, count, *, out):
    """The transpose of `curve_at`"""
    by_x = along(curve_at(x, out_bar, t, k, nu + 1, extrapolate), y, x)
    return curve_at(x, out_bar, t, k, nu, extrapolate), by_x


@program(interpolate.BSpline, at=[])
def b_spline(t, c, k, extrapolate=True, axis=0):
    """Linear in the coefficients"""
    if is_active(t):
        raise NoDerivative("a B-spline has no derivative by its knots")
    return Curve(np.asarray(t), np.asarray(c), k, extrapolate)


def curve_of(x, y, k, t, bc_type, axis) -> Curve:
    if is_active(x):
        raise NoDerivative(
            "make_interp_spline has a derivative by the values: for one by the places use CubicSpline"
        )
    places, values = samples(x, y, axis)
    found = as_constant(known_curve, places, values, k, t, bc_type)
    by_values = in_form_of(coefficients_by_values(places, len(values), k, t, bc_type), [[0.0]])
    moved = np.tensordot(by_values, values - unmoved(values), axes=(1, 0))
    return Curve(found.t, in_form_of(found.c, values) + moved, found.k, True)


@program(interpolate.make_interp_spline, at=[])
def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0, check_finite=True):
    """The coefficients are linear in the values"""
    return curve_of(x, y, k, t, bc_type, axis)


# ------------------------------------------------------------------------------------------------ samples and grids


@program(interpolate.interp1d, at=[])
def interp1d(
    x, y, kind="linear", axis=-1, copy=True, bounds_error=None, fill_value=np.nan, assume_sorted=False
):  # fmt: skip
    """Straight lines, or a B-spline"""
    places = np.asarray(x, dtype=float)
    values = np.asarray(y, dtype=float)
    if np.ndim(values) != 1:
        place = axis % np.ndim(values)
        rows = np.reshape(np.moveaxis(values, place, 0), (len(places), -1))
        inner = sampled(places, rows, kind, bounds_error, fill_value, assume_sorted)
        rest = np.shape(values)[:place] + np.shape(values)[place + 1 :]
        return SampledAlong(inner, rest, place)
    return sampled(places, values, kind, bounds_error, fill_value, assume_sorted)


def sampled(places, values, kind, bounds_error, fill_value, assume_sorted):
    if not assume_sorted:
        order = np.argsort(places, kind="mergesort")
        places, values = places[order], values[order]
    checks = fill_is_nan(fill_value) if bounds_error is None else bounds_error
    if kind == "linear" or kind == "slinear" or kind == 1:
        return Sampled(straight(places, values, True), places, values, fill_value, checks)
    if kind == "cubic" or kind == 3:
        return Sampled(curve_of(places, values, 3, None, None, 0), places, values, fill_value, checks)
    if kind == "quadratic" or kind == 2:
        return Sampled(curve_of(places, values, 2, None, None, 0), places, values, fill_value, checks)
    return Sampled(Steps(places, values, kind), places, values, fill_value, checks)


def fill_is_nan(fill_value):
    return not isinstance(fill_value, (str, tuple)) and fill_value != fill_value


# --------------------------------------------------------------------------------------- functions that don't vary


@partials(given_at, at=[])
def given_at_(xp, x, found, nu, extrapolate, *, out):
    """By the next derivative"""
    return slope_given(x, found, nu, extrapolate), None, None, None


@partials(slope_given, at=[])
def slope_given_(xp, x, found, nu, extrapolate, *, out):
    """By the next derivative"""
    return slope_given(x, found, nu + 1, extrapolate), None, None, None


@partials(given_integral, at=[])
def given_integral_(xp, a, b, found, *, out):
    """By the function at the ends"""
    return -given_at(a, found, 0, None), given_at(b, found, 0, None), None


@partials(samples_at, at=[])
def samples_at_(xp, x, found, nu, *, out):
    """By the next derivative"""
    return samples_at(x, found, nu + 1), None, None


@stand_in(interpolate.PPoly, interpolate.BSpline)
def given_spline(found):
    """A spline that doesn't vary, evaluated at what does"""
    return Given(found)


@stand_in(interpolate.interp1d)
def given_samples(found):
    """Samples that don't vary, evaluated at what does"""
    return GivenSamples(found)


REFUSED = refused(
    *present(
        interpolate,
        "griddata LinearNDInterpolator NearestNDInterpolator CloughTocher2DInterpolator RBFInterpolator Rbf SmoothBivariateSpline"
        " LSQBivariateSpline bisplrep",
    ),
    reason="scattered points are joined by triangles, which jump as the points move, or by a dense system of SciPy's in C",
    hint="interpolate on a grid: RegularGridInterpolator; or write the radial functions and np.linalg.solve",
)
SMOOTHED = refused(
    *present(
        interpolate,
        "LSQUnivariateSpline splprep make_smoothing_spline make_lsq_spline RectBivariateSpline NdPPoly BPoly",
    ),
    reason="this interpolating function has no derivative by its values here",
    hint="use CubicSpline, PchipInterpolator, make_interp_spline or RegularGridInterpolator",
)
