from numba import njit
import numpy as np


@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc"})
def f_grad(A):
    # for arrays of the shapes A (n, n)
    # forward sweep
    A = np.copy(A)
    A_bar = np.zeros_like(A)
    shape = A.shape
    n = shape[0]
    for k in range(n):
        t = k + 1
        t_1 = k, k
        t_2 = range(n - t)
        for i in range(t, n):
            A[i, k] = A[i, k] / A[t_1]
            stored = A[i, k]
            A_1_part = A[k, t:]
            A_1_part_1 = A[i, t:]
            for k_1 in t_2:
                A_1_part_1[k_1] -= stored * A_1_part[k_1]
    # reverse sweep
    for i in range(n):
        t_3 = A[i, i]
        A_bar[i, i] += np.sign(t_3) / np.abs(t_3)  # line 10: np.sum(np.log(np.abs(np.diag(A))))
    for k in range(n - 1, -1, -1):
        t_4 = k + 1
        t_5 = n - t_4
        for i in range(n - 1, k, -1):
            t_6 = A[k, k]
            t_7 = A[i, k]
            A_1_part = A[k, t_4:]
            A_bar_part = A_bar[i, t_4:]
            A_bar_part_1 = A_bar[k, t_4:]
            stored_bar = 0.0
            for k_1 in range(t_5):
                t_bar = -A_bar_part[k_1]  # line 9: A[i, k + 1 :] -= A[i, k] * A[k, k + 1 :]
                stored_bar = stored_bar + A_1_part[k_1] * t_bar
                A_bar_part_1[k_1] += t_7 * t_bar
            A_bar[i, k] += stored_bar  # line 8: A[i, k] = A[i, k] / A[k, k]
            t_bar_1 = A_bar[i, k]
            A_bar[i, k] = 0.0
            t_bar_2 = t_bar_1 / t_6  # line 8: A[i, k] / A[k, k]
            A_bar[k, k] -= t_7 * t_bar_2  # line 8: A[k, k]
            A_bar[i, k] += t_bar_2  # line 8: A[i, k]
    return (A_bar,)
