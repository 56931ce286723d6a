"""The older solvers of `scipy.optimize`, and its global ones: derivatives of what they find, with captured values and `args=`."""

import numpy as np
import pytest

optimize = pytest.importorskip("scipy.optimize")

import s2sad

Y, T = np.array([0.7, 1.3, -0.4, 0.9]), np.array([0.3, 1.1, 0.8, -0.5])
TIGHT = 1e-11
A = np.array([[2.0, 0.3], [0.1, 1.5], [0.7, -0.4], [0.2, 0.9]])


def compare(function):
    """With differences of what is found, to half of the digits at best: so flat is a minimum."""
    rng = np.random.default_rng(0)
    dots = rng.normal(size=4), rng.normal(size=4)

    def along(f):
        return (f(Y + 1e-4 * dots[0], T + 1e-4 * dots[1]) - f(Y - 1e-4 * dots[0], T - 1e-4 * dots[1])) / 2e-4

    by_y, by_t = s2sad.grad(function, (0, 1))(Y, T)
    value, pushed = s2sad.jvp(function, (Y, T), dots)
    assert (value, pushed) == pytest.approx((function(Y, T), along(function)), rel=2e-4, abs=4e-4)
    assert by_y @ dots[0] + by_t @ dots[1] == pytest.approx(pushed, rel=1e-8, abs=1e-9)


def simplex(y, t):
    def bowl(u):
        return np.sum((u - y[:2]) ** 2) + 0.1 * np.sum((u - y[:2]) ** 4) + 0.2 * u[0] * u[1] ** 2

    return optimize.fmin(bowl, np.zeros(2), disp=False, xtol=1e-11, ftol=1e-14) @ t[:2]


def with_arguments(y, t):
    def bowl(u, a):
        return np.sum((u - a) ** 2) + 0.1 * np.sum((u - a) ** 4)

    return optimize.fmin_powell(bowl, np.zeros(2), (y[:2],), xtol=1e-11, ftol=1e-14, disp=False) @ t[:2]


def conjugate_directions(y, t):
    def bowl(u, a):
        return np.sum((u - a) ** 2) + 0.1 * np.sum((u - a) ** 4) + a[0] * a[1] * u[1]

    x, value, _, _, _ = optimize.fmin_cg(
        bowl, np.zeros(2), None, (y[:2],), gtol=1e-8, disp=False, full_output=True
    )
    return x @ t[:2] + value


def quasi_newton(y, t):
    def bowl(u):
        return np.sum((u - y) ** 2) + 0.1 * np.sum((u - y) ** 4) + 0.2 * u[0] * u[1] ** 2

    def slope(u):
        return 2.0 * (u - y) + 0.4 * (u - y) ** 3 + np.array([0.2 * u[1] ** 2, 0.4 * u[0] * u[1], 0.0, 0.0])

    return optimize.fmin_bfgs(bowl, np.zeros(4), slope, gtol=1e-11, disp=False) @ t


def within_bounds(y, t):
    def bowl(u):
        return np.sum((u - y[:3]) ** 2) + 0.1 * np.sum((u - y[:3]) ** 4) + 0.2 * u[0] * u[1] ** 2

    x, value, _ = optimize.fmin_l_bfgs_b(
        bowl,
        np.zeros(3),
        approx_grad=True,
        bounds=[(None, None), (0.0, 0.9), (-1.0, 1.0)],
        pgtol=1e-9,
    )
    return x @ t[:3] + value


def along_a_line(y, t):
    first = optimize.brent(lambda u: (u - y[1]) ** 2 + 0.1 * u**4)
    second = optimize.golden(lambda u, a: np.exp(u) - a * u, (y[0],), tol=1e-12)
    third = optimize.fminbound(lambda u: (u - y[3]) ** 2 + 0.1 * u**4, -3.0, 3.0, xtol=1e-12)
    return first * t[0] + second + third


def global_ones(y, t):
    def bowl(u):
        return np.sum((u - y[:2]) ** 2) + 0.1 * np.sum((u - y[:2]) ** 4) + 0.2 * u[0] * u[1] ** 2

    x = optimize.differential_evolution(bowl, [(-3.0, 3.0)] * 2, rng=0, tol=1e-12).x
    z = optimize.basinhopping(bowl, np.zeros(2), niter=2, rng=0)
    return x @ t[:2] + z.x[0]


def residuals(y, t):
    x, _ = optimize.leastsq(
        lambda u: np.array([u[0] - y[0], u[1] ** 2 - y[1], u[0] * u[1] - y[3]]), np.ones(2)
    )
    return x @ t[:2]


def without_negative_ones(y, t):
    x, length = optimize.nnls(A * t[1], y)
    z, _ = optimize.nnls(A * t[1], np.array([-1.0, 2.0, 0.3, 0.2]) * y[0])
    return x @ t[:2] + length + z @ t[1:3]


def linear_with_bounds(y, t):
    found = optimize.lsq_linear(A, y * t, bounds=([-1.0, -1.0], [0.05, 1.0]))
    return found.x @ t[:2] + found.cost


def large_equations(y, t):
    def equation(u):
        return u - y + 0.1 * u**3

    x = optimize.newton_krylov(equation, np.zeros(4), f_tol=TIGHT)
    return (
        x @ t
        + optimize.broyden1(equation, np.zeros(4), f_tol=TIGHT) @ y
        + optimize.anderson(equation, x, f_tol=1e-9)[0]
    )


PROGRAMS = [
    simplex, with_arguments, conjugate_directions, quasi_newton, within_bounds, along_a_line, global_ones, residuals,
    without_negative_ones, linear_with_bounds, large_equations,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
def test_derivatives(program):
    compare(program)


def test_the_second_derivative_of_what_is_found():
    def found(y, t):
        return (
            optimize.leastsq(lambda u: np.array([u[0] - y[0] ** 2, u[1] * u[0] - y[1]]), np.ones(2))[0]
            @ t[:2]
        )

    slope = s2sad.grad(found)
    pushed = s2sad.jvp(slope, (Y, T), (T, None))[1]
    np.testing.assert_allclose(pushed, (slope(Y + 1e-4 * T, T) - slope(Y - 1e-4 * T, T)) / 2e-4, 1e-5, 1e-7)


def bowl(u, p):
    return (u[0] - p[0]) ** 2 + (u[1] - p[1]) ** 2 * (1.0 + u[0] ** 2) + 0.1 * u[0] ** 4


def slope_of_bowl(u, p):
    by_first = 2.0 * (u[0] - p[0]) + 2.0 * u[0] * (u[1] - p[1]) ** 2 + 0.4 * u[0] ** 3
    return np.array([by_first, 2.0 * (u[1] - p[1]) * (1.0 + u[0] ** 2)])


@pytest.mark.parametrize(
    "solver",
    [
        lambda p: optimize.fmin_slsqp(bowl, [0.0, 0.0], args=(p,), iprint=0, acc=1e-14)[0],
        lambda p: optimize.fmin_slsqp(
            lambda u: bowl(u, p),
            [0.1, 0.1],
            f_eqcons=lambda u: np.array([u[0] + u[1] - p[0]]),
            iprint=0,
            acc=1e-15,
        )[0],
        lambda p: optimize.fmin_tnc(
            bowl, [0.1, 0.1], slope_of_bowl, args=(p,), disp=0, ftol=1e-15, pgtol=1e-12
        )[0][0],
        lambda p: optimize.fmin_ncg(bowl, [0.0, 0.0], slope_of_bowl, args=(p,), disp=0, avextol=1e-12)[0],
    ],
)
def test_older_solvers_of_a_function_of_the_module(solver):
    p = np.array([1.0, 2.0])
    units = np.eye(2)
    expected = [(solver(p + 1e-3 * u) - solver(p - 1e-3 * u)) / 2e-3 for u in units]
    np.testing.assert_allclose(s2sad.grad(solver)(p), expected, rtol=1e-3, atol=1e-4)
    assert s2sad.jvp(solver, (p,), (units[0],))[1] == pytest.approx(expected[0], rel=1e-3, abs=1e-4)


def test_what_is_refused():
    for solver in (
        lambda y: optimize.direct(lambda u: np.sum((u - y[:2]) ** 2), [(-3, 3), (-3, 3)]).x[0],
        lambda y: optimize.linprog(y[:2], A_ub=[[1.0, 1.0]], b_ub=[1.0]).x[0],
    ):
        with pytest.raises(s2sad.DifferentiationError, match="minimize"):
            s2sad.grad(solver)(Y)
    with pytest.raises(NotImplementedError, match="full_output"):
        s2sad.grad(lambda y: optimize.leastsq(lambda u: u - y, np.zeros(4), full_output=True)[0][0])(Y)
