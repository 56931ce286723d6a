import numpy as np
from s2sad.runtime.updates import check_apart


def f_grad(a, b, c, d):
    # for arrays of the shapes a (n,), b (n,), c (n,), d (n,)
    # forward sweep
    check_apart(b, a, c, d)
    check_apart(d, a, c)
    b = np.copy(b)
    d = np.copy(d)
    n = len(b)
    saved = []
    for i in range(1, n):
        i_minus_1 = i - 1
        w = a[i] / b[i_minus_1]
        b[i] -= w * c[i_minus_1]
        d_before = d[i_minus_1]
        saved.append((w, d_before))
        d[i] -= w * d_before
    n_minus_1 = n - 1
    b_before = b[n_minus_1]
    d_before = d[n_minus_1] / b_before
    d[n_minus_1] = d_before
    n_minus_2 = n - 2
    for i in range(n_minus_2, -1, -1):
        d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
    # reverse sweep
    b_bar = np.zeros_like(b)
    d_bar = 2.0 * d  # line 15: d * d
    c_bar = np.zeros_like(c)
    for i in reversed(range(n_minus_2, -1, -1)):
        i_plus_1 = i + 1
        d_i_bar = d_bar[i]  # line 14: d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
        d_bar[i] = 0.0
        difference_bar = d_i_bar / b[i]  # line 14: (d[i] - c[i] * d[i + 1]) / b[i]
        b_bar[i] -= d[i] * difference_bar  # line 14: b[i]
        c_i_d_next_bar = -difference_bar  # line 14: d[i] - c[i] * d[i + 1]
        d_bar[i_plus_1] += c[i] * c_i_d_next_bar  # line 14: d[i + 1]
        c_bar[i] += d[i_plus_1] * c_i_d_next_bar  # line 14: c[i]
        d_bar[i] += difference_bar  # line 14: d[i]
    d_before_bar = d_bar[n_minus_1]  # line 12: d[n - 1] /= b[n - 1]
    d_bar[n_minus_1] = 0.0
    d_before_bar = d_before_bar / b_before
    b_bar[n_minus_1] -= d_before * d_before_bar  # line 12: b[n - 1]
    d_bar[n_minus_1] += d_before_bar  # line 12: d[n - 1] /= b[n - 1]
    a_bar = np.zeros_like(a)
    for i, (w, d_before) in zip(reversed(range(1, n)), reversed(saved)):
        i_minus_1 = i - 1
        w_d_before_bar = -d_bar[i]  # line 11: d[i] -= w * d[i - 1]
        d_bar[i_minus_1] += w * w_d_before_bar  # line 11: d[i - 1]
        w_c_before_bar = -b_bar[i]  # line 10: b[i] -= w * c[i - 1]
        w_bar = d_before * w_d_before_bar + c[i_minus_1] * w_c_before_bar
        c_bar[i_minus_1] += w * w_c_before_bar  # line 10: c[i - 1]
        a_i_bar = w_bar / b[i_minus_1]  # line 9: a[i] / b[i - 1]
        b_bar[i_minus_1] -= w * a_i_bar  # line 9: b[i - 1]
        a_bar[i] += a_i_bar  # line 9: a[i]
    return a_bar, b_bar, c_bar, d_bar
