"""Sweeps of Gauss and Seidel, row by row."""

import numpy as np


def f(a, b):
    x = np.zeros(len(b))
    for _ in range(3):
        for i in range(len(b)):
            x[i] = (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return np.sum(x * x)


def by_hand(a, b):
    n = len(b)
    x, overwritten = np.zeros(n), []
    for _ in range(3):
        for i in range(n):
            overwritten.append(x[i])
            x[i] = (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    a_bar, b_bar, x_bar = np.zeros_like(a), np.zeros_like(b), 2.0 * x
    for _ in range(3):
        for i in reversed(range(n)):
            t_bar = x_bar[i] / a[i, i]
            a_bar[i, i] -= x[i] * t_bar
            x[i], x_bar[i] = overwritten.pop(), 0.0
            b_bar[i] += t_bar
            a_bar[i, :i] -= t_bar * x[:i]
            x_bar[:i] -= t_bar * a[i, :i]
            a_bar[i, i + 1 :] -= t_bar * x[i + 1 :]
            x_bar[i + 1 :] -= t_bar * a[i, i + 1 :]
    return a_bar, b_bar


POINT = (
    np.array([[4.0, 1.0, -0.5], [0.7, 5.0, 1.1], [-1.0, 0.4, 3.0]]),
    np.array([1.0, -2.0, 0.5]),
)
