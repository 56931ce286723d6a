"""Arrays that are filled and then overwritten but for their ends are filled at the ends alone."""

import numpy as np
import pytest

import s2sad
from s2sad.loops.overwritten_fills import without_overwritten_fills
from tests.loops.passes import VECTOR, passed, value_of

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])
RNG = np.random.default_rng(5)


def heat(u):
    for _ in range(3):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2]) * u[1:-1]
        u = v
    return np.sum(u * u)


def plate(u):
    for _ in range(2):
        v = np.sin(u)
        v[1:-1, 2:] = u[2:, 2:] * u[:-2, 1:-1]
        u = v
    return np.sum(u * u)


def block(u):
    for _ in range(2):
        v = 0.5 * u * u
        v[:, 1:-1, 1:] = u[:, 2:, 1:] * u[:, :-2, :-1]
        u = v
    return np.sum(u * u)


def whole(u):
    v = np.sin(u)
    v[:] = u * u
    return np.sum(v)


def read_in_between(u):
    v = u * u
    total = np.sum(v)
    v[1:-1] = np.sin(u[1:-1])
    return np.sum(v * v) * total


def read_while_overwritten(u):
    v = u * u
    v[1:-1] *= np.sin(u[1:-1])
    return np.sum(v * v)


def known_by_another_name(u):
    v = u * u
    w = v[::-1]
    v[1:-1] = np.sin(w[1:-1])
    return np.sum(v * w)


def far(u):
    k = int(u[0] > 0.0) + 1
    v = u * u
    v[k:-k] = np.sin(u[k:-k])
    return np.sum(v * v)


ON_VECTORS = (heat, whole, read_in_between, read_while_overwritten, known_by_another_name, far)


@pytest.mark.parametrize("function", ON_VECTORS, ids=lambda function: function.__name__)
def test_gradients_of_vectors(check, function):
    check(function, X)


@pytest.mark.parametrize("size", (1, 2, 3))
def test_short_arrays(check, size):
    check(heat, X[:size])


def test_gradients_of_matrices(check):
    check(plate, RNG.normal(size=(4, 5)))
    check(plate, RNG.normal(size=(2, 3)))
    check(block, RNG.normal(size=(2, 3, 4)))


def text_of(function, *args):
    gradient = s2sad.grad(function, jit=True)
    gradient(*args)
    return gradient.source


def test_only_the_ends_are_filled(in_python):
    assert "u_history[_ + 1, j] = u_history[_, j]" in text_of(heat, X)
    assert text_of(heat, X).count("range(min(1, n))") == 1
    forward = text_of(plate, RNG.normal(size=(4, 5))).split("# reverse")[0]
    assert forward.count("np.sin(") == 3
    assert "np.sin" not in text_of(whole, X)


TEXT = """
function f(x, y)
    n = len x
    r = range n
    for i in r
        t = getitem y i
        store x i t
    {between}
    m = sub n {less}
    s = range m
    for j in s
        k = add j 1
        {inside}
        store x k 2.0
    return x
"""
PLAIN = {"between": "a = add 1.0 2.0", "less": "2", "inside": "b = getitem y j"}


@pytest.mark.parametrize(
    "change, at_ends",
    [
        ({}, True),
        ({"less": "20"}, False),
        ({"between": "store x 0 3.0"}, False),
        ({"between": "z = np.sum x"}, False),
        ({"inside": "b = getitem x j"}, False),
        ({"inside": "store y j 1.0"}, True),
    ],
)
def test_where_the_ends_are_enough(change, at_ends):
    text = TEXT.format(**{**PLAIN, **change})
    made = passed(text, (VECTOR, VECTOR), without_overwritten_fills)
    assert ("min" in made) is at_ends
    np.testing.assert_array_equal(value_of(made, X, X[::-1]), value_of(text, X, X[::-1]))
    assert value_of(made, X[:1], X[:1]) == value_of(text, X[:1], X[:1])
