import numpy as np


def f_grad(u, nu):
    # forward sweep
    u = np.copy(u)
    saved = []
    for _ in range(3):
        slope = 0.5 * (u[2:] - u[:-2])
        bend = u[2:] - 2.0 * u[1:-1] + u[:-2]
        t = nu * bend
        t_1 = u[1:-1]
        saved.append((slope, bend, np.copy(t_1)))
        u[1:-1] += 0.1 * (t - t_1 * slope)
    # reverse sweep
    u_bar = 2 * u  # line 11: u**2
    nu_bar = 0.0
    for slope, bend, t_3 in reversed(saved):
        t_bar = 0.1 * u_bar[1:-1]  # line 10: 0.1 * (nu * bend - u[1:-1] * slope)
        t_bar_1 = -t_bar  # line 10: nu * bend - u[1:-1] * slope
        u_bar[1:-1] += slope * t_bar_1  # line 10: u[1:-1] * slope
        bend_bar = nu * t_bar  # line 10: nu * bend
        nu_bar = nu_bar + np.sum(bend * t_bar)
        u_bar[:-2] += bend_bar  # line 9: u[2:] - 2.0 * u[1:-1] + u[:-2]
        u_bar[2:] += bend_bar  # line 9: u[2:] - 2.0 * u[1:-1]
        u_bar[1:-1] -= bend_bar * 2.0  # line 9: 2.0 * u[1:-1]
        t_bar_2 = 0.5 * (t_3 * t_bar_1)  # line 8: 0.5 * (u[2:] - u[:-2])
        u_bar[2:] += t_bar_2  # line 8: u[2:] - u[:-2]
        u_bar[:-2] -= t_bar_2
    return u_bar, nu_bar
