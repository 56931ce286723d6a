import numpy as np


def f_grad(u, nu):
    # forward sweep
    u = np.copy(u)
    saved = []
    for _ in range(3):
        u_tail = u[2:]
        u_head = u[:-2]
        slope = 0.5 * (u_tail - u_head)
        u_inner = u[1:-1]
        bend = u_tail - 2.0 * u_inner + u_head
        saved.append((slope, bend, np.copy(u_inner)))
        u[1:-1] += 0.1 * (nu * bend - u_inner * slope)
    # reverse sweep
    u_bar = 2 * u  # line 11: u**2
    nu_bar = 0.0
    for slope, bend, u_inner in reversed(saved):
        u_tail_bar = u_bar[2:]
        u_head_bar = u_bar[:-2]
        u_inner_bar = u_bar[1:-1]
        difference_bar = 0.1 * u_bar[1:-1]  # line 10: 0.1 * (nu * bend - u[1:-1] * slope)
        u_inner_slope_bar = -difference_bar  # line 10: nu * bend - u[1:-1] * slope
        slope_bar = u_inner * u_inner_slope_bar  # line 10: u[1:-1] * slope
        u_inner_bar += slope * u_inner_slope_bar
        bend_bar = nu * difference_bar  # line 10: nu * bend
        nu_bar = nu_bar + np.sum(bend * difference_bar)
        u_head_bar += bend_bar  # line 9: u[2:] - 2.0 * u[1:-1] + u[:-2]
        u_tail_bar += bend_bar  # line 9: u[2:] - 2.0 * u[1:-1]
        u_inner_bar -= bend_bar * 2.0  # line 9: 2.0 * u[1:-1]
        difference_bar = 0.5 * slope_bar  # line 8: 0.5 * (u[2:] - u[:-2])
        u_tail_bar += difference_bar  # line 8: u[2:] - u[:-2]
        u_head_bar -= difference_bar
    return u_bar, nu_bar
