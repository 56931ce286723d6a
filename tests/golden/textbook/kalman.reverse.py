import numpy as np
from s2sad.runtime.broadcasting import guarded


def f_grad(x, P, q, r):
    # for arrays of the shapes x (2,), P (2, 2), F (2, 2)
    # forward sweep
    saved = []
    for z in MEASURED:
        x = F @ x
        eye_2 = np.eye(2)
        P = F @ P @ F.T + q * eye_2
        s = P[0, 0] + r
        gain = P[:, 0] / s
        error = z - x[0]
        x = x + gain * error
        P_0 = P[0, :]
        saved.append((eye_2, s, gain, error, error**2 / s, P_0))
        P = P - np.outer(gain, P_0)
    # reverse sweep
    x_bar = np.zeros_like(x)
    P_bar = np.zeros_like(P)
    q_bar = 0.0
    r_bar = 0.0
    for eye_2, s, gain, error, quotient, P_0 in reversed(saved):
        F_T = F.T
        outer_gain_P_0_bar = -P_bar  # line 16: P - np.outer(gain, P[0, :])
        gain_bar = np.dot(outer_gain_P_0_bar, P_0)
        P_bar[0, :] += np.dot(gain, outer_gain_P_0_bar)  # line 16: P[0, :]
        gain_bar += error * x_bar  # line 15: gain * error
        s_bar = 1.0 / s + -quotient / s
        error_bar = np.sum(guarded(gain, x_bar)) + 2 * error / s
        x_bar[0] -= error_bar  # line 13: x[0]
        s_bar = s_bar + np.sum(guarded(-gain / s, gain_bar))  # line 12: P[:, 0] / s
        P_bar[:, 0] += guarded(1.0 / s, gain_bar)  # line 12: P[:, 0]
        r_bar = r_bar + s_bar
        P_bar[0, 0] += s_bar  # line 11: P[0, 0]
        q_bar = q_bar + np.sum(eye_2 * P_bar)  # line 10: q * np.eye(2)
        P_bar = F.T @ (P_bar @ F_T.T)
        x_bar = F.T @ x_bar
    return np.copy(x_bar), np.copy(P_bar), q_bar, r_bar
