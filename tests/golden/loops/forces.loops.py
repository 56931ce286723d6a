from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc"})
def f_grad(x, y):
    # for arrays of the shapes x (n,), y (n,)
    # forward sweep
    shape = x.shape
    n = shape[0]
    t_5_saved = []
    t_6_saved = []
    for i in range(n):
        for j in range(i):
            d = (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2
            if d < 4.0:
                t = np.sqrt(d)
                t_1 = 1.0 / t
            else:
                t_1 = 0.0
                t = 0.0
            t_5_saved.append(t_1)
            t_6_saved.append(t)
    # reverse sweep
    x_bar = np.zeros_like(x)
    y_bar = np.zeros_like(y)
    for i in range(n - 1, -1, -1):
        for j in range(i - 1, -1, -1):
            t_2 = t_5_saved.pop()
            t_3 = t_6_saved.pop()
            t_4 = x[i] - x[j]
            t_5 = y[i] - y[j]
            d = t_4 * t_4 + t_5 * t_5
            t_6 = d < 4.0
            d_bar = -(t_2 * ((0.5 / t_3 if t_3 else 0.0) / t_3)) if t_6 else 0.0
            t_bar = 2 * t_5 * d_bar  # line 8: (y[i] - y[j]) ** 2
            y_bar[j] -= t_bar  # line 8: y[j]
            y_bar[i] += t_bar  # line 8: y[i]
            t_bar_1 = 2 * t_4 * d_bar  # line 8: (x[i] - x[j]) ** 2
            x_bar[j] -= t_bar_1  # line 8: x[j]
            x_bar[i] += t_bar_1  # line 8: x[i]
    return x_bar, y_bar
