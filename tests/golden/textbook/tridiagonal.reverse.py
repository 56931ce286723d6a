import numpy as np
from s2sad.runtime.updates import check_apart


def f_grad(a, b, c, d):
    # forward sweep
    check_apart(b, a, c, d)
    check_apart(d, a, c)
    b = np.copy(b)
    b_bar = np.zeros_like(b)
    d = np.copy(d)
    n = len(b)
    saved = []
    for i in range(1, n):
        t = i - 1
        w = a[i] / b[t]
        b[i] -= w * c[t]
        t_1 = d[t]
        saved.append((w, t_1))
        d[i] -= w * t_1
    t_2 = n - 1
    t_3 = b[t_2]
    t_4 = d[t_2] / t_3
    d[t_2] = t_4
    t_5 = n - 2
    for i in range(t_5, -1, -1):
        d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
    # reverse sweep
    d_bar = 2.0 * d  # line 15: d * d
    c_bar = np.zeros_like(c)
    for i in reversed(range(t_5, -1, -1)):
        t_6 = i + 1
        t_bar = d_bar[i]  # line 14: d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
        d_bar[i] = 0.0
        t_bar_1 = t_bar / b[i]  # line 14: (d[i] - c[i] * d[i + 1]) / b[i]
        b_bar[i] -= d[i] * t_bar_1  # line 14: b[i]
        t_bar_2 = -t_bar_1  # line 14: d[i] - c[i] * d[i + 1]
        d_bar[t_6] += c[i] * t_bar_2  # line 14: d[i + 1]
        c_bar[i] += d[t_6] * t_bar_2  # line 14: c[i]
        d_bar[i] += t_bar_1  # line 14: d[i]
    t_bar_3 = d_bar[t_2]  # line 12: d[n - 1] /= b[n - 1]
    d_bar[t_2] = 0.0
    t_bar_4 = t_bar_3 / t_3
    b_bar[t_2] -= t_4 * t_bar_4  # line 12: b[n - 1]
    d_bar[t_2] += t_bar_4  # line 12: d[n - 1] /= b[n - 1]
    a_bar = np.zeros_like(a)
    for i, (w, t_9) in zip(reversed(range(1, n)), reversed(saved)):
        t_10 = i - 1
        t_bar_5 = -d_bar[i]  # line 11: d[i] -= w * d[i - 1]
        d_bar[t_10] += w * t_bar_5  # line 11: d[i - 1]
        t_bar_6 = -b_bar[i]  # line 10: b[i] -= w * c[i - 1]
        w_bar = t_9 * t_bar_5 + c[t_10] * t_bar_6
        c_bar[t_10] += w * t_bar_6  # line 10: c[i - 1]
        t_bar_7 = w_bar / b[t_10]  # line 9: a[i] / b[i - 1]
        b_bar[t_10] -= w * t_bar_7  # line 9: b[i - 1]
        a_bar[i] += t_bar_7  # line 9: a[i]
    return a_bar, b_bar, c_bar, d_bar
