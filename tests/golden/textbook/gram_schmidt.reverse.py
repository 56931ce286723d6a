import numpy as np
from s2sad.runtime.broadcasting import guarded


def f_grad(q):
    # forward sweep
    q = np.copy(q)
    n = q.shape[1]
    saved = []
    for j in range(n):
        q_j = q[:, j]
        q_j_1 = np.copy(q_j)  # what is overwritten below
        sqrt_q_j_squared = np.sqrt(q_j @ q_j)
        q_j = q_j / sqrt_q_j_squared
        q[:, j] = q_j
        saved_1 = []
        saved.append((q_j_1, sqrt_q_j_squared, q_j, saved_1))
        for k in range(j + 1, n):
            q_j = q[:, j]
            q_k = q[:, k]
            q_j_q_k = q_j @ q_k
            saved_1.append((np.copy(q_k), q_j_q_k))
            q[:, k] -= q_j_q_k * q_j
    tril_q = np.tril(q)
    # reverse sweep
    q_bar = np.tril(3 * (tril_q * tril_q), 0)  # line 12: np.tril(q)
    for j, (q_j_1, sqrt_q_j_squared, q_j, saved_1) in zip(reversed(range(n)), reversed(saved)):
        q_j_bar = q_bar[:, j]
        for k, (q_k, q_j_q_k) in zip(reversed(range(j + 1, n)), reversed(saved_1)):
            q_j_2 = q[:, j]
            q_j_bar_1 = q_bar[:, j]
            product_bar = -q_bar[:, k]  # line 11: q[:, k] -= (q[:, j] @ q[:, k]) * q[:, j]
            q_j_q_k_bar = np.sum(q_j_2 * product_bar)  # line 11: (q[:, j] @ q[:, k]) * q[:, j]
            q_j_bar_1 += q_j_q_k * product_bar
            q_j_bar_1 += q_j_q_k_bar * q_k  # line 11: q[:, j] @ q[:, k]
            q_bar[:, k] += q_j_q_k_bar * q_j_2
        q_j_bar_1 = np.copy(q_bar[:, j])  # line 9: q[:, j] /= np.sqrt(q[:, j] @ q[:, j])
        q_bar[:, j] = 0.0
        sqrt_q_j_squared_bar = guarded(-q_j / sqrt_q_j_squared, q_j_bar_1)
        q_j_bar += guarded(1.0 / sqrt_q_j_squared, q_j_bar_1)
        t_4 = 0.5 / sqrt_q_j_squared if sqrt_q_j_squared else 0.0
        q_j_bar += 2.0 * (t_4 * np.sum(sqrt_q_j_squared_bar)) * q_j_1  # line 9: q[:, j] @ q[:, j]
    return q_bar
