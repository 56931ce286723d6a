import numpy as np


def f_grad(a):
    # forward sweep
    a = np.copy(a)
    n = a.shape[0]
    for k in range(n):
        t = k + 1
        for i in range(t, n):
            a[i, k] = a[i, k] / a[k, k]
            a[i, t:] -= a[i, k] * a[k, t:]
    # reverse sweep
    a_bar = 2.0 * a  # line 12: a * a
    for k in reversed(range(n)):
        t_1 = k + 1
        for i in reversed(range(t_1, n)):
            t_bar = -a_bar[i, t_1:]  # line 11: a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
            a_bar[k, t_1:] += a[i, k] * t_bar  # line 11: a[i, k] * a[k, k + 1 :]
            a_bar[i, k] += np.sum(a[k, t_1:] * t_bar)  # line 11: a[i, k]
            t_bar_1 = a_bar[i, k]  # line 10: a[i, k] /= a[k, k]
            a_bar[i, k] = 0.0
            t_bar_2 = t_bar_1 / a[k, k]
            a_bar[k, k] -= a[i, k] * t_bar_2  # line 10: a[k, k]
            a_bar[i, k] += t_bar_2  # line 10: a[i, k] /= a[k, k]
    return a_bar
