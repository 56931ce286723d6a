import numpy as np


def f_grad(u):
    # reverse sweep
    u_bar = np.ones_like(u)  # line 9: np.sum(u)
    for _ in range(4):
        t_bar = 0.1 * u_bar[1:-1]  # line 8: 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u_bar[:-2] += t_bar  # line 8: u[2:] - 2.0 * u[1:-1] + u[:-2]
        u_bar[2:] += t_bar  # line 8: u[2:] - 2.0 * u[1:-1]
        u_bar[1:-1] -= t_bar * 2.0  # line 8: 2.0 * u[1:-1]
    return u_bar
