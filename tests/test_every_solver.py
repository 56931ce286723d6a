"""Every solver of SciPy's with a parameter that it captures, gets by `args=`, from a method's object, and by `partial`.

What is solved has an exact derivative, which is written beside it; one who takes no `args=` gets it in the other forms.
"""

import functools
import math

import numpy as np
import pytest

import s2sad

optimize = pytest.importorskip("scipy.optimize")
integrate = pytest.importorskip("scipy.integrate")

P = np.array([1.3, 0.7])


class Held:
    """An object whose method reads its parameters."""

    def __init__(self, function, a, b):
        self.function, self.a, self.b = function, a, b

    def one(self, x):
        return self.function(x, self.a, self.b)

    def two(self, t, y):
        return self.function(t, y, self.a, self.b)


def captured(solve, f, p):
    if f.__code__.co_argcount == 4:
        return solve(lambda t, y: f(t, y, p[0], p[1]))
    return solve(lambda x: f(x, p[0], p[1]))


def by_args(solve, f, p):
    return solve(f, args=(p[0], p[1]))


def by_args_of_an_array(solve, f, p):
    return solve(f, args=tuple(p))


def by_method(solve, f, p):
    held = Held(f, p[0], p[1])
    return solve(held.two) if f.__code__.co_argcount == 4 else solve(held.one)


def by_partial(solve, f, p):
    return solve(functools.partial(f, a=p[0], b=p[1]))


class Chosen:
    """The method of a solver that a program asks for: one derivative serves all methods."""

    method = None


CHOSEN = Chosen()


@functools.cache
def program_of(form, solve, f):
    def function(p):
        return form(solve, f, p)

    return function


FORMS = [captured, by_args]
OTHER_FORMS = [by_method, by_args_of_an_array, by_partial]


# ------------------------------------------------------------------- a x = b, a cubic, or a pair of such equations


def cubic(x, a, b):
    return (a * x) ** 3 - b


def cubic_slope(x, a, b):
    return 3.0 * a**3 * x * x


def cubic_bend(x, a, b):
    return 6.0 * a**3 * x


def contraction(x, a, b):
    return 0.5 * x + 0.5 * b ** (1.0 / 3.0) / a


def pair(x, a, b):
    return np.array([(a * x[0]) ** 3 - b, x[1] - x[0]])


def weak(x, a, b):
    """Of which even the simplest iteration finds the root."""
    return np.array([x[0] - b ** (1.0 / 3.0) / a, x[1] - x[0]]) + 0.1 * np.array([x[1] - x[0], 0.0]) ** 3


def towards(x, a, b):
    """A step towards the root."""
    return np.array([b ** (1.0 / 3.0) / a - x[0], x[0] - x[1]])


def root(p):
    return p[1] ** (1.0 / 3.0) / p[0]


def by_bracket(f, **how):
    return optimize.root_scalar(f, method=CHOSEN.method, bracket=(0.0, 3.0), xtol=1e-13, **how).root


def root_near(f, **how):
    return optimize.root(f, [0.8, 0.8], method=CHOSEN.method, tol=1e-12, **how).x[1]


def mixed(f, **how):
    options = {"jac_options": {"alpha": 0.3}}
    return optimize.root(f, [0.8, 0.8], method=CHOSEN.method, tol=1e-11, options=options, **how).x[1]


ROOTS = {
    "brentq": (lambda f, **how: optimize.brentq(f, 0.0, 3.0, xtol=1e-14, **how), cubic),
    "brenth": (lambda f, **how: optimize.brenth(f, 0.0, 3.0, xtol=1e-14, **how), cubic),
    "bisect": (lambda f, **how: optimize.bisect(f, 0.0, 3.0, xtol=1e-14, **how), cubic),
    "ridder": (lambda f, **how: optimize.ridder(f, 0.0, 3.0, xtol=1e-14, **how), cubic),
    "toms748": (lambda f, **how: optimize.toms748(f, 0.0, 3.0, xtol=1e-14, **how), cubic),
    "secant": (lambda f, **how: optimize.newton(f, 0.9, tol=1e-13, **how), cubic),
    "fixed_point": (lambda f, **how: optimize.fixed_point(f, 1.0, xtol=1e-13, **how), contraction),
    "fsolve": (lambda f, **how: optimize.fsolve(f, [1.0, 1.0], xtol=1e-13, **how)[1], pair),
    "full output": (
        lambda f, **how: optimize.brentq(f, 0.0, 3.0, xtol=1e-14, full_output=True, **how)[1].root,
        cubic,
    ),
    **{
        f"root_scalar {method}": (by_bracket, cubic, method)
        for method in ("bisect", "brentq", "brenth", "ridder", "toms748")
    },
    "root_scalar secant": (
        lambda f, **how: optimize.root_scalar(f, method="secant", x0=0.9, x1=0.8, xtol=1e-13, **how).root,
        cubic,
    ),
    **{
        f"root {method}": (root_near, weak, method)
        for method in "hybr lm broyden1 broyden2 anderson diagbroyden krylov df-sane".split()
    },
    **{f"root {method}": (mixed, towards, method) for method in ("linearmixing", "excitingmixing")},
}


def check_case(form, case, exact, rel):
    solve, f, *method = case
    CHOSEN.method = method[0] if method else None
    check(form, solve, f, exact, rel)


def check(form, solve, f, exact, rel=1e-7, p=P):
    function = program_of(form, solve, f)
    expected = [(exact(p + 1e-5 * u) - exact(p - 1e-5 * u)) / 2e-5 for u in np.eye(len(p))]
    value, gradient = s2sad.value_and_grad(function)(p)
    assert value == pytest.approx(exact(p), rel=max(rel, 1e-5))
    np.testing.assert_allclose(gradient, expected, rtol=rel, atol=rel)
    assert s2sad.jvp(function, (p,), (p,))[1] == pytest.approx(np.dot(gradient, p), rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ROOTS)
def test_roots(name, form):
    check_case(form, ROOTS[name], root, 2e-7)


@pytest.mark.parametrize("form", OTHER_FORMS)
@pytest.mark.parametrize(
    "name", ["brentq", "secant", "fixed_point", "fsolve", "root_scalar brentq", "root hybr"]
)
def test_roots_in_other_forms(name, form):
    check_case(form, ROOTS[name], root, 2e-7)


def newton_by_args(p):
    return optimize.newton(cubic, 0.9, fprime=cubic_slope, args=(p[0], p[1]), tol=1e-13)


def newton_captured(p):
    return optimize.newton(lambda x: cubic(x, *p), 0.9, lambda x: cubic_slope(x, *p), tol=1e-13)


def halley_by_args(p):
    return optimize.newton(cubic, 0.9, cubic_slope, (p[0], p[1]), fprime2=cubic_bend, tol=1e-13)


def root_scalar_by_slopes(p):
    return optimize.root_scalar(cubic, (p[0], p[1]), x0=0.9, fprime=cubic_slope, xtol=1e-13).root


@pytest.mark.parametrize("f", [newton_by_args, newton_captured, halley_by_args, root_scalar_by_slopes])
def test_roots_by_slopes(f):
    check(lambda solve, g, p: f(p), None, None, root)


# --------------------------------------------------------------------------------------------------------- minima


def bowl(x, a, b):
    return (a * x[0] - b) ** 2 + (x[1] - x[0]) ** 2


def parabola(x, a, b):
    return (a * x - b) ** 2 + 1.0


def residuals(x, a, b):
    return np.array([a * x[0] - b, x[1] - x[0], 0.5 * (x[1] - x[0])])


def lowest(p):
    return p[1] / p[0]


START = np.array([0.4, 0.5])


def minimum_near(f, **how):
    return optimize.minimize(f, START, method=CHOSEN.method, tol=1e-10, **how).x[1]


def along_a_line(f, **how):
    return optimize.minimize_scalar(f, method=CHOSEN.method, tol=1e-10, **how).x


def least_squares(f, **how):
    return optimize.least_squares(f, START, method=CHOSEN.method, xtol=1e-13, **how).x[1]


MINIMA = {
    **{
        f"minimize {method}": (minimum_near, bowl, method)
        for method in ("Powell", "CG", "BFGS", "L-BFGS-B", "TNC", "SLSQP", "COBYLA", "trust-constr")
    },
    "minimize Nelder-Mead": (
        lambda f, **how: optimize.minimize(
            f, START, method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-14}, **how
        ).x[1],
        bowl,
    ),
    "fmin": (lambda f, **how: optimize.fmin(f, START, xtol=1e-10, ftol=1e-14, disp=False, **how)[1], bowl),
    "fmin_powell": (lambda f, **how: optimize.fmin_powell(f, START, xtol=1e-10, disp=False, **how)[1], bowl),
    "fmin_cg": (lambda f, **how: optimize.fmin_cg(f, START, gtol=1e-9, disp=False, **how)[1], bowl),
    "fmin_bfgs": (lambda f, **how: optimize.fmin_bfgs(f, START, gtol=1e-9, disp=False, **how)[1], bowl),
    "fmin_l_bfgs_b": (
        lambda f, **how: optimize.fmin_l_bfgs_b(f, START, approx_grad=True, factr=10.0, pgtol=1e-9, **how)[0][
            1
        ],
        bowl,
    ),
    "fmin_tnc": (
        lambda f, **how: optimize.fmin_tnc(f, START, approx_grad=True, ftol=1e-14, disp=0, **how)[0][1],
        bowl,
    ),
    "fmin_slsqp": (lambda f, **how: optimize.fmin_slsqp(f, START, acc=1e-13, iprint=0, **how)[1], bowl),
    "differential_evolution": (
        lambda f, **how: optimize.differential_evolution(f, [(-2.0, 2.0)] * 2, rng=1, tol=1e-8, **how).x[1],
        bowl,
    ),
    **{f"minimize_scalar {method}": (along_a_line, parabola, method) for method in ("brent", "golden")},
    "minimize_scalar bounded": (
        lambda f, **how: optimize.minimize_scalar(f, bounds=(-2.0, 2.0), method="bounded", **how).x,
        parabola,
    ),
    "fminbound": (lambda f, **how: optimize.fminbound(f, -2.0, 2.0, xtol=1e-10, **how), parabola),
    "brent": (lambda f, **how: optimize.brent(f, brack=(-1.0, 2.0), **how), parabola),
    "golden": (lambda f, **how: optimize.golden(f, brack=(-1.0, 2.0), tol=1e-10, **how), parabola),
    **{f"least_squares {method}": (least_squares, residuals, method) for method in ("trf", "dogbox", "lm")},
    "leastsq": (lambda f, **how: optimize.leastsq(f, START, xtol=1e-13, **how)[0][1], residuals),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MINIMA)
def test_minima(name, form):
    check_case(form, MINIMA[name], lowest, 2e-4)


@pytest.mark.parametrize("form", OTHER_FORMS)
@pytest.mark.parametrize("name", ["minimize BFGS", "minimize_scalar brent", "least_squares trf", "leastsq"])
def test_minima_in_other_forms(name, form):
    check_case(form, MINIMA[name], lowest, 2e-4)


@pytest.mark.parametrize("form", [captured, by_method, by_partial])
def test_basin_hopping(form):
    def solve(f):
        return optimize.basinhopping(f, START, niter=2, rng=1).x[1]

    check(form, solve, bowl, lowest, 2e-4)


TIMES = np.linspace(0.0, 2.0, 7)


def decaying(t, a, b):
    return b * np.exp(-a * t)


@pytest.mark.parametrize("form", [captured, by_method, by_partial])
def test_curve_fit(form):
    """The data are made of a slower decay, twice as high: the factor of the model is what is fitted."""

    def solve(model):
        data = 2.0 * decaying(TIMES, 1.0, 1.0)
        return optimize.curve_fit(lambda t, c: c * model(t), TIMES, data, p0=[1.0])[0][0]

    def exact(p):
        shape, data = decaying(TIMES, *p), 2.0 * decaying(TIMES, 1.0, 1.0)
        return np.dot(shape, data) / np.dot(shape, shape)

    check(form, solve, decaying, exact, 1e-6)


# ----------------------------------------------------------------------------------------- trajectories, integrals


def decay(t, y, a, b):
    return -a * y + b


def decay_of_odeint(y, t, a, b):
    return -a * y + b


def after(time, p):
    return p[1] / p[0] + (1.0 - p[1] / p[0]) * math.exp(-time * p[0])


def end_of_trajectory(f, **how):
    method = CHOSEN.method
    return integrate.solve_ivp(f, (0.0, 0.25), [1.0], method=method, rtol=1e-8, atol=1e-10, **how).y[0, -1]


@pytest.mark.parametrize(
    ("method", "form"),
    [
        *((method, by_args) for method in ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")),
        *((method, form) for method, form in (("RK45", captured), ("BDF", by_partial))),
    ],
)
def test_solve_ivp(method, form):
    check_case(form, (end_of_trajectory, decay, method), lambda p: after(0.25, p), 1e-6)


@pytest.mark.parametrize("form", [captured, by_args, by_method])
def test_odeint(form):
    def solve(f, **how):
        return integrate.odeint(f, [1.0], [0.0, 2.0], rtol=1e-9, atol=1e-11, **how)[-1, 0]

    if form is by_method or form is captured:
        return check(form, lambda f: solve(f, tfirst=True), decay, lambda p: after(2.0, p), 1e-6)
    return check(form, solve, decay_of_odeint, lambda p: after(2.0, p), 1e-6)


@pytest.mark.parametrize("form", [captured, by_method, by_partial])
def test_solve_bvp(form):
    """y'' = 0, y'(0) = a, y(1) = b"""

    def ends(p):
        return lambda left, right: np.array([left[1] - p[0], right[0] - p[1]])

    def at_ends(left, right, a, b):
        return np.array([left[1] - a, right[0] - b])

    def solve(conditions):
        mesh = np.linspace(0.0, 1.0, 5)
        slope = lambda x, y: np.vstack([y[1], np.zeros_like(y[1])])  # noqa: E731
        return integrate.solve_bvp(slope, conditions, mesh, np.zeros((2, 5))).y[0, 0]

    check(form, solve, at_ends, lambda p: p[1] - p[0])


def power(x, a, b):
    return b * x**a


def of_two(y, x, a, b):
    return b * x * y**a


INTEGRALS = {
    "quad": (lambda f, **how: integrate.quad(f, 0.0, 2.0, epsabs=1e-12, epsrel=1e-12, **how)[0], power),
    "fixed_quad": (lambda f, **how: integrate.fixed_quad(f, 1.0, 2.0, n=9, **how)[0], power),
    "quad_vec": (
        lambda f, **how: integrate.quad_vec(f, 1.0, 2.0, epsabs=1e-12, epsrel=1e-12, **how)[0],
        power,
    ),
    "dblquad": (lambda f, **how: integrate.dblquad(f, 0.0, 1.0, 1.0, 2.0, **how)[0], of_two),
    "nquad": (lambda f, **how: integrate.nquad(f, [[1.0, 2.0], [0.0, 1.0]], **how)[0], of_two),
}
LOWER = {"quad": 0.0, "fixed_quad": 1.0, "quad_vec": 1.0, "dblquad": 1.0, "nquad": 1.0}


@pytest.mark.parametrize(
    ("name", "form"),
    [
        *(("quad", form) for form in (*FORMS, *OTHER_FORMS)),
        *(("fixed_quad", form) for form in FORMS),
        *(("quad_vec", form) for form in FORMS),
        ("dblquad", by_args),
        ("nquad", captured),
    ],
)
def test_integrals(name, form):
    factor = 0.5 if name in ("dblquad", "nquad") else 1.0

    def exact(p):
        return factor * p[1] * (2.0 ** (p[0] + 1.0) - LOWER[name] ** (p[0] + 1.0)) / (p[0] + 1.0)

    check(form, *INTEGRALS[name], exact, 1e-6)
