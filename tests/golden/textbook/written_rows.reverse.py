import numpy as np
from s2sad.runtime.broadcasting import guarded, unbroadcast_to


def f_grad(rows, x):
    # forward sweep
    a = []
    a_bar = []
    t = len(rows)
    saved = []
    for i in range(t):
        row = rows[i]
        item = row * x[i]
        item_bar = np.zeros_like(item)
        saved.append(item_bar)
        a.append(item)
        a_bar.append(item_bar)
    n = len(a)
    saved_1 = []
    for k in range(n):
        saved_2 = []
        saved_1.append(saved_2)
        for i in range(k + 1, n):
            t_1 = a[i]
            t_2 = a[k][k]
            t_3 = a[i][k] / t_2
            t_4 = a[k][k:]
            shape = t_4.shape
            saved_2.append((t_2, t_3, shape, np.copy(t_4)))
            t_1[k:] -= t_3 * t_4
    t_bar = a_bar[0]
    t_5 = a[0][0]
    t_bar_1 = a_bar[1]
    t_6 = a[1][1]
    t_7 = a[2][2]
    # reverse sweep
    a_bar[2][2] += t_5 * t_6  # line 12: a[2][2]
    t_bar_2 = t_6 * t_7  # line 12: a[0][0] * a[1][1]
    t_bar_1[1] += t_5 * t_7  # line 12: a[1][1]
    t_bar[0] += t_bar_2  # line 12: a[0][0]
    for k, saved_2 in zip(reversed(range(n)), reversed(saved_1)):
        for i, (t_11, t_12, shape, t_13) in zip(reversed(range(k + 1, n)), reversed(saved_2)):
            t_bar_3 = a_bar[i]
            t_bar_4 = a_bar[k]
            # line 11: a[i][k:] -= a[i][k] / a[k][k] * a[k][k:]
            t_bar_5 = -unbroadcast_to(a_bar[i][k:], shape)
            t_bar_6 = np.sum(t_13 * t_bar_5)  # line 11: a[i][k] / a[k][k] * a[k][k:]
            a_bar[k][k:] += guarded(t_12, t_bar_5)
            t_bar_7 = t_bar_6 / t_11  # line 11: a[i][k] / a[k][k]
            t_bar_4[k] -= t_12 * t_bar_7  # line 11: a[k][k]
            t_bar_3[k] += t_bar_7  # line 11: a[i][k]
    rows_bar = np.zeros_like(rows)
    x_bar = np.zeros_like(x)
    for i, item_bar in zip(reversed(range(t)), reversed(saved)):
        row = rows[i]
        row_bar = x[i] * item_bar  # line 7: row * x[i]
        x_bar[i] += np.sum(row * item_bar)  # line 7: x[i]
        rows_bar[i] += row_bar  # line 7: rows
    return rows_bar, x_bar
