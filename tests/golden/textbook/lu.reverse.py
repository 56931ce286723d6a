import numpy as np


def f_grad(a):
    # for arrays of the shapes a (n, n)
    # forward sweep
    a = np.copy(a)
    n = a.shape[0]
    for k in range(n):
        k_plus_1 = k + 1
        for i in range(k_plus_1, n):
            a[i, k] = a[i, k] / a[k, k]
            a[i, k_plus_1:] -= a[i, k] * a[k, k_plus_1:]
    # reverse sweep
    a_bar = 2.0 * a  # line 12: a * a
    for k in reversed(range(n)):
        k_plus_1 = k + 1
        for i in reversed(range(k_plus_1, n)):
            a_ik = a[i, k]
            # line 11: a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
            a_ik_a_k_tail_bar = -a_bar[i, k_plus_1:]
            # line 11: a[i, k] * a[k, k + 1 :]
            a_ik_bar = np.sum(a[k, k_plus_1:] * a_ik_a_k_tail_bar)
            a_bar[k, k_plus_1:] += a_ik * a_ik_a_k_tail_bar
            a_bar[i, k] += a_ik_bar  # line 11: a[i, k]
            a_ik_bar = a_bar[i, k]  # line 10: a[i, k] /= a[k, k]
            a_bar[i, k] = 0.0
            a_ik_bar = a_ik_bar / a[k, k]
            a_bar[k, k] -= a_ik * a_ik_bar  # line 10: a[k, k]
            a_bar[i, k] += a_ik_bar  # line 10: a[i, k] /= a[k, k]
    return a_bar
