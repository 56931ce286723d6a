"""Many tangents in one pass: the function runs once, against differences."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, 1.2, -0.7, 0.9, 2.0])


def counted(f):
    """The function, and a list to which each of its calls adds an item."""
    calls = []

    def g(*args):
        calls.append(None)
        return f(*args)

    return g, calls


def one_by_one(f, x):
    units = np.reshape(np.eye(np.size(x)), (np.size(x), *np.shape(x)))
    columns = [(np.ravel(f(x + 1e-6 * u)) - np.ravel(f(x - 1e-6 * u))) / 2e-6 for u in units]
    return np.stack(columns, axis=1)


def stencil(u):
    d = np.zeros_like(u)
    d[1:-1] = u[2:] - 2.0 * u[1:-1] + u[:-2]
    d[0], d[-1] = u[1] - u[0], np.sin(u[-1])
    return d * u


def looped(x):
    y = np.zeros(len(x))
    for i in range(1, len(x) - 1):
        y[i] = x[i - 1] * x[i + 1] if x[i] > 0.5 else np.sin(x[i])
    return y


def listed(x):
    rows = []
    for v in x:
        rows.append(v * v)
    rows[1] = rows[0] * x[2]
    return np.array(rows)


def helper(a, b):
    return np.outer(a, b)


def called(x):
    return np.ravel(helper(x[:2], x[2:]))


def sorted_and_solved(x):
    a = np.eye(5) * 3.0 + np.outer(x, x)
    return np.linalg.solve(a, np.sort(x)) * np.max(x)


def attempted(x):
    try:
        return x / x[0]
    except ZeroDivisionError:
        return x


def until(x):
    y = x
    while np.sum(y * y) < 50.0:
        y = y * 1.5 + x
    return y


FUNCTIONS = [stencil, looped, listed, called, sorted_and_solved, attempted, until, np.cumsum]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_the_function_runs_once_for_all_tangents(f):
    g, calls = counted(f)
    found = s2sad.jacfwd(g)(X)
    assert len(calls) == 1
    np.testing.assert_allclose(found, one_by_one(f, X), rtol=1e-6, atol=1e-7)
    calls.clear()
    directions = [(np.cos(k * X),) for k in range(3)]
    value, tangents = s2sad.jvps(g, (X,), directions)
    assert len(calls) == 1
    np.testing.assert_array_equal(value, f(X))
    for (direction,), tangent in zip(directions, tangents):
        np.testing.assert_allclose(tangent, found @ direction, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("f", FUNCTIONS)
def test_hessians_run_the_function_once(f):
    g, calls = counted(lambda x: np.sum(f(x) ** 2))
    found = s2sad.hessian(g)(X)
    assert len(calls) == 1
    np.testing.assert_allclose(found, one_by_one(s2sad.grad(g), X), rtol=1e-5, atol=1e-5)


def test_random_numbers_are_drawn_once():
    def noisy(x):
        return x * np.random.default_rng(3).normal() + SOURCE.normal()

    SOURCE = np.random.default_rng(1)
    s2sad.jacfwd(noisy)(X)
    after = SOURCE.normal()
    other = np.random.default_rng(1)
    other.normal()
    assert after == other.normal()


def test_structures_and_numbers():
    def f(pair, s):
        return {"a": pair[0] * s, "b": [np.sum(pair[1]) * s]}

    value, tangents = s2sad.jvps(f, ((X, X[:2]), 2.0), [((X, X[:2]), 1.0), ((-X, X[:2]), 0.0)])
    np.testing.assert_allclose(tangents[0]["a"], 3.0 * X)
    assert tangents[1]["b"] == pytest.approx([2.0 * np.sum(X[:2])])
    assert s2sad.jvps(lambda z: z**2.0, (3.0,), [(1.0,), (2.0,)]) == (9.0, [6.0, 12.0])


class Cubed:
    def __init__(self):
        self.calls = 0

    def go(self, x):
        self.calls += 1
        return x**3


def test_a_method_that_is_known_when_the_program_runs():
    model = Cubed()
    found = s2sad.jacfwd(lambda x, m: m.go(x) * 2.0)(X, model)
    np.testing.assert_allclose(found, np.diag(6.0 * X**2))
    assert model.calls == 1
