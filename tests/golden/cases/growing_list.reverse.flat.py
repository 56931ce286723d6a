import math


def f_grad(x, n):
    # forward sweep
    path_1 = [x]
    t = range(n)
    saved = []
    for k_1 in t:
        t_1 = path_1[-1]
        saved.append(t_1)
        t_2 = math.sin(t_1)
        t_3 = 0.1 * k_1
        t_4 = t_2 + t_3
        path_1.append(t_4)
    t_5 = sum(path_1)
    t_6 = path_1[-1]
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar = t_6 * result_bar  # line 12: sum(path) * path[-1]
    t_bar_1 = t_5 * result_bar  # line 12: sum(path) * path[-1]
    t_7 = [0.0]
    t_8 = len(path_1)
    path_bar = t_7 * t_8
    path_bar[-1] += t_bar_1  # line 12: path[-1]
    t_11 = len(path_bar)
    t_12 = range(t_11)
    for i in t_12:
        path_bar[i] += t_bar  # line 12: sum(path)
    t_14 = reversed(saved)
    for t_15 in t_14:
        t_bar_4 = path_bar.pop()  # line 11: path.append(math.sin(path[-1]) + 0.1 * k)
        t_16 = math.cos(t_15)
        t_bar_5 = t_16 * t_bar_4  # line 11: math.sin(path[-1])
        path_bar[-1] += t_bar_5  # line 11: path[-1]
    x_bar = path_bar[0]  # line 9: path = [x]
    return x_bar
