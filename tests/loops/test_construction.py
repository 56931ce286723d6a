"""Arrays made of nothing but their shape, as NumPy makes them."""

import numpy as np
import pytest

X = np.array([0.3, -0.5, 0.8])


def filled(x):
    a, b, c = np.zeros((2, 3)), np.ones(3) * x, np.full((2, 3), 2.5)
    a[1] = x
    d = np.empty(3, x.dtype)
    d[:] = x**2
    return np.sum(a * c) + np.sum(b * np.full(3, x[0])) + np.sum(d * np.ones((2, 3), x.dtype))


def like(x):
    a, b = np.zeros_like(x), np.ones_like(x)
    a[:2] = x[1:]
    return np.sum((a + b * x) ** 2) + np.sum(np.full_like(x, x[2]) * x)


def like_numbers(x):
    a, b, c = np.zeros_like(x[0]), np.full_like(x[0], x[1]), np.ones_like(np.asarray(x[0], float))
    a[()] += x[1] ** 2
    c *= x[2]
    return a * b + c * np.full_like(x[0], x[2])


def unfilled(x):
    a = np.empty(3)
    for i in range(3):
        a[i] = x[i] * x[0]
    return np.sum(a * a)


def ranges(x):
    return (
        np.sum(x * np.arange(3))
        + np.sum(x * np.arange(1.0, 2.5, 0.5))
        + np.dot(x, np.linspace(0.0, 1.0, 3)) ** 2
    )


def identities(x):
    return np.sum(np.eye(3) * x) * x[0] + np.sum(np.identity(3) @ x) + np.sum(np.eye(3, k=1) @ x)


def diagonals(x):
    band = np.diag(x[:-1], 1) + np.diag(x[1:] ** 2, -1) + np.diag(x[:1], k=2)
    return np.sum(np.diag(x) @ x) + np.sum(np.diag(np.outer(x, x)) * x) + np.sum(band @ band * band)


def triangles(x):
    a = np.outer(x, x + 1.0)
    return np.sum(np.tril(a) * a) + np.sum(np.triu(a, 1) @ x)


@pytest.mark.parametrize(
    "function", [filled, like, like_numbers, unfilled, ranges, identities, diagonals, triangles]
)
def test_gradients(check, function):
    check(function, X)
