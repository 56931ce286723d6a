"""Modified Gram-Schmidt in place, column by column."""

import numpy as np


def f(q):
    n = q.shape[1]
    for j in range(n):
        q[:, j] /= np.sqrt(q[:, j] @ q[:, j])
        for k in range(j + 1, n):
            q[:, k] -= (q[:, j] @ q[:, k]) * q[:, j]
    return np.sum(np.tril(q) ** 3)


def by_hand(q):
    n, q = q.shape[1], q.copy()
    lengths, overwritten = [], {}
    for j in range(n):
        lengths.append(np.sqrt(q[:, j] @ q[:, j]))
        q[:, j] /= lengths[j]
        for k in range(j + 1, n):
            overwritten[j, k] = q[:, k].copy()
            q[:, k] -= (q[:, j] @ q[:, k]) * q[:, j]
    q_bar = 3.0 * np.tril(q) ** 2
    for j in reversed(range(n)):
        for k in reversed(range(j + 1, n)):
            r = q[:, j] @ overwritten[j, k]
            r_bar = -(q[:, j] @ q_bar[:, k])
            q_bar[:, j] += r_bar * overwritten[j, k] - r * q_bar[:, k]
            q_bar[:, k] += r_bar * q[:, j]
        q_bar[:, j] -= (q[:, j] @ q_bar[:, j]) * q[:, j]
        q_bar[:, j] /= lengths[j]
    return q_bar


POINT = (np.array([[2.0, 0.3, -0.5], [0.7, 1.8, 1.1], [-1.0, 0.4, 2.5], [0.2, -0.6, 0.9]]),)
