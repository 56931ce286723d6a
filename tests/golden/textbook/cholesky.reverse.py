import numpy as np
from s2sad.runtime.broadcasting import finite
from s2sad.runtime.indexing import check_view, diagonal_view


def f_grad(a):
    # for arrays of the shapes a (n, n)
    # forward sweep
    a = np.copy(a)
    a_bar = np.zeros_like(a)
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            a_ij = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
            a[i, j] = a_ij
        a_i_head = a[i, :i]
        a[i, i] = np.sqrt(a[i, i] - a_i_head @ a_i_head)
    diag_a = np.diag(a)
    diag_a_bar = diagonal_view(a_bar)
    check_view(diag_a, a)
    # reverse sweep
    diag_a_bar += 1.0 / diag_a  # line 12: np.log(np.diag(a))
    for i in reversed(range(n)):
        a_ii_bar = a_bar[i, i]  # line 11: a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
        a_bar[i, i] = 0.0
        t = 0.5 / a[i, i]
        # line 11: np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
        difference_bar = t * a_ii_bar if a_ii_bar else 0.0
        # line 11: a[i, i] - a[i, :i] @ a[i, :i]
        a_i_head_bar = 2.0 * finite(-difference_bar) * a[i, :i]
        a_bar[i, :i] += a_i_head_bar  # line 11: a[i, :i] @ a[i, :i]
        a_bar[i, i] += difference_bar  # line 11: a[i, i]
        for j in reversed(range(i)):
            a_ij_bar = a_bar[i, j]  # line 10: a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
            a_bar[i, j] = 0.0
            # line 10: (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
            difference_bar = a_ij_bar / a[j, j]
            a_bar[j, j] -= a[i, j] * difference_bar  # line 10: a[j, j]
            product_bar = -difference_bar  # line 10: a[i, j] - a[i, :j] @ a[j, :j]
            a_bar[i, :j] += product_bar * a[j, :j]  # line 10: a[i, :j] @ a[j, :j]
            a_bar[j, :j] += product_bar * a[i, :j]
            a_bar[i, j] += difference_bar  # line 10: a[i, j]
    return a_bar
