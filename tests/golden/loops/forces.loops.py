from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc"})
def f_grad(x, y):
    # for arrays of the shapes x (n,), y (n,)
    # forward and reverse sweep
    shape = x.shape
    n = shape[0]
    x_bar = np.zeros_like(x)
    y_bar = np.zeros_like(y)
    for i in range(n):
        t = x[i]
        t_1 = y[i]
        t_2 = x[i]
        t_3 = y[i]
        y_bar_1 = 0.0
        x_bar_1 = 0.0
        for j in range(i):
            d = (t - x[j]) ** 2 + (t_1 - y[j]) ** 2
            if d < 4.0:
                t_4 = np.sqrt(d)
                t_5 = 1.0 / t_4
            else:
                t_5 = 0.0
                t_4 = 0.0
            t_6 = t_2 - x[j]
            t_7 = t_3 - y[j]
            d = t_6 * t_6 + t_7 * t_7
            d_bar = -(t_5 * ((0.5 / t_4 if t_4 else 0.0) / t_4)) if d < 4.0 else 0.0
            t_bar = 2 * t_7 * d_bar  # line 8: (y[i] - y[j]) ** 2
            y_bar[j] -= t_bar  # line 8: y[j]
            y_bar_1 = y_bar_1 + t_bar  # line 8: y[i]
            t_bar_1 = 2 * t_6 * d_bar  # line 8: (x[i] - x[j]) ** 2
            x_bar[j] -= t_bar_1  # line 8: x[j]
            x_bar_1 = x_bar_1 + t_bar_1  # line 8: x[i]
        y_bar[i] += y_bar_1  # line 8: y[i]
        x_bar[i] += x_bar_1  # line 8: x[i]
    return x_bar, y_bar
