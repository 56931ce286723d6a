import numpy as np
from s2sad.runtime.broadcasting import guarded, unbroadcast_to


def f_grad(rows, x):
    # for arrays of the shapes rows (n, n), x (n,)
    # forward sweep
    a = []
    a_bar = []
    len_rows = len(rows)
    saved = []
    for i in range(len_rows):
        row = rows[i]
        row_x_i = row * x[i]
        row_x_i_bar = np.zeros_like(row_x_i)
        saved.append(row_x_i_bar)
        a.append(row_x_i)
        a_bar.append(row_x_i_bar)
    n = len(a)
    saved_1 = []
    for k in range(n):
        saved_2 = []
        saved_1.append(saved_2)
        for i in range(k + 1, n):
            a_i = a[i]
            a_k_k = a[k][k]
            a_i_k_over_a_k_k = a[i][k] / a_k_k
            a_k_tail = a[k][k:]
            shape = a_k_tail.shape
            saved_2.append((a_k_k, a_i_k_over_a_k_k, shape, np.copy(a_k_tail)))
            a_i[k:] -= a_i_k_over_a_k_k * a_k_tail
    a_0_bar = a_bar[0]
    a_0_0 = a[0][0]
    a_1_bar = a_bar[1]
    a_1_1 = a[1][1]
    a_2_2 = a[2][2]
    # reverse sweep
    a_bar[2][2] += a_0_0 * a_1_1  # line 12: a[2][2]
    a_0_0_bar = a_1_1 * a_2_2  # line 12: a[0][0] * a[1][1]
    a_1_bar[1] += a_0_0 * a_2_2  # line 12: a[1][1]
    a_0_bar[0] += a_0_0_bar  # line 12: a[0][0]
    for k, saved_2 in zip(reversed(range(n)), reversed(saved_1)):
        for i, (a_k_k, a_i_k_over_a_k_k, shape, a_k_tail) in zip(
            reversed(range(k + 1, n)), reversed(saved_2)
        ):
            a_i_bar = a_bar[i]
            a_k_bar = a_bar[k]
            # line 11: a[i][k:] -= a[i][k] / a[k][k] * a[k][k:]
            product_bar = -unbroadcast_to(a_bar[i][k:], shape)
            # line 11: a[i][k] / a[k][k] * a[k][k:]
            a_i_k_over_a_k_k_bar = np.sum(a_k_tail * product_bar)
            a_bar[k][k:] += guarded(a_i_k_over_a_k_k, product_bar)
            a_i_k_bar = a_i_k_over_a_k_k_bar / a_k_k  # line 11: a[i][k] / a[k][k]
            a_k_bar[k] -= a_i_k_over_a_k_k * a_i_k_bar  # line 11: a[k][k]
            a_i_bar[k] += a_i_k_bar  # line 11: a[i][k]
    rows_bar = np.zeros_like(rows)
    x_bar = np.zeros_like(x)
    for i, row_x_i_bar in zip(reversed(range(len_rows)), reversed(saved)):
        row = rows[i]
        row_bar = x[i] * row_x_i_bar  # line 7: row * x[i]
        x_bar[i] += np.sum(row * row_x_i_bar)  # line 7: x[i]
        rows_bar[i] += row_bar  # line 7: rows
    return rows_bar, x_bar
