import math
from s2sad.runtime.shadow import merge


def f_grad(x, n):
    # forward sweep
    path = [x]
    saved = []
    for k in range(n):
        t = path[-1]
        saved.append(t)
        path.append(math.sin(t) + 0.1 * k)
    t_1 = path[-1]
    # reverse sweep
    path_bar = [0.0] * len(path)
    path_bar[-1] += sum(path)  # line 12: path[-1]
    path_bar_1 = [t_1] * len(path)
    merge(path_bar, path_bar_1)  # line 12: sum(path)
    for t_2 in reversed(saved):
        t_bar = path_bar.pop()  # line 11: path.append(math.sin(path[-1]) + 0.1 * k)
        path_bar[-1] += math.cos(t_2) * t_bar  # line 11: path[-1]
    return path_bar[0]
