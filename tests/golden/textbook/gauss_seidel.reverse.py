import numpy as np


def f_grad(a, b):
    # forward sweep
    t = len(b)
    x = np.zeros(t)
    saved = []
    for _ in range(3):
        saved_1 = []
        saved.append(saved_1)
        for i in range(t):
            t_1 = i + 1
            t_2 = b[i] - a[i, :i] @ x[:i] - a[i, t_1:] @ x[t_1:]
            x_old = x[i]
            saved_1.append(x_old)
            x[i] = t_2 / a[i, i]
    # reverse sweep
    x_bar = 2.0 * x  # line 11: x * x
    b_bar = np.zeros_like(b)
    a_bar = np.zeros_like(a)
    for saved_1 in reversed(saved):
        for i, x_old in zip(reversed(range(t)), reversed(saved_1)):
            t_4 = a[i, :i]
            t_5 = x[:i]
            t_6 = i + 1
            t_7 = a[i, t_6:]
            t_8 = x[t_6:]
            t_9 = a[i, i]
            t_10 = x[i]
            x[i] = x_old  # what was there before
            # line 10: x[i] = (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
            t_bar = x_bar[i]
            x_bar[i] = 0.0
            # line 10: (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
            t_bar_1 = t_bar / t_9
            a_bar[i, i] -= t_10 * t_bar_1  # line 10: a[i, i]
            t_bar_2 = -t_bar_1  # line 10: b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]
            x_bar[t_6:] += t_bar_2 * t_7  # line 10: a[i, i + 1 :] @ x[i + 1 :]
            a_bar[i, t_6:] += t_bar_2 * t_8  # line 10: a[i, i + 1 :]
            x_bar[:i] += t_bar_2 * t_4  # line 10: a[i, :i] @ x[:i]
            a_bar[i, :i] += t_bar_2 * t_5  # line 10: a[i, :i]
            b_bar[i] += t_bar_1  # line 10: b[i]
    return a_bar, b_bar
