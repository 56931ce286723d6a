import numpy as np


def f_grad(a):
    # for arrays of the shapes a (n, n)
    # forward sweep
    a = np.copy(a)
    n = a.shape[0]
    saved = []
    for j in range(n):
        a_jj = a[j, j]
        a_old = a[j, j]
        a[j, j] = 1.0 / a_jj
        saved_1 = []
        saved.append((a_jj, a_old, saved_1))
        for i in range(j + 1, n):
            a_ij = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
            a_old_1 = a[i, j]
            saved_1.append(a_old_1)
            a[i, j] = a_ij
    # reverse sweep
    a_bar = np.tril(2 * np.tril(a), 0)  # line 12: np.tril(a)
    for j, (a_jj, a_old, saved_1) in zip(reversed(range(n)), reversed(saved)):
        a_jj_1 = a[j, j]
        for i, a_old_1 in zip(reversed(range(j + 1, n)), reversed(saved_1)):
            a_i_part = a[i, j:i]
            a_part_j = a[j:i, j]
            a_ii = a[i, i]
            a_ij = a[i, j]
            a[i, j] = a_old_1  # what was there before
            a_ij_bar = a_bar[i, j]  # line 11: a[i, j] = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
            a_bar[i, j] = 0.0
            t_bar = a_ij_bar / a_ii  # line 11: -(a[i, j:i] @ a[j:i, j]) / a[i, i]
            a_bar[i, i] -= a_ij * t_bar  # line 11: a[i, i]
            product_bar = -t_bar  # line 11: -(a[i, j:i] @ a[j:i, j])
            a_bar[i, j:i] += product_bar * a_part_j  # line 11: a[i, j:i] @ a[j:i, j]
            a_bar[j:i, j] += product_bar * a_i_part
        a[j, j] = a_old  # what was there before
        a_jj_bar = a_bar[j, j]  # line 9: a[j, j] = 1.0 / a[j, j]
        a_bar[j, j] = 0.0
        a_bar[j, j] -= a_jj_1 * (a_jj_bar / a_jj)  # line 9: a[j, j]
    return a_bar
