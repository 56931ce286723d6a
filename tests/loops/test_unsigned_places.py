"""Indices that are counted from the beginning already have no sign."""

import numpy as np

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4])
A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])
COLUMNS = np.array([3, 0, -1, 2, 0])


def gathered(x, a, columns):
    total = 0.0
    for k in columns:
        total += x[k] * x[k] * a[k % 2, -1 - abs(k) % 3]
        x[k] = 0.5 * x[k] + 0.1 * k
    return total + np.sum(x * x)


def also_a_number(x, a, columns):
    """An index that is computed with, and one that is stored."""
    seen = np.zeros(len(x))
    total = 0.0
    for k in range(len(columns)):
        seen[columns[k]] = columns[k] + 0.5 * x[columns[k]]
        total += seen[columns[k]] ** 2 * a[1, columns[k] % 3]
    return total


def text_of(function):
    gradient = s2sad.grad(function, (0, 1), jit=True)
    gradient(X.copy(), A, COLUMNS)
    return gradient.source


def test_gradients(in_python):
    for function in (gathered, also_a_number):
        wanted = s2sad.grad(function, (0, 1))(X.copy(), A, COLUMNS)
        found = s2sad.grad(function, (0, 1), jit=True)(X.copy(), A, COLUMNS)
        for one, other in zip(found, wanted):
            np.testing.assert_allclose(one, other)


def test_they_have_no_sign(in_python):
    text = text_of(gathered)
    assert "_wrapped(" not in text and "_place_of(k, n)" in text and "np.uint64(" in text
