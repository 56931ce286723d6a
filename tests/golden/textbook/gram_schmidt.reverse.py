import numpy as np
from s2sad.runtime.broadcasting import guarded


def f_grad(q):
    # forward sweep
    q = np.copy(q)
    q_bar = np.zeros_like(q)
    n = q.shape[1]
    saved = []
    for j in range(n):
        t = q[:, j]
        t_1 = q[:, j]
        t_2 = np.copy(t_1)  # what is overwritten below
        t_3 = np.copy(t)
        t_4 = np.sqrt(t @ t_1)
        t_5 = q[:, j] / t_4
        q[:, j] = t_5
        saved_1 = []
        saved.append((t_2, t_3, t_4, t_5, saved_1))
        for k in range(j + 1, n):
            t_6 = q[:, k]
            t_7 = q[:, j] @ t_6
            saved_1.append((np.copy(t_6), t_7))
            q[:, k] -= t_7 * q[:, j]
    t_8 = np.tril(q)
    # reverse sweep
    q_bar += np.tril(3 * (t_8 * t_8), 0)  # line 12: np.tril(q)
    for j, (t_11, t_12, t_13, t_14, saved_1) in zip(reversed(range(n)), reversed(saved)):
        for k, (t_17, t_18) in zip(reversed(range(j + 1, n)), reversed(saved_1)):
            t_bar = -q_bar[:, k]  # line 11: q[:, k] -= (q[:, j] @ q[:, k]) * q[:, j]
            t_bar_1 = np.sum(q[:, j] * t_bar)  # line 11: (q[:, j] @ q[:, k]) * q[:, j]
            q_bar[:, j] += t_18 * t_bar
            q_bar[:, j] += t_bar_1 * t_17  # line 11: q[:, j] @ q[:, k]
            q_bar[:, k] += t_bar_1 * q[:, j]
        t_bar_2 = np.copy(q_bar[:, j])  # line 9: q[:, j] /= np.sqrt(q[:, j] @ q[:, j])
        q_bar[:, j] = 0.0
        t_bar_3 = np.sum(guarded(-t_14 / t_13, t_bar_2))
        q_bar[:, j] += guarded(1.0 / t_13, t_bar_2)
        t_19 = 0.5 / t_13
        t_bar_4 = t_19 * t_bar_3 if t_bar_3 else 0.0  # line 9: np.sqrt(q[:, j] @ q[:, j])
        q_bar[:, j] += t_bar_4 * t_11  # line 9: q[:, j] @ q[:, j]
        q_bar[:, j] += t_bar_4 * t_12
    return q_bar
