import math
from s2sad.runtime.shadow import merge


def f_grad(x, n):
    # forward sweep
    path_1 = [x]
    t = range(n)
    saved = []
    for k_4 in t:
        t_5 = path_1[-1]
        saved.append(t_5)
        t_6 = math.sin(t_5)
        t_7 = 0.1 * k_4
        t_8 = t_6 + t_7
        path_1.append(t_8)
    t_9 = sum(path_1)
    t_10 = path_1[-1]
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar = t_10 * result_bar  # line 12: sum(path) * path[-1]
    t_bar_1 = t_9 * result_bar  # line 12: sum(path) * path[-1]
    t_1 = [0.0]
    t_2 = len(path_1)
    path_bar = t_1 * t_2
    path_bar[-1] += t_bar_1  # line 12: path[-1]
    t_3 = len(path_1)
    t_4 = [t_bar]
    path_bar_1 = t_4 * t_3
    merge(path_bar, path_bar_1)  # line 12: sum(path)
    t_12 = reversed(saved)
    for t_13 in t_12:
        t_bar_4 = path_bar.pop()  # line 11: path.append(math.sin(path[-1]) + 0.1 * k)
        t_14 = math.cos(t_13)
        t_bar_5 = t_14 * t_bar_4  # line 11: math.sin(path[-1])
        path_bar[-1] += t_bar_5  # line 11: path[-1]
    x_bar = path_bar[0]  # line 9: path = [x]
    return x_bar
