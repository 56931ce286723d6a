"""Roots of equations (`scipy.optimize`): values to the bit, all modes and second derivatives against differences."""

import contextlib
import functools
import io
import math

import numpy as np
import pytest

optimize = pytest.importorskip("scipy.optimize")

import s2sad
from s2sad.errors import UnsupportedSyntax
from s2sad.rules import scipy_roots
from s2sad.rules.book import rules_in

AT, STEP = 1.3, 1e-4
RULES = rules_in(scipy_roots)


@pytest.mark.parametrize(
    ("rule", "sample"), [pytest.param(r, s, id=f"{r.name}-{i}") for r in RULES for i, s in enumerate(r.at)]
)
def test_programs_give_the_value(rule, sample):
    expected = rule.functions[0](*sample.args, **sample.kwargs)
    found = rule.define(*sample.args, **sample.kwargs)
    for name in ("root", "x"):
        expected, found = getattr(expected, name, expected), getattr(found, name, found)
    np.testing.assert_array_equal(found, expected)


def of_number(x, p, q):
    return x**3 * p + math.sin(q * x) - 1.0


def slope_of_number(x, p, q):
    return 3.0 * x * x * p + q * math.cos(q * x)


def bend_of_number(x, p, q):
    return 6.0 * x * p - q * q * math.sin(q * x)


def contraction(x, p, q):
    return math.exp(-p * x) / q


def of_array(x, p, q):
    return [x[0] ** 2 * p + x[1] - 3.0, x[0] - p * x[1] ** 3 * q]


def jacobian_of_array(x, p, q):
    return np.array([[2.0 * x[0] * p, 1.0], [1.0, -3.0 * p * q * x[1] ** 2]])


def item_by_item(x, p, q):
    return x**3 * p + np.sin(q * x) - 1.0


def contractions(x, p, q):
    return np.exp(-p * x) / q


ONES = np.array([1.0, 1.2])
SOLVERS = {
    "bisect": (lambda f, *more: optimize.bisect(f, 0.0, 2.0, *more, xtol=1e-14), of_number),
    "ridder": (lambda f, *more: optimize.ridder(f, 0.0, 2.0, *more), of_number),
    "brentq": (lambda f, *more: optimize.brentq(f, 0.0, 2.0, *more), of_number),
    "brenth": (lambda f, *more: optimize.brenth(f, 0.0, 2.0, *more), of_number),
    "toms748": (lambda f, *more: optimize.toms748(f, 0.0, 2.0, *more), of_number),
    "secant": (lambda f, *more: optimize.newton(f, 0.5, None, *more, tol=1e-13), of_number),
    "newton of arrays": (lambda f, *more: optimize.newton(f, ONES, None, *more, tol=1e-13), item_by_item),
    "root_scalar": (lambda f, *more: optimize.root_scalar(f, *more, bracket=(0.0, 2.0)).root, of_number),
    "fixed_point": (lambda f, *more: optimize.fixed_point(f, 0.5, *more, xtol=1e-13), contraction),
    "fixed_point of arrays": (
        lambda f, *more: optimize.fixed_point(f, ONES, *more, xtol=1e-13),
        contractions,
    ),
    "fsolve": (lambda f, *more: optimize.fsolve(f, [1.0, 1.0], *more, xtol=1e-13), of_array),
    "root": (lambda f, *more: optimize.root(f, [1.0, 1.0], *more, tol=1e-13).x, of_array),
}
METHODS = "lm broyden1 broyden2 anderson linearmixing diagbroyden excitingmixing krylov df-sane"


class Curve:
    def __init__(self, function, p):
        self.function, self.p, self.q = function, p, 1.2

    def at(self, x):
        return self.function(x, self.p, self.q)


def captured(solver, f):
    def function(p):
        return np.sum(solver(lambda x: f(x, p, 1.2)) ** 2)

    return function


def by_args(solver, f):
    def function(p):
        return np.sum(solver(f, (p, 1.2)) ** 2)

    return function


def by_method(solver, f):
    def function(p):
        return np.sum(solver(Curve(f, p).at) ** 2)

    return function


def by_partial(solver, f):
    def function(p):
        return np.sum(solver(functools.partial(f, p=p, q=1.2)) ** 2)

    return function


def difference(f, p=AT, width=STEP):
    rough, fine = ((f(p + h) - f(p - h)) / (2.0 * h) for h in (width, width / 2.0))
    return (4.0 * fine - rough) / 3.0


def check(function, p=AT, rel=1e-6):
    value, slope = s2sad.value_and_grad(function)(p)
    assert value == function(p)
    assert slope == pytest.approx(difference(function, p), rel=rel)
    value, tangent = s2sad.jvp(function, (p,), (1.0,))
    assert value == function(p)
    assert tangent == pytest.approx(slope, rel=1e-12)


def check_bend(function, p=AT, rel=1e-6):
    gradient = s2sad.grad(function)
    (product,) = s2sad.hvp(function, (p,), (1.0,))
    assert product == pytest.approx(difference(gradient, p), rel=rel)
    assert s2sad.grad(gradient)(p) == pytest.approx(product, rel=1e-11)


@pytest.mark.parametrize("form", [captured, by_args, by_method, by_partial])
@pytest.mark.parametrize("name", SOLVERS)
def test_parameters(name, form):
    check(form(*SOLVERS[name]))


@pytest.mark.parametrize("name", ["brentq", "newton of arrays", "fixed_point", "fsolve"])
def test_second_derivatives(name):
    check_bend(by_args(*SOLVERS[name]))


@pytest.mark.parametrize("method", METHODS.split())
def test_methods_of_root(method):
    def function(p):
        x = optimize.root(
            lambda x: np.array([1.0, p]) - x - 0.1 * p * x[::-1] ** 3, ONES, method=method, tol=1e-11
        ).x
        return x[0] * x[1]

    check(function)


def test_a_third_derivative():
    bend = s2sad.grad(s2sad.grad(captured(*SOLVERS["brentq"])))
    assert s2sad.grad(bend)(AT) == pytest.approx(difference(bend), rel=1e-6)


# ------------------------------------------------------------------------------------------------- what is given


def with_slopes(p):
    x = optimize.newton(of_number, 0.5, slope_of_number, (p, 1.2))
    y = optimize.newton(of_number, p / 2.0, slope_of_number, (p, 1.2), fprime2=bend_of_number)
    z = optimize.root_scalar(
        of_number, (p, 1.2), "halley", fprime=slope_of_number, fprime2=bend_of_number, x0=0.5
    )
    return x + y * z.root


def with_a_pair(p):
    def both(x):
        return of_number(x, p, 1.2), slope_of_number(x, p, 1.2)

    return optimize.root_scalar(both, fprime=True, x0=0.5, method="newton").root


def with_jacobians(p):
    x = optimize.fsolve(of_array, ONES, (p, 1.2), fprime=jacobian_of_array)
    y = optimize.root(of_array, ONES, (p, 1.2), jac=jacobian_of_array).x
    z = optimize.root(lambda x: (of_array(x, p, 1.2), jacobian_of_array(x, p, 1.2)), ONES, jac=True)
    return x[0] * y[1] + z.x[0]


def with_full_output(p):
    x, found = optimize.brentq(of_number, 0.0, 2.0, (p, 1.2), full_output=True)
    y, info, flag, message = optimize.fsolve(of_array, ONES, (p, 1.2), full_output=True)
    if flag != 1 or not found.converged:
        raise ValueError(message)
    return x * found.root * float(found.iterations > 0) + y[0] * info["fvec"].size


def with_a_result(p):
    found = optimize.root(of_array, ONES, (p, 1.2))
    if not found.success:
        raise ValueError(found.message)
    return found["x"][0] * float(found.nfev > 0) + found.x[1] + np.sum(found.fun)


def several_in_lists(p):
    def f(x, a, k):
        return x**3 * a[0] + math.sin(a[1] * x) - k["level"]

    return optimize.brentq(f, 0.0, 2.0, args=([p, 1.2], {"level": p / 2.0}))


def an_array_captured(p):
    matrix, right = np.array([[2.0, p], [p, 3.0]]), np.array([1.0, p])
    x = optimize.fsolve(lambda x: matrix @ x + 0.1 * x**3 - right, np.zeros(2))
    x += 1.0
    right[0] = 7.0 * p
    return np.sum(x**2 * right)


def in_loops(p):
    x, total, every = p, 0.0, np.zeros(3)
    for k in range(3):
        x = optimize.brentq(lambda t, x=x: t**3 + t - x, -5.0, 5.0) + p
        every[k] = optimize.brentq(lambda t: t**3 + t - p * k, -5.0, 5.0)  # noqa: B023
        total += optimize.newton(lambda t: t**3 + t - x, x)  # noqa: B023
    return total + np.sum(every**2)


def in_a_comprehension(p):
    return sum([optimize.brentq(lambda t, k=k: t**3 + t - p * k, -5.0, 5.0) for k in range(3)])


def one_in_another(p):
    def outer(x):
        return optimize.brentq(lambda y: y**3 - x * p, 0.0, 3.0) + x - 2.0

    return optimize.brentq(outer, 0.0, 2.0)


def on_one_path(p):
    x = p
    if p > 0.0:
        x = optimize.ridder(of_number, 0.0, 2.0, args=(p, 1.2))
    return x * optimize.brentq(lambda t: t**3 - 2.0, 0.0, 2.0)


def from_where_it_was(p):
    x = optimize.fsolve(lambda x: x**3 - p, np.array([p, 1.0]))
    return np.sum(optimize.fsolve(lambda y: y**3 - p * x, x))


def of_a_matrix(p):
    square = np.array([[4.0, 1.0], [1.0, p]])
    x = optimize.root(lambda x: x @ x - square, 2.0 * np.eye(2), method="krylov", tol=1e-13).x
    return np.sum(x**3)


def of_a_gradient(p):
    def loss(x):
        return (x - p) ** 4 + x * x

    return optimize.brentq(s2sad.grad(loss), -5.0, 5.0)


def of_a_branch(p):
    return optimize.brentq(lambda x: x**3 - p if x > 0.1 else x * p - p, 0.0, 2.0)


def one_of_an_array(p):
    (x,) = optimize.fsolve(lambda x: of_number(x[0], p, 1.2), 0.5)
    return x + optimize.fsolve(lambda x: x**3 * p - 1.0, 0.5)[0]


PROGRAMS = [
    with_slopes,
    with_a_pair,
    with_jacobians,
    with_full_output,
    with_a_result,
    several_in_lists,
    an_array_captured,
    in_loops,
    in_a_comprehension,
    one_in_another,
    on_one_path,
    from_where_it_was,
    of_a_matrix,
    of_a_gradient,
    of_a_branch,
    one_of_an_array,
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_programs(function):
    check(function)


@pytest.mark.parametrize("function", [several_in_lists, an_array_captured, one_in_another, of_a_matrix])
def test_second_derivatives_of_programs(function):
    check_bend(function)


def test_by_arrays():
    def function(a, b):
        return np.sum(optimize.fsolve(lambda x: a @ x + 0.1 * x**3 - b, np.zeros(2)) ** 2)

    a, b, dot = np.array([[2.0, 0.3], [0.4, 3.0]]), np.array([1.0, 2.0]), np.array([0.4, -1.0])
    by_a, by_b = s2sad.grad(function, (0, 1))(a, b)
    assert by_b @ dot == pytest.approx(difference(lambda t: function(a, b + t * dot), 0.0), rel=1e-7)
    assert np.sum(by_a[0] * dot) == pytest.approx(
        difference(lambda t: function(a + t * np.array([dot, 0.0 * dot]), b), 0.0), rel=1e-6
    )


# ---------------------------------------------------------------------------------------------- the iterations


def test_the_iterations_are_not_differentiated():
    """However many there are, the derivative takes the residual once more, and its two derivatives."""

    def function(p):
        def residual(x):
            print("called")
            return x**3 - p

        return optimize.bisect(residual, 0.0, 2.0)

    def called(run):
        seen = io.StringIO()
        with contextlib.redirect_stdout(seen):
            run(AT)
        return seen.getvalue().count("called")

    gradient = s2sad.grad(function)
    gradient(AT)
    assert called(gradient) <= called(function) + 2


def test_a_singular_derivative_raises():
    def of_a_number(p):
        return optimize.bisect(lambda x: (x - 1.0) ** 3 - (p - AT), 0.0, 2.0)

    def of_arrays(p):
        return np.sum(optimize.fsolve(lambda x: np.array([x[0] + x[1] - p, 2.0 * (x[0] + x[1] - p)]), ONES))

    for function in (of_a_number, of_arrays):
        for derivative in (s2sad.grad(function), lambda p, f=function: s2sad.jvp(f, (p,), (1.0,))):
            with pytest.raises(ArithmeticError, match="singular at its root"):
                derivative(AT)


def test_what_a_residual_writes_is_refused():
    class Counting:
        def __init__(self, p):
            self.p, self.calls = p, 0

        def at(self, x):
            self.calls += 1
            return x**3 - self.p

    def function(p):
        return optimize.brentq(Counting(p).at, 0.0, 2.0)

    with pytest.raises(UnsupportedSyntax, match="calls"):
        s2sad.grad(function)(AT)


def test_complex_roots_are_refused():
    with pytest.raises(UnsupportedSyntax, match="one real unknown"):
        s2sad.grad(lambda p: abs(optimize.newton(lambda z: z**2 + p, 0.5 + 1.0j)))(AT)
    with pytest.raises(TypeError, match="complex"):
        s2sad.grad(lambda p: abs(optimize.newton(lambda x: (x - p) * (1.0 + 2.0j), 1.0)))(AT)
