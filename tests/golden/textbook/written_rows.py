"""Rows of a matrix in a list, which an elimination writes."""

import numpy as np


def f(rows, x):
    a = [row * x[i] for i, row in enumerate(rows)]
    n = len(a)
    for k in range(n):
        for i in range(k + 1, n):
            a[i][k:] -= a[i][k] / a[k][k] * a[k][k:]
    return a[0][0] * a[1][1] * a[2][2]


def by_hand(rows, x):
    """A determinant has itself times the inverse, transposed; it is linear in each row."""
    matrix = rows * x[:, None]
    value = np.linalg.det(matrix)
    return value * np.linalg.inv(rows).T, value / x


POINT = (
    np.array([[4.0, 1.0, -0.5], [0.7, 5.0, 1.1], [-1.0, 0.4, 3.0]]),
    np.array([1.0, 0.5, 2.0]),
)
