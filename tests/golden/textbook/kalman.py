"""A Kalman filter of one position and one velocity: the likelihood of what was measured."""

import numpy as np


def f(x, P, q, r):
    total = 0.0
    for z in MEASURED:
        x = F @ x
        P = F @ P @ F.T + q * np.eye(2)
        s = P[0, 0] + r
        gain = P[:, 0] / s
        error = z - x[0]
        total += error**2 / s + np.log(s)
        x = x + gain * error
        P = P - np.outer(gain, P[0, :])
    return total


def by_hand(x, P, q, r):
    steps = []
    for z in MEASURED:
        x, P = F @ x, F @ P @ F.T + q * np.eye(2)
        s, error = P[0, 0] + r, z - x[0]
        gain = P[:, 0] / s
        steps.append((P, s, gain, error))
        x, P = x + gain * error, P - np.outer(gain, P[0, :])
    x_bar, P_bar, q_bar, r_bar = np.zeros(2), np.zeros((2, 2)), 0.0, 0.0
    for P, s, gain, error in reversed(steps):
        gain_bar = error * x_bar - P_bar @ P[0, :]
        P_bar = P_bar.copy()
        P_bar[0, :] -= gain @ P_bar
        error_bar = gain @ x_bar + 2.0 * error / s
        s_bar = 1.0 / s - (error / s) ** 2 - gain_bar @ gain / s
        P_bar[:, 0] += gain_bar / s
        P_bar[0, 0] += s_bar
        r_bar += s_bar
        x_bar = x_bar.copy()
        x_bar[0] -= error_bar
        q_bar += np.trace(P_bar)
        x_bar, P_bar = F.T @ x_bar, F.T @ P_bar @ F
    return x_bar, P_bar, q_bar, r_bar


F = np.array([[1.0, 0.1], [0.0, 1.0]])
MEASURED = (0.2, 0.35, 0.4, 0.7)
POINT = (np.array([0.1, 0.5]), np.array([[1.0, 0.2], [0.1, 0.8]]), 0.05, 0.3)
