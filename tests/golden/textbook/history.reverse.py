import math


def f_grad(x, k):
    # forward sweep
    history = [x, 0.9 * x]
    saved = []
    for _ in range(5):
        history_last = history[-1]
        sin_value = math.sin(history_last)
        saved.append((history_last, sin_value))
        difference = 2.0 * history_last - history[-2] - k * sin_value
        history.append(difference)
    # reverse sweep
    history_bar = [2.0 * u for u in history]  # line 10: history
    k_bar = 0.0
    for history_last, sin_value in reversed(saved):
        # line 9: history.append(2.0 * history[-1] - history[-2] - k * math.sin(history[-1]))
        difference_bar = history_bar.pop()
        # line 9: 2.0 * history[-1] - history[-2] - k * math.sin(history[-1])
        k_sin_value_bar = -difference_bar
        k_bar += sin_value * k_sin_value_bar  # line 9: k * math.sin(history[-1])
        # line 9: math.sin(history[-1])
        history_last_bar = math.cos(history_last) * (k * k_sin_value_bar)
        history_bar[-2] += k_sin_value_bar  # line 9: history[-2]
        history_last_bar += 2.0 * difference_bar  # line 9: 2.0 * history[-1]
        history_bar[-1] += history_last_bar  # line 9: history[-1]
    x_bar = history_bar[0] + 0.9 * history_bar[1]
    return x_bar, k_bar
