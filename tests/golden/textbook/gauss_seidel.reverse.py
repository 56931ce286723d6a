import numpy as np


def f_grad(a, b):
    # for arrays of the shapes a (n, n), b (n,)
    # forward sweep
    len_b = len(b)
    x = np.zeros(len_b)
    saved = []
    for _ in range(3):
        saved_1 = []
        saved.append(saved_1)
        for i in range(len_b):
            difference = b[i] - a[i, :i] @ x[:i]
            i_plus_1 = i + 1
            difference = difference - a[i, i_plus_1:] @ x[i_plus_1:]
            x_old = x[i]
            saved_1.append(x_old)
            x[i] = difference / a[i, i]
    # reverse sweep
    x_bar = 2.0 * x  # line 11: x * x
    b_bar = np.zeros_like(b)
    a_bar = np.zeros_like(a)
    for saved_1 in reversed(saved):
        for i, x_old in zip(reversed(range(len_b)), reversed(saved_1)):
            a_i_head = a[i, :i]
            x_head = x[:i]
            i_plus_1 = i + 1
            a_i_tail = a[i, i_plus_1:]
            x_tail = x[i_plus_1:]
            a_ii = a[i, i]
            x_i = x[i]
            x[i] = x_old  # what was there before
            # line 10: x[i] = (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
            x_i_bar = x_bar[i]
            x_bar[i] = 0.0
            # line 10: (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
            difference_bar = x_i_bar / a_ii
            a_bar[i, i] -= x_i * difference_bar  # line 10: a[i, i]
            # line 10: b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]
            a_i_tail_x_tail_bar = -difference_bar
            # line 10: a[i, i + 1 :] @ x[i + 1 :]
            x_bar[i_plus_1:] += a_i_tail_x_tail_bar * a_i_tail
            a_bar[i, i_plus_1:] += a_i_tail_x_tail_bar * x_tail  # line 10: a[i, i + 1 :]
            x_bar[:i] += a_i_tail_x_tail_bar * a_i_head  # line 10: a[i, :i] @ x[:i]
            a_bar[i, :i] += a_i_tail_x_tail_bar * x_head  # line 10: a[i, :i]
            b_bar[i] += difference_bar  # line 10: b[i]
    return a_bar, b_bar
