from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc"})
def f_grad(x, W, b):
    # forward sweep
    shape = x.shape
    n = shape[0]
    n_1 = shape[1]
    t = range(n)
    h = np.empty(n_1)
    h_bar = np.zeros_like(h)
    t_1 = range(n_1)
    for i in t_1:
        h[i] = 0.0
    t_2 = np.empty(n_1)
    t_bar = np.zeros_like(t_2)
    count = max(n, 0)
    count_1 = max(n_1, 0)
    count_2 = max(n_1, 0)
    shape = count, count_1, count_2
    t_11_saved = np.empty(shape)
    count_2 = max(n_1, 0)
    shape = count, count_2
    t_29_saved = np.empty(shape)
    for t_3 in t:
        for j in t_1:
            t_4 = 0.0
            for k in t_1:
                t_5 = W[j, k]
                t_6 = h[k]
                t_11_saved[t_3, j, k] = t_6
                t_4 = t_4 + t_5 * t_6
            t_2[j] = t_4
        for j in t_1:
            t_7 = t_2[j] + x[t_3, j] + b[j]
            t_8 = np.tanh(t_7)
            t_29_saved[t_3, j] = t_8
            h[j] = t_8
    # reverse sweep
    for i in range(n_1):
        h_bar[i] += 2.0 * h[i]  # line 8: np.sum(h * h)
    W_bar = np.zeros_like(W)
    x_bar = np.zeros_like(x)
    b_bar = np.zeros_like(b)
    for t_9 in range(n - 1, -1, -1):
        t_10 = range(n_1)
        for j in t_10:
            t_11 = t_29_saved[t_9, j]
            t_bar_1 = (1.0 - t_11 * t_11) * h_bar[j]  # line 6: for t in range(x.shape[0]):
            b_bar[j] += t_bar_1
            x_bar[t_9, j] += t_bar_1
        for j in t_10:
            t_12 = t_29_saved[t_9, j]
            t_bar_2 = h_bar[j]  # line 6: for t in range(x.shape[0]):
            h_bar[j] = 0.0
            t_bar[j] += (1.0 - t_12 * t_12) * t_bar_2
        for j in range(n_1 - 1, -1, -1):
            t_bar_3 = t_bar[j]  # line 7: W @ h
            t_bar[j] = 0.0
            for k in range(n_1):
                t_bar_4 = t_11_saved[t_9, j, k] * t_bar_3  # line 7: W @ h
                h_bar[k] += W[j, k] * t_bar_3
                W_bar[j, k] += t_bar_4
    for i in range(n_1):
        h_bar[i] = 0.0  # line 6: for t in range(x.shape[0]):
    return x_bar, W_bar, b_bar
