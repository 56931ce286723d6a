"""A Cholesky decomposition in place, by rows."""

import numpy as np


def f(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    return np.sum(np.log(np.diag(a)))


def by_hand(a):
    n, a = a.shape[0], a.copy()
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    a_bar = np.diag(1.0 / np.diag(a))
    for i in reversed(range(n)):
        a_bar[i, i] *= 0.5 / a[i, i]
        a_bar[i, :i] -= 2.0 * a_bar[i, i] * a[i, :i]
        for j in reversed(range(i)):
            a_bar[i, j] /= a[j, j]
            a_bar[j, j] -= a_bar[i, j] * a[i, j]
            a_bar[i, :j] -= a_bar[i, j] * a[j, :j]
            a_bar[j, :j] -= a_bar[i, j] * a[i, :j]
    return a_bar


POINT = (np.array([[4.0, 1.0, -0.5], [1.0, 5.0, 1.1], [-0.5, 1.1, 3.0]]),)
