import math


def f_grad(x, k):
    # forward sweep
    history = [x, 0.9 * x]
    saved = []
    for _ in range(5):
        t = history[-1]
        t_1 = 2.0 * t - history[-2]
        t_2 = math.sin(t)
        saved.append((t, t_2))
        history.append(t_1 - k * t_2)
    items = []
    t_3 = len(history)
    for i in range(t_3):
        u = history[i]
        item = u * u
        items.append(item)
    # reverse sweep
    items_bar = [1.0] * len(items)
    history_bar = [0.0] * len(history)
    for i in reversed(range(t_3)):
        u = history[i]
        item_bar = items_bar.pop()  # line 10: u * u
        u_bar = 2.0 * u * item_bar
        history_bar[i] += u_bar  # line 10: history
    k_bar = 0.0
    for t_5, t_6 in reversed(saved):
        # line 9: history.append(2.0 * history[-1] - history[-2] - k * math.sin(history[-1]))
        t_bar = history_bar.pop()
        t_bar_1 = -t_bar  # line 9: 2.0 * history[-1] - history[-2] - k * math.sin(history[-1])
        k_bar += t_6 * t_bar_1  # line 9: k * math.sin(history[-1])
        history_bar[-1] += math.cos(t_5) * (k * t_bar_1)  # line 9: history[-1]
        history_bar[-2] += -t_bar  # line 9: history[-2]
        history_bar[-1] += 2.0 * t_bar  # line 9: history[-1]
    x_bar = history_bar[0] + 0.9 * history_bar[1]
    return x_bar, k_bar
