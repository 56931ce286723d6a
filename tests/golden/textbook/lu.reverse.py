import numpy as np


def f_grad(a):
    # forward sweep
    a = np.copy(a)
    n = a.shape[0]
    for k in range(n):
        t = k + 1
        for i in range(t, n):
            t_1 = a[i, k] / a[k, k]
            a[i, k] = t_1
            t_2 = a[i, k]
            t_3 = -(t_2 * a[k, t:])
            a[i, t:] += t_3
    # reverse sweep
    a_bar = 2.0 * a  # line 12: a * a
    for k in reversed(range(n)):
        t_4 = k + 1
        for i in reversed(range(t_4, n)):
            t_5 = a[k, k]
            t_6 = a[i, k]
            t_bar = a_bar[k, t_4:]
            t_bar_1 = -a_bar[i, t_4:]  # line 11: a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
            t_bar_2 = np.sum(a[k, t_4:] * t_bar_1)  # line 11: a[i, k] * a[k, k + 1 :]
            t_bar += a[i, k] * t_bar_1
            a_bar[i, k] += t_bar_2  # line 11: a[i, k]
            t_bar_3 = a_bar[i, k]  # line 10: a[i, k] /= a[k, k]
            a_bar[i, k] = 0.0
            t_bar_4 = 1.0 / t_5 * t_bar_3
            a_bar[k, k] += -t_6 / t_5 * t_bar_3  # line 10: a[k, k]
            a_bar[i, k] += t_bar_4  # line 10: a[i, k] /= a[k, k]
    return a_bar
