"""Minima and fits (`scipy.optimize`): values to the bit, all modes and second derivatives, against what is exact."""

import functools

import numpy as np
import pytest

optimize = pytest.importorskip("scipy.optimize")

import s2sad
from s2sad.errors import NoRuleError
from s2sad.rules import scipy_fits
from s2sad.rules.book import rules_in

AT = 1.3
START = np.array([0.5, 0.5])
T = np.linspace(0.0, 2.0, 12)
Y = 2.0 * np.exp(-1.3 * T) + 0.05 * np.cos(9.0 * T)


def valley(x, a, b):
    return (a - x[0]) ** 2 + b * (x[1] - x[0] ** 2) ** 2 + 0.1 * x[1] ** 4


def slopes_of_valley(x, a, b):
    by_first = 2.0 * (x[0] - a) - 4.0 * b * x[0] * (x[1] - x[0] ** 2)
    return np.array([by_first, 2.0 * b * (x[1] - x[0] ** 2) + 0.4 * x[1] ** 3])


def bowl(x):
    return x[0] ** 2 + 2.0 * x[1] ** 2 + x[0] * x[1]


def hill(x, p):
    return (x - p) ** 4 + x * x


def decay(t, a, b):
    return a * np.exp(-b * t)


# ------------------------------------------------------------------------------------- minima of functions


class Fit:
    def __init__(self, p):
        self.p = p

    def loss(self, x):
        return valley(x, self.p, 10.0)

    def model(self, t, a, b):
        return self.p * a * np.exp(-b * t)


def captured(p):
    found = optimize.minimize(lambda x: valley(x, p, 10.0), [0.5, 0.5], tol=1e-10)
    return found.x[0] * found.x[1]


def by_args(p):
    found = optimize.minimize(valley, START, args=(p, 10.0), tol=1e-10)
    if not found.nit:
        raise ValueError(found.message)
    return found.x[0] * found["x"][1]


def by_method(p):
    return np.prod(optimize.minimize(Fit(p).loss, START, tol=1e-10).x)


def by_partial(p):
    return np.prod(optimize.minimize(functools.partial(valley, a=p, b=10.0), START, method="CG", tol=1e-10).x)


def with_its_gradient(p):
    found = optimize.minimize(valley, START, (p, 10.0), jac=slopes_of_valley, method="L-BFGS-B", tol=1e-12)
    return np.prod(found.x)


def with_both_at_once(p):
    def both(x):
        return valley(x, p, 10.0), slopes_of_valley(x, p, 10.0)

    return np.prod(optimize.minimize(both, START, jac=True, method="trust-constr", options={"gtol": 1e-12}).x)


def without_gradients(p):
    options = {"xatol": 1e-10, "fatol": 1e-14, "maxiter": 4000}
    return np.prod(optimize.minimize(valley, START, (p, 10.0), method="Nelder-Mead", options=options).x)


def product_at_the_minimum(p):
    """The minimum of the valley by Newton's method, from its gradient alone."""
    x = np.array([0.9, 0.7])
    for _ in range(60):
        bend = np.array(
            [[2.0 - 40.0 * x[1] + 120.0 * x[0] ** 2, -40.0 * x[0]], [-40.0 * x[0], 20.0 + 1.2 * x[1] ** 2]]
        )
        x = x - np.linalg.solve(bend, slopes_of_valley(x, p, 10.0))
    return x[0] * x[1]


OF_VALLEYS = [
    captured,
    by_args,
    by_method,
    by_partial,
    with_its_gradient,
    with_both_at_once,
    without_gradients,
]


def difference(f, p=AT, width=1e-3):
    rough, fine = ((f(p + h) - f(p - h)) / (2.0 * h) for h in (width, width / 2.0))
    return (4.0 * fine - rough) / 3.0


def check(function, slope, bend=None, rel=1e-6):
    """All modes against the derivatives of what is minimal."""
    value, gradient = s2sad.value_and_grad(function)(AT)
    assert value == function(AT)
    assert gradient == pytest.approx(slope, rel=rel, abs=1e-8)
    value, tangent = s2sad.jvp(function, (AT,), (1.0,))
    assert value == function(AT)
    assert tangent == pytest.approx(gradient, rel=1e-9, abs=1e-12)
    if bend is not None:
        assert s2sad.hvp(function, (AT,), (1.0,)) == (pytest.approx(bend, rel=100.0 * rel, abs=1e-7),)


@pytest.mark.parametrize("function", OF_VALLEYS)
def test_unconstrained(function):
    slope = difference(product_at_the_minimum)
    bend = difference(lambda p: difference(product_at_the_minimum, p))
    check(function, slope, bend if function in OF_VALLEYS[:2] else None, rel=1e-5)


def test_what_else_a_minimum_tells():
    """The value at the minimum has the slope that the function has there; the gradient stays zero."""

    def value(p):
        return optimize.minimize(valley, START, (p, 10.0), tol=1e-10).fun

    def slopes(p):
        return np.sum(optimize.minimize(valley, START, (p, 10.0), tol=1e-10).jac)

    x = optimize.minimize(valley, START, (AT, 10.0), tol=1e-10).x
    check(value, 2.0 * (AT - x[0]), rel=1e-6)
    assert s2sad.grad(slopes)(AT) == pytest.approx(0.0, abs=1e-9)
    with pytest.raises(NotImplementedError, match="hess_inv"):
        s2sad.grad(lambda p: np.sum(optimize.minimize(valley, START, (p, 10.0)).hess_inv))(AT)


@pytest.mark.parametrize("method", ["L-BFGS-B", "SLSQP", "TNC", "trust-constr"])
def test_bounds_hold_components(method):
    """The first is at its bound, and the second follows: x1 = (b0 + q) / 4 where x0 = b0."""

    def function(p, q):
        found = optimize.minimize(
            lambda x: (x[0] - 3.0 * p) ** 2 + 2.0 * x[1] ** 2 - x[1] * (x[0] + q),
            START,
            bounds=[(0.0, 0.7 * p), (None, 9.0)],
            method=method,
            tol=1e-12,
        )
        return found.x[0] + 10.0 * found.x[1]

    by_p, by_q = s2sad.grad(function, (0, 1))(1.0, 0.2)
    assert by_p == pytest.approx(0.7 + 10.0 * 0.7 / 4.0, rel=1e-6)
    assert by_q == pytest.approx(10.0 / 4.0, rel=1e-6)


def test_fixed_bounds():
    def function(p):
        x = optimize.minimize(valley, START, (p, 10.0), bounds=optimize.Bounds([0.0, 0.0], [0.7, 3.0])).x
        return x[0] + p * x[1]

    x = optimize.minimize(valley, START, (AT, 10.0), bounds=[(0.0, 0.7), (0.0, 3.0)]).x
    check(function, x[1], 0.0)


def with_an_equation(p):
    constraint = {"type": "eq", "fun": lambda x: x[0] + x[1] - p}
    x = optimize.minimize(bowl, START, constraints=constraint, tol=1e-12).x
    return x[0] * x[1]


def with_inequalities(p):
    def above(x, q):
        return x[0] + x[1] - q

    limits = [{"type": "ineq", "fun": above, "args": (p,)}, {"type": "ineq", "fun": lambda x: 9.0 - x[0]}]
    return np.prod(optimize.minimize(bowl, START, constraints=limits, tol=1e-12).x)


@pytest.mark.parametrize("function", [with_an_equation, with_inequalities])
def test_constraints(function):
    """The minimum of the bowl where x0 + x1 = p is at (3, 1) p / 4."""
    check(function, 2.0 * AT * 3.0 / 16.0, 2.0 * 3.0 / 16.0)


def test_constraints_and_bounds():
    def function(p):
        found = optimize.minimize(
            bowl,
            START,
            bounds=[(0.0, 0.5), (0.0, None)],
            constraints={"type": "eq", "fun": lambda x: x[0] + x[1] - p},
        )
        return found.x[0] * found.x[1] + found.fun

    check(function, 0.5 + 4.0 * (AT - 0.5) + 0.5, 4.0, rel=1e-6)


# ------------------------------------------------------------------------------------------- of one unknown


def of_one(p):
    found = optimize.minimize_scalar(lambda x: hill(x, p), tol=1e-11)
    return found.x + found.fun


def of_one_by_args(p):
    found = optimize.minimize_scalar(hill, args=(p,), bounds=(-3.0, 3.0), options={"xatol": 1e-11})
    return found.x + found.fun


@pytest.mark.parametrize("function", [of_one, of_one_by_args])
def test_one_unknown(function):
    def exact(p):
        x = optimize.brentq(lambda x: 4.0 * (x - p) ** 3 + 2.0 * x, -5.0, 5.0, xtol=1e-14)
        return x + hill(x, p)

    check(function, difference(exact), difference(lambda p: difference(exact, p)), rel=1e-5)


def test_one_unknown_at_a_bound():
    def fixed(p):
        return optimize.minimize_scalar(hill, args=(p,), bounds=(-3.0, 0.2)).x * p

    def moving(p):
        return optimize.minimize_scalar(hill, args=(5.0,), bounds=(-3.0, p * p)).x

    check(fixed, fixed(AT) / AT, 0.0)
    check(moving, 2.0 * AT, 2.0)


# --------------------------------------------------------------------------------------------- least squares


def scaled(p):
    found = optimize.least_squares(
        lambda x: decay(T, x[0], x[1]) - p * Y, [1.0, 1.0], gtol=1e-13, ftol=1e-14, xtol=1e-14
    )
    return found.x[0] * found.x[1]


def scaled_by_args(p):
    def residual(x, q, level):
        return decay(T, x[0], x[1]) - q * Y * level

    found = optimize.least_squares(
        residual, START, method="lm", args=(p,), kwargs={"level": 1.0}, gtol=1e-13, ftol=1e-14, xtol=1e-14
    )
    return found.x[0] * found.x[1]


def by_curve_fit(p):
    popt, _ = optimize.curve_fit(decay, T, p * Y, p0=(1.0, 1.0), ftol=1e-14, xtol=1e-14)
    return popt[0] * popt[1]


def by_a_model_that_varies(p):
    a, b = optimize.curve_fit(lambda t, a, b: decay(t, a / p, b), T, Y, ftol=1e-14, xtol=1e-14)[0]
    return a * b


@pytest.mark.parametrize("function", [scaled, scaled_by_args, by_curve_fit, by_a_model_that_varies])
def test_fits_of_what_is_scaled(function):
    """A curve that is p times as high has p times the factor, and the same rate."""
    (a, b), _ = optimize.curve_fit(decay, T, Y, ftol=1e-14, xtol=1e-14)
    check(function, a * b, 0.0, rel=1e-6)


def test_a_fit_by_a_method():
    def function(p):
        return np.prod(optimize.curve_fit(Fit(p).model, T, Y, p0=(1.0, 1.0), ftol=1e-14, xtol=1e-14)[0])

    (a, b), _ = optimize.curve_fit(decay, T, Y, ftol=1e-14, xtol=1e-14)
    check(function, -a * b / AT**2, 2.0 * a * b / AT**3, rel=1e-6)


def line(t, a, b):
    return a + b * t


def of_a_line(y, sigma=None, absolute=False):
    """Parameters and covariances of a straight line, by the normal equations."""
    weights = 1.0 / (np.ones_like(T) if sigma is None else sigma)
    matrix, goal = np.stack([weights, weights * T], axis=1), weights * y
    inverse = np.linalg.inv(matrix.T @ matrix)
    found = inverse @ matrix.T @ goal
    rest = 1.0 if absolute else np.sum((matrix @ found - goal) ** 2) / (len(T) - 2)
    return np.sum(found * [1.0, 3.0]) + 10.0 * np.sum(inverse * rest * [[1.0, 2.0], [0.0, 5.0]])


@pytest.mark.parametrize("absolute", [False, True])
@pytest.mark.parametrize("has_sigma", [False, True])
def test_covariances(has_sigma, absolute):
    dots = np.sin(7.0 * T)

    def function(y, sigma):
        given = sigma if has_sigma else None
        popt, pcov = optimize.curve_fit(line, T, y, sigma=given, absolute_sigma=absolute)
        return np.sum(popt * [1.0, 3.0]) + 10.0 * np.sum(pcov * [[1.0, 2.0], [0.0, 5.0]])

    def exact(t):
        return of_a_line(Y + t * dots, 1.0 + T + t * T**2 if has_sigma else None, absolute)

    by_y, by_sigma = s2sad.grad(function, (0, 1))(Y, 1.0 + T)
    assert by_y @ dots + by_sigma @ T**2 == pytest.approx(difference(exact, 0.0), rel=1e-6)
    _, pushed = s2sad.jvp(function, (Y, 1.0 + T), (dots, T**2))
    assert pushed == pytest.approx(difference(exact, 0.0), rel=1e-6)


def test_bounds_of_fits():
    def function(p):
        found = optimize.least_squares(
            lambda x: line(T, x[0], x[1]) - p * Y, [0.5, 0.5], bounds=([0.0, 0.1 * p], [np.inf, 1.0])
        )
        return found.x[0] + 10.0 * found.x[1] + found.cost

    def exact(p):
        a = np.mean(p * Y - 0.1 * p * T)
        return a + p + 0.5 * np.sum((a + 0.1 * p * T - p * Y) ** 2)

    check(function, difference(exact), rel=1e-6)


@pytest.mark.parametrize("loss", ["soft_l1", "huber", "cauchy", "arctan"])
def test_losses(loss):
    def function(p):
        found = optimize.least_squares(
            lambda x: line(T, x[0], x[1]) - Y - p * np.cos(9.0 * T), [1.0, 0.0], "3-point", loss=loss, f_scale=0.3,
            gtol=1e-14, ftol=1e-14, xtol=1e-14,
        )  # fmt: skip
        return found.x[0] - 2.0 * found.x[1]

    check(function, difference(function, width=1e-3), rel=1e-4)


@pytest.mark.parametrize("rule", rules_in(scipy_fits), ids=lambda rule: rule.name)
def test_the_programs_are_for_functions_of_scipy(rule):
    assert all(function.__module__.startswith("scipy.optimize") for function in rule.functions)


def test_linear_programs_are_refused():
    def function(p):
        return optimize.linprog([p, 1.0], A_ub=[[-1.0, -1.0]], b_ub=[-1.0]).fun

    with pytest.raises(NoRuleError, match="corner"):
        s2sad.grad(function)(AT)


def of_one_item(p):
    """SciPy takes an array of one number for the value of an objective."""
    found = optimize.minimize(lambda v: (v * v + v - p) ** 2, np.array([1.0]), tol=1e-12)
    return found.x[0]


def test_an_objective_that_gives_an_array_of_one_number():
    x = of_one_item(2.0)
    assert s2sad.grad(of_one_item)(2.0) == pytest.approx(1.0 / (2.0 * x + 1.0), rel=1e-5)
