"""A tridiagonal system by elimination, in lists."""

import numpy as np


def f(a, b, c, d):
    n = len(b)
    cp = [c[0] / b[0]]
    dp = [d[0] / b[0]]
    for i in range(1, n):
        m = b[i] - a[i] * cp[i - 1]
        cp.append(c[i] / m)
        dp.append((d[i] - a[i] * dp[i - 1]) / m)
    x = [0.0] * n
    x[n - 1] = dp[n - 1]
    for i in range(n - 2, -1, -1):
        x[i] = dp[i] - cp[i] * x[i + 1]
    return sum(v * v for v in x)


def by_hand(a, b, c, d):
    """The solution x has the adjoint y of the transposed system; the matrix has -y x.T."""
    matrix = np.diag(b) + np.diag(a[1:], -1) + np.diag(c[:-1], 1)
    x = np.linalg.solve(matrix, d)
    y = np.linalg.solve(matrix.T, 2.0 * x)
    a_bar, c_bar = np.zeros_like(a), np.zeros_like(c)
    a_bar[1:], c_bar[:-1] = -y[1:] * x[:-1], -y[:-1] * x[1:]
    return a_bar, -y * x, c_bar, y


POINT = (
    np.array([0.0, 1.0, -0.5, 0.7]),
    np.array([4.0, 5.0, 3.0, 6.0]),
    np.array([0.3, -1.0, 0.8, 0.0]),
    np.array([1.0, 2.0, -1.5, 0.5]),
)
