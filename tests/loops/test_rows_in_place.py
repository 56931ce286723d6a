"""Arrays that each iteration fills, and then copies to a row, are that row."""

import re

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(4)
U, H = 0.4 * RNG.normal(size=6), 0.4 * RNG.normal(size=6)


def in_a_new_array(u, h, steps):
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
        u = v
    return np.sum(u * u * h)


def two_of_them(u, h, steps):
    for _ in range(steps):
        v, g = u.copy(), h.copy()
        v[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - h[:-2] * u[:-2])
        g[1:] = h[1:] * u[:-1] * h[:-1]
        u, h = v, g
    return np.sum(u * u * h)


def by_loops(u, h, steps):
    """What is filled is read where it has been written."""
    n = u.shape[0]
    v = np.zeros(n)
    for _ in range(steps):
        v[0] = u[0] * u[n - 1]
        for j in range(1, n):
            v[j] = u[j] * u[j] + 0.5 * v[0] * h[j] * u[j - 1]
        for j in range(n):
            u[j] = v[j]
    return np.sum(u * u)


IN_PLACE = (in_a_new_array, two_of_them, by_loops)


def left_in_part(u, h, steps):
    """The last element is that of the iteration before."""
    n = u.shape[0]
    v = h.copy()
    for _ in range(steps):
        v[:-1] = u[1:] * u[:-1]
        v[n - 1] = v[n - 1] * u[0]
        u[:] = v
    return np.sum(u * u)


def read_after_the_loop(u, h, steps):
    v = h.copy()
    for _ in range(steps):
        v[:-1] = u[1:] * u[:-1]
        v[-1] = u[0] * u[0]
        u[:] = v
    return np.sum(u * v)


def changed_after_it_was_copied(u, h, steps):
    v = h.copy()
    total = 0.0
    for _ in range(steps):
        v[:-1] = u[1:] * u[:-1]
        v[-1] = u[0] * u[0]
        u[:] = v
        v *= 0.5
        total += np.sum(v * u)
    return total


OTHERS = (left_in_part, read_after_the_loop, changed_after_it_was_copied)


@pytest.mark.parametrize("fun", (*IN_PLACE, *OTHERS), ids=lambda fun: fun.__name__)
def test_gradients(fun, check_sizes):
    check_sizes(fun, U, H)


@pytest.mark.parametrize("fun", (*IN_PLACE, *OTHERS), ids=lambda fun: fun.__name__)
def test_against_differences(fun, check):
    check(lambda u, h: fun(u, h, 3), U, H)


@pytest.mark.parametrize("fun", IN_PLACE, ids=lambda fun: fun.__name__)
def test_nothing_is_copied_in_the_forward_sweep(fun, in_python):
    gradient = s2sad.grad(fun, (0, 1), jit=True)
    gradient(U.copy(), H.copy(), 3)
    forward = gradient.source.split("# reverse sweep")[0]
    assert "u_history[_ + 1, " in forward and not re.search(r" [vg]\[\w+( \+ 1)?\] = .*[^0]$", forward, re.M)


@pytest.mark.parametrize("fun", OTHERS, ids=lambda fun: fun.__name__)
def test_others_stay(fun, in_python):
    gradient = s2sad.grad(fun, (0, 1), jit=True)
    gradient(U.copy(), H.copy(), 3)
    assert re.search(r" v(_history)?\[", gradient.source.split("# reverse sweep")[0])
