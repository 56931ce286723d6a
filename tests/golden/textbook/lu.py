"""An LU decomposition in place, row by row."""

import numpy as np


def f(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    return np.sum(a * a)


def by_hand(a):
    n, a = a.shape[0], a.copy()
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    a_bar = 2.0 * a
    for k in reversed(range(n)):
        for i in reversed(range(k + 1, n)):
            a_bar[i, k] -= a[k, k + 1 :] @ a_bar[i, k + 1 :]
            a_bar[k, k + 1 :] -= a[i, k] * a_bar[i, k + 1 :]
            a_bar[i, k] /= a[k, k]
            a_bar[k, k] -= a[i, k] * a_bar[i, k]
    return a_bar


POINT = (np.array([[4.0, 1.0, -0.5], [0.7, 5.0, 1.1], [-1.0, 0.4, 3.0]]),)
