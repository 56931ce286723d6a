import math


def f_grad(x, n):
    # forward sweep
    path = [x]
    saved = []
    for k in range(n):
        path_last = path[-1]
        saved.append(path_last)
        path.append(math.sin(path_last) + 0.1 * k)
    path_last = path[-1]
    # reverse sweep
    path_bar = [0.0] * len(path)
    path_bar[-1] += sum(path)  # line 12: path[-1]
    for i in range(len(path_bar)):
        path_bar[i] += path_last  # line 12: sum(path)
    for path_last in reversed(saved):
        t_bar = path_bar.pop()  # line 11: path.append(math.sin(path[-1]) + 0.1 * k)
        path_bar[-1] += math.cos(path_last) * t_bar  # line 11: path[-1]
    return path_bar[0]
