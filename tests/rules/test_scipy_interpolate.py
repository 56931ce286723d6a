"""Splines and other interpolating functions: what they give, and derivatives by values, places, and where they are evaluated."""

import numpy as np
import pytest

interpolate = pytest.importorskip("scipy.interpolate")
optimize = pytest.importorskip("scipy.optimize")

import s2sad

X = np.array([0.0, 0.7, 1.5, 2.0, 3.1, 4.0])
Y = np.sin(X) + 0.3 * X
T = np.array([0.32, 1.17, 2.7])
ROWS, COLUMNS = np.array([0.0, 1.0, 2.0, 4.0]), np.array([0.0, 0.5, 2.0, 3.0])
SPLINE, MONOTONE = interpolate.CubicSpline(X, Y), interpolate.PchipInterpolator(X, Y)
SAMPLES, LINES = interpolate.interp1d(X, Y, kind="cubic"), interpolate.interp1d(
    X, Y, fill_value="extrapolate"
)
BASIS = interpolate.make_interp_spline(X, Y)
GRID = interpolate.RegularGridInterpolator((ROWS, COLUMNS), np.outer(np.sin(ROWS), COLUMNS**2))
SQUARE, CUBE = np.poly1d([1.0, 2.0, 3.0]), np.polynomial.Polynomial([1.0, 2.0, 0.0, 3.0])


def compare(function, second=True):
    rng = np.random.default_rng(0)
    dots = rng.normal(size=6), rng.normal(size=3)

    def along(f):
        return (f(Y + 1e-5 * dots[0], T + 1e-5 * dots[1]) - f(Y - 1e-5 * dots[0], T - 1e-5 * dots[1])) / 2e-5

    gradient = s2sad.grad(function, (0, 1))
    by_y, by_t = gradient(Y, T)
    value, pushed = s2sad.jvp(function, (Y, T), dots)
    assert (value, pushed) == pytest.approx((function(Y, T), along(function)), rel=2e-6)
    assert by_y @ dots[0] + by_t @ dots[1] == pytest.approx(along(function), rel=2e-6)
    if not second:
        return
    twice = np.concatenate(s2sad.jvp(gradient, (Y, T), dots)[1])
    scale = 1e-5 * (1.0 + np.max(np.abs(twice)))
    np.testing.assert_allclose(twice, along(lambda *at: np.concatenate(gradient(*at))), 1e-4, scale)


BOUNDARIES = ["not-a-knot", "natural", "clamped", ("natural", "clamped"), ((1, 0.3), (2, -0.4))]


@pytest.mark.parametrize("bc", BOUNDARIES)
@pytest.mark.parametrize("columns", [1, 2])
def test_boundary_conditions(bc, columns):
    def curve(y, t):
        values = y if columns == 1 else np.stack([y, y**2], axis=1)
        return np.sum(interpolate.CubicSpline(X, values, bc_type=bc)(t) ** 2)

    if columns == 2 and isinstance(bc[0], tuple):
        pytest.skip("SciPy takes a value for each column there")
    compare(curve, second=columns == 1 and bc == "natural")


def test_periodic_splines():
    x = np.append(X, 4.8)

    def curve(y, t):
        s = interpolate.CubicSpline(x, np.append(y, y[0]), bc_type="periodic")
        return np.sum(s(t) ** 2) + s(t[0] + 4.8) * s(t[1] - 4.8, 1)

    compare(curve)


def slopes_and_integrals(y, t):
    s = interpolate.CubicSpline(X, y)
    return s.integrate(0.5, t[0]) + s.derivative()(t[1]) + s.antiderivative()(t[2]) + np.sum(s(t, 2))


def monotone(y, t):
    s = interpolate.PchipInterpolator(X, y)
    return np.sum(s(t) ** 2) + s.derivative()(t[0]) + np.sum(interpolate.pchip_interpolate(X, y, t))


def by_neighbours(y, t):
    modified = interpolate.Akima1DInterpolator(X, y, method="makima")
    return np.sum(interpolate.Akima1DInterpolator(X, y)(t) ** 2) + np.sum(modified(t))


def by_places(y, t):
    x = X * (1.0 + 0.01 * y[0])
    return np.sum(interpolate.CubicSpline(x, y)(t) ** 2) + np.sum(interpolate.PchipInterpolator(x, y)(t))


def by_values_and_slopes(y, t):
    pieces = interpolate.PPoly(np.stack([y[:3], y[1:4]]), np.array([0.0, 1.0, 2.0, 3.0]))
    return np.sum(interpolate.CubicHermiteSpline(X, y, np.cos(X) * y[0])(t) ** 2) + pieces(t[0]) * pieces(
        t[1], 1
    )


def b_splines(y, t):
    s = interpolate.make_interp_spline(X, y, k=3)
    line = interpolate.make_interp_spline(X, y**2, k=1)
    return np.sum(s(t) ** 2) + s.derivative()(t[0]) + s.integrate(0.2, t[1]) + np.sum(line(t))


def given_coefficients(y, t):
    return np.sum(interpolate.BSpline(BASIS.t, y, 3)(t) ** 2) + interpolate.BSpline(BASIS.t, y, 3)(t[0], 1)


def given_conditions(y, t):
    return np.sum(interpolate.make_interp_spline(X, y, bc_type="natural")(t) ** 2)


def sampled(y, t):
    line = interpolate.interp1d(X, y)(t)
    outside = interpolate.interp1d(X, y, bounds_error=False, fill_value=0.3)(t + 2.0)
    beyond = interpolate.interp1d(X, y, fill_value="extrapolate")(t + 3.0)
    return (
        np.sum(line**2) + np.sum(interpolate.interp1d(X, y, kind="cubic")(t) ** 2) + np.sum(outside * beyond)
    )


def steps(y, t):
    return np.sum(
        interpolate.interp1d(X, y, kind="previous")(t) * interpolate.interp1d(X, y, kind="nearest")(t) * t
    )


def on_a_grid(y, t):
    values, at = np.outer(np.append(y[:3], 1.0), y[:4]), np.column_stack([t, t * 0.9])
    found = interpolate.RegularGridInterpolator((ROWS, COLUMNS), values)(at)
    return np.sum(found**2) + np.sum(interpolate.interpn((ROWS, COLUMNS), values, at))


def on_a_grid_of_three_axes(y, t):
    values = np.einsum("i,j,k->ijk", y[:4], y[1:5], y[:2])
    f = interpolate.RegularGridInterpolator(
        (ROWS, COLUMNS, [0.0, 3.0]), values, bounds_error=False, fill_value=0.5
    )
    return np.sum(f(np.column_stack([t, t * 0.9, t])) ** 2) + f([5.0, 1.0, 1.0])[0]


def constant_ones(y, t):
    pieces = np.sum(SPLINE(t) ** 2) + SPLINE.derivative()(t[0]) + SPLINE.integrate(0.1, t[1]) * y[0]
    return (
        pieces
        + np.sum(MONOTONE(t, 1))
        + np.sum(SAMPLES(t) ** 2) * y[0]
        + np.sum(LINES(t))
        + np.sum(BASIS(t) ** 3)
    )


def a_constant_grid(y, t):
    return np.sum(GRID(np.column_stack([t, t * 0.9])) ** 2) * y[0]


def in_an_equation(y, t):
    s = interpolate.CubicSpline(X, y)
    return optimize.brentq(lambda u: s(u) - 1.2, 0.5, 2.0) * t[0]


def polynomials(y, t):
    p = np.poly1d(y[:4])
    product = (p * p - 2.0 * p + SQUARE)(t)
    return p(t[0]) + p.deriv()(t[1]) + p.integ(2)(t[2]) + np.sum(product) + p[2] + np.sum(p.coeffs**2)


def polynomials_by_rising_powers(y, t):
    p = np.polynomial.Polynomial(y[:4])
    found = p(t[0]) + p.deriv(2)(t[1]) + p.integ()(t[2]) + np.sum((p**2 + CUBE * p)(t)) + np.sum(p.coef**2)
    return found + np.polynomial.polynomial.polyval(t[0], y) + CUBE(t[1]) * SQUARE(t[2])


def through_points(y, t):
    curve = interpolate.InterpolatedUnivariateSpline(X, y)
    found = np.sum(curve(t) ** 2) + curve.integral(0.2, t[0]) + curve.derivative()(t[1])
    found = (
        found + interpolate.UnivariateSpline(X, y, k=1, s=0)(t[2]) + interpolate.lagrange(X[:3], y[:3])(t[0])
    )
    by_formula = interpolate.barycentric_interpolate(X, y, np.append(t, X[1]))
    known = interpolate.BarycentricInterpolator(X[:4], y[:4])
    return found + np.sum(by_formula**2) + known(t[0]) * interpolate.krogh_interpolate(t, y[:3], 0.4)


PROGRAMS = [
    through_points, slopes_and_integrals, monotone, by_neighbours, by_places, by_values_and_slopes, b_splines, given_coefficients,
    given_conditions, sampled, steps, on_a_grid, on_a_grid_of_three_axes, constant_ones, a_constant_grid, in_an_equation,
    polynomials, polynomials_by_rising_powers,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs(program):
    compare(program, second=program not in (by_places, a_constant_grid, sampled))


def test_monotone_data_with_flat_parts():
    values = np.array([0.0, 0.0, 1.0, 1.5, 1.2, 3.0])
    at = np.linspace(0.0, 4.0, 21)
    found, _ = s2sad.value_and_grad(lambda y: np.sum(interpolate.PchipInterpolator(X, y)(at) * at))(values)
    assert found == pytest.approx(np.sum(interpolate.PchipInterpolator(X, values)(at) * at))


def test_what_is_refused():
    for function, error, match in (
        (
            lambda y: np.sum(interpolate.griddata(X[:, None], y, T[:, None])),
            s2sad.DifferentiationError,
            "scattered",
        ),
        (lambda y: interpolate.UnivariateSpline(X, y)(0.3), NotImplementedError, "s=0"),
        (
            lambda y: interpolate.make_smoothing_spline(X, y)(0.3),
            s2sad.DifferentiationError,
            "CubicSpline",
        ),
        (lambda y: interpolate.make_interp_spline(X + y, y)(0.3), NotImplementedError, "by the values"),
        (
            lambda y: interpolate.interpn((X,), y, [0.3], "splinef2d")[0],
            NotImplementedError,
            "cubic",
        ),
    ):
        with pytest.raises(error, match=match):
            s2sad.grad(function)(Y)
    with pytest.raises(ValueError, match="outside"):
        s2sad.grad(lambda y: interpolate.interp1d(X, y)(4.5))(Y)


@pytest.mark.parametrize(
    "k, bc_type",
    [
        (3, ([(1, 0.7)], [(2, -0.3)])),
        (3, ("clamped", "natural")),
        (3, ("clamped", [(2, 0.4)])),
        (5, ([(1, 0.7), (2, 0.1)], [(1, 0.0), (2, -0.3)])),
    ],
)
def test_conditions_at_the_ends_of_a_spline(k, bc_type):
    x = np.array([0.0, 0.7, 1.1, 2.0, 3.2, 4.0])
    y, step = np.array([0.3, 1.0, -0.4, 0.8, 0.1, 0.5]), 1e-6

    def value(y):
        return interpolate.make_interp_spline(x, y, k, bc_type=bc_type)(0.5) * 1.0

    wanted = [(value(y + step * unit) - value(y - step * unit)) / (2.0 * step) for unit in np.eye(6)]
    assert s2sad.grad(value)(y) == pytest.approx(wanted, rel=1e-7, abs=1e-8)
