"""Loops over all places of an array, pairs, and products."""

import itertools

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])
C = np.cos(np.arange(24.0)).reshape(2, 3, 4)


def places(a):
    total, scale = 0.0, 1.0
    for i, j in np.ndindex(a.shape):
        total += a[i, j] ** 2 * (i + 2 * j)
        scale = scale * 0.9 + total * a[i, j]
    for place in np.ndindex(2, 2):
        total += a[place] ** 3
    for i, j in np.ndindex((2, 3)):
        total += np.sin(a[i, j])
    return total * scale


def written_places(a):
    out = np.zeros_like(a)
    for (i, j), value in np.ndenumerate(a):
        out[i, j] = np.sin(value) * (i + 1)
    for place, value in np.ndenumerate(a):
        out[place] *= value
    return np.sum(out**2)


def vectors(a):
    total = 0.0
    for (i,), value in np.ndenumerate(a[0]):
        total += i * value**2
    return total


def pairs_of_numbers(a):
    total = 0.0
    for i, j in itertools.combinations(range(1, 3), 2):
        total += a[0, i] * a[1, j] ** 2
    for i, j, k in itertools.combinations(range(3), 3):
        total += a[0, i] * a[1, j] * np.sin(a[0, k])
    for i, j in itertools.pairwise(range(3)):
        total += a[0, i] * a[1, j] * i
    return total


def pairs_of_items(a):
    total = 0.0
    for u, v in itertools.combinations(a[0], 2):
        total += np.sin(u * v) + total * u
    for u, v in itertools.product(a[0], a[1, :2]):
        total += u * v**2
    for i, k in itertools.product(range(2), range(1, 3)):
        total += a[1, i] * a[i, k]
    return total


def pairs_in_a_sum(a):
    return sum(abs(a[0, i] - a[1, j]) ** 1.5 for i, j in itertools.combinations(range(3), 2))


@pytest.mark.parametrize(
    "function", [places, written_places, vectors, pairs_of_numbers, pairs_of_items, pairs_in_a_sum]
)
def test_gradients(check, function):
    check(function, A)


def test_three_axes(check):
    def function(c):
        state = 1.0
        for i, j, k in np.ndindex(c.shape):
            state = 0.9 * state + c[i, j, k] * np.sin(state + i - j * k)
        return state

    check(function, C)


def test_each_axis_has_a_loop():
    text = s2sad.emit(places, target="numba", types={"a": "float64[n,m]"})
    assert "ndindex" not in text and "//" not in text
    assert text.count("for ") >= 6


def test_a_loop_that_may_end_early_is_refused(in_python):
    def function(a):
        total = 0.0
        for i, j in np.ndindex(a.shape):
            if i * j > 1:
                break
            total += a[i, j] ** 2
        return total

    with pytest.raises(DifferentiationError, match="`np.ndindex` gives is known only when the program runs"):
        s2sad.grad(function, jit=True)(A)
