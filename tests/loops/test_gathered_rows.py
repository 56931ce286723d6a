"""Nests of loops that scatter over several rows gather from a copy with zeros around it."""

import re

import numpy as np
import pytest

import s2sad


def plate(u):
    for _ in range(3):
        u[1:-1, 1:-1] = 0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2])
    return np.sum(u**3)


def to_another(u):
    """From one array to another and back, what is read is cleared only within."""
    v = u.copy()
    for _ in range(3):
        v[1:-1, 1:-1] = u[1:-1, 1:-1] + 0.1 * (u[2:, 1:-1] + u[:-2, 2:] - 3 * u[1:-1, 1:-1]) / 2.0
        u, v = v, u
    return np.sum(u * u) + np.sum(v)


def to_one_side(u):
    for _ in range(2):
        u[:-3, :-1] = 0.5 * u[3:, 1:] - u[1:-2, :-1] + 0.1 * u[:-3, :-1]
    return np.sum(u * u)


def two_arrays(u):
    p = np.cos(u)
    for _ in range(2):
        b = 0.5 * (p[1:-1, 2:] - p[1:-1, :-2]) + 0.25 * (u[2:, 1:-1] - u[:-2, 1:-1])
        u[1:-1, 1:-1] = b
        p[1:-1, 1:-1] -= 0.1 * b
    return np.sum(u * u) + np.sum(p**3)


def by_loops(u):
    n, m = u.shape
    for _ in range(2):
        v = np.zeros((n, m))
        for i in range(n - 2):
            for j in range(m - 1):
                v[i, j] = 0.3 * (u[i + 2, j] - u[i, j + 1]) - u[i, j]
        for i in range(n):
            for j in range(m):
                u[i, j] = v[i, j]
    return np.sum(u * u)


def by_a_number(u, c=0.7):
    """A factor that isn't in the text may be infinite, and a zero times it is nan."""
    for _ in range(2):
        u[1:-1, 1:-1] = c * (u[2:, 1:-1] + u[:-2, 1:-1])
    return np.sum(u * u)


FUNCTIONS = [plate, to_another, to_one_side, two_arrays, by_loops, by_a_number]


@pytest.mark.parametrize("fun", FUNCTIONS)
def test_gradients_agree_at_all_lengths(fun, in_python):
    compiled, plain = s2sad.grad(fun, jit=True), s2sad.grad(fun)
    rng = np.random.default_rng(3)
    for shape in [(7, 5), (5, 7), (5, 5), (4, 4), (3, 3), (2, 2), (3, 6), (6, 3), (2, 5), (5, 2), (3, 2)]:
        if fun is to_one_side and min(shape) < 4:
            continue
        u = rng.normal(size=shape)
        np.testing.assert_allclose(compiled(u.copy()), plain(u.copy()), rtol=1e-11, atol=1e-12)


def test_against_differences(check):
    check(plate, np.random.default_rng(0).normal(size=(4, 5)))
    check(to_another, np.random.default_rng(1).normal(size=(4, 5)))


@pytest.mark.parametrize("fun", [plate, to_another, to_one_side, two_arrays, by_loops])
def test_each_element_is_added_to_once(fun, in_python):
    source = source_of(fun)
    assert "_around = np.zeros(" in source
    gathering = max(re.split(r"for \w+ in .*:\n", source), key=lambda text: text.count("_around["))
    assert gathering.count("_around[") > 1 and gathering.count("+=") == (2 if fun is two_arrays else 1)


def test_multiples_by_other_numbers_stay(in_python):
    assert "_around" not in source_of(by_a_number)


def test_what_is_infinite_stays_where_it_is(in_python):
    compiled, plain = s2sad.grad(plate, jit=True), s2sad.grad(plate)
    u = np.ones((6, 6))
    u[2, 3] = np.inf
    np.testing.assert_array_equal(compiled(u.copy()), plain(u.copy()))


def test_in_threads(in_python):
    compiled = s2sad.grad(plate, jit={"parallel": True})
    u = np.random.default_rng(2).normal(size=(6, 7))
    np.testing.assert_allclose(compiled(u.copy()), s2sad.grad(plate)(u.copy()), rtol=1e-11)


def source_of(fun):
    gradient = s2sad.grad(fun, jit=True)
    gradient(np.linspace(0.1, 0.9, 30).reshape(6, 5))
    return gradient.source
