import numpy as np


def f_grad(a):
    # forward sweep
    a = np.copy(a)
    a_bar = np.zeros_like(a)
    n = a.shape[0]
    saved = []
    for j in range(n):
        t = a[j, j]
        a_old = a[j, j]
        a[j, j] = 1.0 / t
        saved_1 = []
        saved.append((t, a_old, saved_1))
        for i in range(j + 1, n):
            t_1 = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
            a_old = a[i, j]
            saved_1.append(a_old)
            a[i, j] = t_1
    # reverse sweep
    a_bar += np.tril(2 * np.tril(a), 0)  # line 12: np.tril(a)
    for j, (t_4, a_old, saved_1) in zip(reversed(range(n)), reversed(saved)):
        t_5 = a[j, j]
        for i, a_old_1 in zip(reversed(range(j + 1, n)), reversed(saved_1)):
            t_7 = a[i, j:i]
            t_8 = a[j:i, j]
            t_9 = a[i, i]
            t_10 = a[i, j]
            a[i, j] = a_old_1  # what was there before
            t_bar = a_bar[i, j]  # line 11: a[i, j] = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
            a_bar[i, j] = 0.0
            t_bar_1 = t_bar / t_9  # line 11: -(a[i, j:i] @ a[j:i, j]) / a[i, i]
            a_bar[i, i] -= t_10 * t_bar_1  # line 11: a[i, i]
            t_bar_2 = -t_bar_1  # line 11: -(a[i, j:i] @ a[j:i, j])
            a_bar[i, j:i] += t_bar_2 * t_8  # line 11: a[i, j:i] @ a[j:i, j]
            a_bar[j:i, j] += t_bar_2 * t_7
        a[j, j] = a_old  # what was there before
        t_bar_3 = a_bar[j, j]  # line 9: a[j, j] = 1.0 / a[j, j]
        a_bar[j, j] = 0.0
        a_bar[j, j] -= t_5 * (t_bar_3 / t_4)  # line 9: a[j, j]
    return a_bar
