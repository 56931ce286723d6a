"""A linear diffusion, written in place and summed up."""

import numpy as np


def f(u):
    for _ in range(4):
        u[1:-1] += 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u)


def by_hand(u):
    u_bar = np.ones_like(u)
    for _ in range(4):
        d = 0.1 * u_bar[1:-1]
        u_bar[2:] += d
        u_bar[1:-1] -= 2.0 * d
        u_bar[:-2] += d
    return u_bar


POINT = (np.array([0.3, -1.2, 0.8, 0.5, 2.0, -0.4]),)
