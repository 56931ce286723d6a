"""Minima under constraints (`scipy.optimize`): objects and dicts, held or not, from both sides, against what is exact."""

import numpy as np
import pytest

optimize = pytest.importorskip("scipy.optimize")

import s2sad

P = np.array([1.2, 0.7])
START = [0.1, 0.1]
TIGHT = {"gtol": 1e-10, "xtol": 1e-14, "barrier_tol": 1e-12, "maxiter": 3000}


def bowl(x, p):
    return (x[0] - p[0]) ** 2 + 2.0 * (x[1] - p[1]) ** 2


def least(p, constraints=(), bounds=None, method="SLSQP"):
    options = TIGHT if method == "trust-constr" else {"ftol": 1e-15} if method == "SLSQP" else {}
    tol = None if method in ("SLSQP", "trust-constr") else 1e-10
    found = optimize.minimize(
        lambda x: bowl(x, p),
        START,
        method=method,
        constraints=constraints,
        bounds=bounds,
        tol=tol,
        options=options,
    )
    return found.x[0] + 3.0 * found.x[1]


def on_line(p, sum_of_both):
    """The bowl's minimum on x + y = s: x = p0 - 2 m, y = p1 - m, 3 m = p0 + p1 - s."""
    m = (p[0] + p[1] - sum_of_both) / 3.0
    return p[0] - 2.0 * m + 3.0 * (p[1] - m)


def below(p, method):
    return least(p, optimize.LinearConstraint([[1.0, 1.0]], -np.inf, p[0]), method=method)


def linear_that_does_not_vary(p, method):
    return least(p, optimize.LinearConstraint(np.array([[1.0, 1.0]]), ub=1.1), method=method)


def between_two(p, method):
    both = optimize.LinearConstraint([[1.0, 1.0], [1.0, -1.0]], [-9.0, -9.0], [0.8 * p[1], 9.0])
    return least(p, [both], method=method)


def by_a_function(p, method):
    return least(
        p, optimize.NonlinearConstraint(lambda x: p[1] * (x[0] + x[1]), -9.0, p[0] * p[1]), method=method
    )


def from_below(p, method):
    return least(p, [optimize.NonlinearConstraint(lambda x: -x[0] - x[1], -p[0], np.inf)], method=method)


def of_several_kinds(p, method):
    line = optimize.LinearConstraint(np.array([[2.0, 2.0]]), 2.0 * p[0], 2.0 * p[0])
    far = optimize.NonlinearConstraint(lambda x: [x[0] ** 2, x[1]], [-1.0, -9.0], [99.0, p[0] + 9.0])
    return least(p, (line, far), method=method)


def not_held(p, method):
    return least(p, optimize.LinearConstraint([[1.0, 1.0]], -9.0, 9.0 * p[0]), method=method)


CASES = {
    below: lambda p: on_line(p, p[0]),
    linear_that_does_not_vary: lambda p: on_line(p, 1.1),
    between_two: lambda p: on_line(p, 0.8 * p[1]),
    by_a_function: lambda p: on_line(p, p[0]),
    from_below: lambda p: on_line(p, p[0]),
    of_several_kinds: lambda p: on_line(p, p[0]),
    not_held: lambda p: p[0] + 3.0 * p[1],
}


def slopes(exact, p):
    return np.array([(exact(p + 1e-3 * u) - exact(p - 1e-3 * u)) / 2e-3 for u in np.eye(2)])


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr"])
@pytest.mark.parametrize("function", CASES)
def test_constraints_that_are_objects(function, method):
    """What trust-constr gives lies inside, by 1e-4."""
    near = 1e-6 if method == "SLSQP" else 1e-3
    value, gradient = s2sad.value_and_grad(function)(P, method)
    assert value == pytest.approx(CASES[function](P), rel=near)
    np.testing.assert_allclose(gradient, slopes(CASES[function], P), rtol=near, atol=near)
    tangent = s2sad.jvp(lambda p: function(p, method), (P,), (P,))[1]
    assert tangent == pytest.approx(np.dot(gradient, P), rel=1e-9)


@pytest.mark.parametrize("method", ["COBYLA", "SLSQP"])
def test_inequalities_that_are_dicts(method):
    def function(p):
        found = optimize.minimize(
            lambda x: bowl(x, p),
            START,
            method=method,
            tol=1e-10,
            constraints=(
                {"type": "ineq", "fun": lambda x, s: s - x[0] - x[1], "args": (p[0],)},
                {"type": "ineq", "fun": lambda x: 9.0 - x[0], "jac": lambda x: np.array([-1.0, 0.0])},
            ),
        )
        return found.x[0] + 3.0 * found.x[1]

    np.testing.assert_allclose(s2sad.grad(function)(P), slopes(lambda p: on_line(p, p[0]), P), atol=1e-6)


LINE = optimize.LinearConstraint([[1.0, 1.0]], -np.inf, 1.1)
CURVE = optimize.NonlinearConstraint(lambda x: x[0] + x[1], -np.inf, 1.1)


@pytest.mark.parametrize("given", [LINE, CURVE])
def test_constraints_that_live_outside(given):
    def function(p):
        return least(p, given)

    np.testing.assert_allclose(s2sad.grad(function)(P), slopes(lambda p: on_line(p, 1.1), P), atol=1e-6)


@pytest.mark.parametrize("method", ["L-BFGS-B", "SLSQP", "trust-constr"])
def test_bounds_that_vary(method):
    def function(p):
        return least(p, bounds=optimize.Bounds([-9.0, -9.0], [0.5 * p[1], 9.0]), method=method)

    np.testing.assert_allclose(s2sad.grad(function)(P), [0.0, 3.5], atol=1e-6)


def test_second_derivatives_on_a_circle():
    """The point of the circle |x|^2 = r nearest to p is sqrt(r) p / |p|."""

    def function(q):
        circle = optimize.NonlinearConstraint(lambda x: x[0] ** 2 + x[1] ** 2, q[0], q[0])
        found = optimize.minimize(
            lambda x: (x[0] - q[1]) ** 2 + (x[1] - 1.0) ** 2,
            [0.5, 0.5],
            constraints=circle,
            options={"ftol": 1e-15},
        )
        return found.x[0]

    def exact(q):
        return np.sqrt(q[0]) * q[1] / np.sqrt(1.0 + q[1] ** 2)

    q, v = np.array([0.6, 1.4]), np.array([1.0, -0.5])
    assert s2sad.grad(function)(q) == pytest.approx(slopes(exact, q), rel=1e-5)
    expected = (slopes(exact, q + 1e-3 * v) - slopes(exact, q - 1e-3 * v)) / 2e-3
    np.testing.assert_allclose(s2sad.hvp(function, (q,), (v,))[0], expected, rtol=1e-4, atol=1e-5)


def evolved(p):
    return optimize.differential_evolution(
        lambda x: bowl(x, p),
        [(-2.0, 2.0)] * 2,
        constraints=optimize.LinearConstraint([[1.0, 1.0]], ub=p[0]),
        rng=1,
    )


def annealed(p):
    return optimize.dual_annealing(lambda x: bowl(x, p), [(-2.0, 2.0)] * 2, rng=1, maxiter=20)


def divided(p):
    return optimize.shgo(bowl, [(-2.0, 2.0), (-2.0, 0.5 * p[0])], args=(p,))


@pytest.mark.parametrize(
    "solve, exact",
    [
        (evolved, lambda p: on_line(p, p[0])),
        (annealed, lambda p: p[0] + 3.0 * p[1]),
        (divided, lambda p: 2.5 * p[0]),
    ],
)
def test_global_minima(solve, exact):
    def function(p):
        found = solve(p)
        return found.x[0] + 3.0 * found.x[1]

    np.testing.assert_allclose(s2sad.grad(function)(P), slopes(exact, P), rtol=1e-4, atol=1e-4)


def test_an_object_beside_a_dict_is_refused():
    def function(p):
        line = optimize.LinearConstraint([[1.0, 1.0]], ub=p[0])
        return least(p, [line, {"type": "ineq", "fun": lambda x: 9.0 - x[0]}])

    with pytest.raises(s2sad.DifferentiationError):
        s2sad.grad(function)(P)
