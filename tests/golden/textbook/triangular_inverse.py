"""The inverse of a lower triangular matrix, in its own place."""

import numpy as np


def f(a):
    n = a.shape[0]
    for j in range(n):
        a[j, j] = 1.0 / a[j, j]
        for i in range(j + 1, n):
            a[i, j] = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
    return np.sum(np.tril(a) ** 2)


def by_hand(a):
    """The inverse x has the adjoint -x.T x_bar x.T."""
    x = np.linalg.inv(np.tril(a))
    return np.tril(-x.T @ (2.0 * x) @ x.T)


POINT = (np.array([[2.0, 0.0, 0.0], [0.5, 1.5, 0.0], [-0.7, 0.4, 3.0]]),)
