"""Ranges that are taken for arrays."""

import numpy as np
import pytest

import s2sad

X = np.array([0.5, -1.2, 0.3, 1.4])
A = np.cos(np.arange(12.0)).reshape(4, 3)


def rows(x, n=3):
    return np.sum(x[range(n)] ** 2) + np.sum(x[list(range(1, n))] ** 3)


def written(x, n=3):
    x = x.copy()
    x[range(n)] *= 2.0
    x[range(1, n)] += x[0]
    return np.sum(x**2)


def mesh(x, n=3):
    X, Y = np.meshgrid(range(n), range(1, n + 2))
    return np.sum(np.sin(x[0] * X + x[1] * Y))


def converted(x, n=4):
    steps = range(n)
    return np.sum(np.cos(x * np.array(steps)) + np.asarray(range(1, n + 1)) * x)


def labelled(a, labels):
    return np.sum(a[range(len(labels)), labels] ** 2)


@pytest.mark.parametrize("function", [rows, written, mesh, converted])
def test_gradients(check, function):
    check(function, X)


def test_a_list_and_a_range_are_an_index(check):
    check(lambda a: labelled(a, [0, 2, 1]), A)


def test_a_list_that_is_an_argument_is_an_index_beside_numbers(in_python):
    made = s2sad.grad(labelled, jit=True)(A, [0, 2, 1, 1])
    assert made == pytest.approx(s2sad.grad(labelled)(A, [0, 2, 1, 1]))
    assert made[1, 2] == pytest.approx(2.0 * A[1, 2]) and np.count_nonzero(made) == 4
