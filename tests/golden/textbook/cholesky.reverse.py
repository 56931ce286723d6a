import numpy as np
from s2sad.runtime.indexing import check_view, diagonal_view


def f_grad(a):
    # forward sweep
    a = np.copy(a)
    a_bar = np.zeros_like(a)
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            t = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
            a[i, j] = t
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    t_1 = np.diag(a)
    t_bar = diagonal_view(a_bar)
    check_view(t_1, a)
    # reverse sweep
    t_bar += 1.0 / t_1  # line 12: np.log(np.diag(a))
    for i in reversed(range(n)):
        t_bar_1 = a_bar[i, i]  # line 11: a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
        a_bar[i, i] = 0.0
        t_2 = 0.5 / a[i, i]
        # line 11: np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
        t_bar_2 = t_2 * t_bar_1 if t_bar_1 else 0.0
        t_bar_3 = -t_bar_2  # line 11: a[i, i] - a[i, :i] @ a[i, :i]
        a_bar[i, :i] += t_bar_3 * a[i, :i]  # line 11: a[i, :i] @ a[i, :i]
        a_bar[i, :i] += t_bar_3 * a[i, :i]
        a_bar[i, i] += t_bar_2  # line 11: a[i, i]
        for j in reversed(range(i)):
            t_bar_4 = a_bar[i, j]  # line 10: a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
            a_bar[i, j] = 0.0
            t_bar_5 = t_bar_4 / a[j, j]  # line 10: (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
            a_bar[j, j] -= a[i, j] * t_bar_5  # line 10: a[j, j]
            t_bar_6 = -t_bar_5  # line 10: a[i, j] - a[i, :j] @ a[j, :j]
            a_bar[i, :j] += t_bar_6 * a[j, :j]  # line 10: a[i, :j] @ a[j, :j]
            a_bar[j, :j] += t_bar_6 * a[i, :j]
            a_bar[i, j] += t_bar_5  # line 10: a[i, j]
    return a_bar
