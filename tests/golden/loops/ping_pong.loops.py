from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc"})
def f_grad(u, steps):
    # forward sweep
    t = range(steps)
    shape = u.shape
    n = shape[0]
    rows = np.empty((3, n))
    for i in range(n):
        rows[0, i] = u[i]
    t_1 = n - 2
    t_2 = range(t_1)
    u_row = 0
    v_row = 1
    for _ in t:
        t_3 = n - 1
        for j in range(min(1, n)):
            rows[v_row, j] = rows[u_row, j]
        for j in range(max(t_3, 1), n):
            rows[v_row, j] = rows[u_row, j]
        for j in t_2:
            t_4 = j + 1
            t_5 = rows[u_row, t_4]
            t_6 = 0.2 * (rows[u_row, j + 2] - 2.0 * t_5 + rows[u_row, j])
            rows[v_row, t_4] = t_5 + t_6
        u_row, v_row = v_row, u_row
    # reverse sweep
    for i in range(n):
        rows[u_row, i] = 2.0 * rows[u_row, i]  # u_bar, in its place
    v_bar_row = 2
    for _ in range(steps - 1, -1, -1):
        t_7 = min(1, n)
        t_8 = max(n - 1, 1)
        for j in range(min(2, n)):
            rows[v_bar_row, j] = 0.0  # u_bar, in its place
        for j in range(max(n - 2, 2), n):
            rows[v_bar_row, j] = 0.0  # u_bar, in its place
        for j in range(min(2, t_1)):
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            rows[v_bar_row, j] += 0.2 * rows[u_row, j + 1]
        for j in range(min(1, t_1)):
            t_9 = j + 1
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            rows[v_bar_row, t_9] += 0.6 * rows[u_row, t_9]
        for j in range(t_1 - 2):
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            t_bar = 0.2 * rows[u_row, j + 3] + 0.6 * rows[u_row, j + 2]
            rows[v_bar_row, j + 2] = t_bar + 0.2 * rows[u_row, j + 1]  # u_bar, in its place
        for j in range(max(t_1 - 1, 1), t_1):
            t_10 = j + 1
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            rows[v_bar_row, t_10] += 0.6 * rows[u_row, t_10]
        for j in range(max(t_1 - 2, 0), t_1):
            # line 7: v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
            rows[v_bar_row, j + 2] += 0.2 * rows[u_row, j + 1]
        for j in range(t_8, n):
            rows[v_bar_row, j] += rows[u_row, j]  # line 6: u.copy()
        for j in range(t_7):
            rows[v_bar_row, j] += rows[u_row, j]  # line 6: u.copy()
        v_bar_row, u_row = u_row, v_bar_row
    u_bar = np.empty_like(u)
    for i in range(n):
        u_bar[i] = rows[u_row, i]  # line 5: for _ in range(steps):
    return (u_bar,)
