"""How arrays of different shapes meet, as NumPy has it."""

import numpy as np
import pytest

import s2sad

A, C = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]]), np.array([0.2, -0.5, 0.8])


def row_and_column(a, c):
    return np.sum(np.sin(a * c) + c / (2.0 + a[:, 0][:, None]))


def all_with_all(a, c):
    return np.sum((c[:, None] - c) ** 2 * a[0, 0]) + np.sum(a[:, None, :] * a[None, :, :] * c)


def a_number_for_all(a, c):
    return np.sum(a * c[1]) * np.sum(c - a[1, 0])


def written_to_all(a, c):
    b = np.zeros((2, 3))
    b[:] = c
    b[:, 1] += a[:, 0]
    return np.sum(b * b * a)


def slices_of_one(a, c):
    square, total = np.outer(c, c**2)[:3, :3], 0.0
    for k in range(3):
        square = np.minimum(square, square[:, k : k + 1] + square[k : k + 1])
        square = square - square[:, k : k + 1] * 0.1
        total = (
            total + np.sum(a[0:1] * c[k : k + 1]) + np.sum(a[:, :1] * a * c[:1]) + np.sum(c[k + 1 : k + 2])
        )
    return total + np.sum(square**2)


@pytest.mark.parametrize(
    "function", [row_and_column, all_with_all, a_number_for_all, written_to_all, slices_of_one]
)
def test_gradients(check, function):
    check(function, A, C)


def test_an_axis_of_one_is_met_as_it_is(check):
    check(lambda a, c: np.sum(a * c), A[:, :1], C)
    check(lambda a, c: np.sum(a * c), A[:1], C)


def test_lengths_that_differ_raise(in_python):
    with pytest.raises(ValueError):
        s2sad.grad(lambda a, c: np.sum(a * c), jit=True)(A, C[:2])


def test_a_slice_of_one_that_is_empty_raises(in_python):
    def beyond(c):
        total = 0.0
        for k in range(4):
            total = total + np.sum(c[k : k + 1] * c)
        return total

    for jit in (False, True):
        with pytest.raises(ValueError):
            s2sad.grad(beyond, jit=jit)(C)
