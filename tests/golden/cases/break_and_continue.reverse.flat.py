import math
from s2sad.runtime.operations import dup


def f_grad(x, n):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    t = range(n)
    saved = []
    total = 0.0
    broke1 = False
    for i_1 in t:
        t_1 = i_1 % 2
        if t_1 == 0:
            stop = False
            t_2 = None
        else:
            t_2 = i_1 * x_1
            t_4 = math.sin(t_2)
            total_2 = total + t_4
            total_7, total = dup(total_2, 2)
            stop = total_7 > 1.5
            if stop:
                broke1 = True
        t_9 = t_2, i_1
        saved.append(t_9)
        if stop:
            break
    # reverse sweep
    total_bar = float(1.0)  # the adjoint of the result
    if not broke1:
        total_bar_1 = x * total_bar  # line 17: total * x
        x_bar = total * total_bar  # line 17: total * x
    else:
        total_bar_1 = total_bar
        x_bar = 0.0
    t_10 = reversed(saved)
    for t_11, i_2 in t_10:
        t_13 = i_2 % 2
        if not t_13 == 0:
            total_bar_1, t_bar_2 = dup(total_bar_1, 2)  # line 13: total += math.sin(i * x)
            t_15 = math.cos(t_11)
            t_bar_3 = t_15 * t_bar_2  # line 13: math.sin(i * x)
            x_bar_6 = i_2 * t_bar_3  # line 13: i * x
            x_bar += x_bar_6
    return x_bar
