"""What is set to zero and added to next is written once."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(7)
A, B = 1.0 + RNG.random((5, 5)), RNG.normal(size=5)


def solved(L, b):
    x = b.copy()
    for i in range(x.shape[0]):
        for j in range(i):
            x[i] -= L[i, j] * x[j]
        x[i] /= L[i, i]
    return np.sum(x * x)


def exchanged(u, c, steps=3):
    u = u + 0.0
    v = u.copy()
    for _ in range(steps):
        v[1:-1, 1:-1] = c[0] * u[1:-1, 1:-1] * (u[2:, 1:-1] + u[1:-1, :-2])
        u, v = v, u
    return np.sum(u * u * c) + np.sum(v)


def neighbours(u, c):
    u = 0.3 * u[0] * c
    for i in range(1, u.shape[0] - 1):
        u[i] = u[i] * u[i - 1] + u[i + 1] * c[i]
        u[i - 1] = u[i] * u[i]
    return np.sum(u**3)


def other_names(u, c):
    """The element is read by another name between its two sums."""
    w = u[0] * c
    same = w
    for i in range(w.shape[0]):
        w[i] = w[i] * same[i] + same[0] * w[i]
    return np.sum(w * same)


def by_index(u, c, places=(1, 1, 0, 3)):
    """Two places that may be one."""
    w = u[0] * c
    for k in range(len(places) - 1):
        w[places[k]] = w[places[k]] * w[places[k + 1]] + w[k]
    return np.sum(w * w)


def one_array_at_first(u, c):
    """The array that is read is the one that is written in the first iteration alone."""
    w = 0.3 * u[0] * c
    v = w
    for _ in range(3):
        w[:] = 0.5 * w * v
        v = 2.0 * w
    return np.sum(w * v)


FUNCTIONS = [solved, exchanged, neighbours, other_names, by_index, one_array_at_first]


@pytest.mark.parametrize("fun", FUNCTIONS)
def test_gradients_agree(fun, in_python):
    compiled, plain = s2sad.grad(fun, (0, 1), jit=True), s2sad.grad(fun, (0, 1))
    for one, other in zip(compiled(A.copy(), B.copy()), plain(A.copy(), B.copy())):
        np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("fun", FUNCTIONS)
def test_against_differences(fun, check):
    check(fun, A, B)


def test_an_element_is_written_once(in_python):
    gradient = s2sad.grad(solved, (0, 1), jit=True)
    gradient(A.copy(), B.copy())
    reverse = gradient.source.split("# reverse sweep")[1]
    assert "x_bar[i] = t_bar" in reverse
    assert "x_bar[i] = 0.0" not in reverse and "x_bar[i] +=" not in reverse
