from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc"})
def f_grad(u, steps):
    # forward sweep
    t = range(steps)
    shape = u.shape
    n = shape[0]
    u_1 = np.empty(n)
    t_1 = range(n)
    for i in t_1:
        u_1[i] = u[i]
    v = np.empty(n)
    v_bar = np.empty(n)
    t_2 = n - 2
    t_3 = range(t_2)
    for _ in t:
        t_4 = n - 1
        for j in range(min(1, n)):
            v[j] = u_1[j]
        for j in range(max(t_4, 1), n):
            v[j] = u_1[j]
        for j in t_3:
            t_5 = j + 1
            t_6 = u_1[t_5]
            v[t_5] = t_6 + 0.2 * (u_1[j + 2] - 2.0 * t_6 + u_1[j])
        for j in t_1:
            u_1[j] = v[j]
    # reverse sweep
    for i in range(n):
        u_1[i] = 2.0 * u_1[i]  # u_bar, in its place
    for _ in range(steps - 1, -1, -1):
        t_7 = min(1, n)
        t_8 = max(n - 1, 1)
        for j in range(n):
            v_bar[j] = u_1[j]  # line 5: for _ in range(steps):
        for j in range(min(2, n)):
            u_1[j] = 0.0  # u_bar, in its place
        for j in range(max(n - 2, 2), n):
            u_1[j] = 0.0  # u_bar, in its place
        for j in range(min(2, t_2)):
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            u_1[j] += 0.2 * v_bar[j + 1]
        for j in range(min(1, t_2)):
            t_9 = j + 1
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            u_1[t_9] += 0.6 * v_bar[t_9]
        for j in range(t_2 - 2):
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            t_bar = 0.2 * v_bar[j + 3] + 0.6 * v_bar[j + 2]
            u_1[j + 2] = t_bar + 0.2 * v_bar[j + 1]  # u_bar, in its place
        for j in range(max(t_2 - 1, 1), t_2):
            t_10 = j + 1
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            u_1[t_10] += 0.6 * v_bar[t_10]
        for j in range(max(t_2 - 2, 0), t_2):
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            u_1[j + 2] += 0.2 * v_bar[j + 1]
        for j in range(t_8, n):
            u_1[j] += v_bar[j]  # line 6: u.copy()
        for j in range(t_7):
            u_1[j] += v_bar[j]  # line 6: u.copy()
    u_bar = np.empty_like(u)
    for i in range(n):
        u_bar[i] = u_1[i]  # line 5: for _ in range(steps):
    return (u_bar,)
