"""Loops over all places of an array."""

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


@pytest.mark.parametrize("function", [places, written_places, vectors])
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
