import numpy as np


def f(u, steps):
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u = v
    return np.sum(u * u)


POINT = {"u": np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6]), "steps": 3}
