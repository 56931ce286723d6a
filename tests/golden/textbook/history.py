"""A history that grows by `append`, of which each step reads the last two states."""

import math


def f(x, k):
    history = [x, 0.9 * x]
    for _ in range(5):
        history.append(2.0 * history[-1] - history[-2] - k * math.sin(history[-1]))
    return sum(u * u for u in history)


def by_hand(x, k):
    history = [x, 0.9 * x]
    for _ in range(5):
        history.append(2.0 * history[-1] - history[-2] - k * math.sin(history[-1]))
    history_bar = [2.0 * u for u in history]
    k_bar = 0.0
    for i in reversed(range(2, 7)):
        u_bar, u = history_bar[i], history[i - 1]
        history_bar[i - 1] += (2.0 - k * math.cos(u)) * u_bar
        history_bar[i - 2] -= u_bar
        k_bar -= math.sin(u) * u_bar
    return history_bar[0] + 0.9 * history_bar[1], k_bar


POINT = (0.7, 0.3)
