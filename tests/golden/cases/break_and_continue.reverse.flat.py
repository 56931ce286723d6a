import math
from s2sad.runtime.operations import dup


def f_grad(x, n):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    t = range(n)
    saved = []
    total = 0.0
    broke1 = False
    for i_2 in t:
        t_6 = i_2 % 2
        if t_6 == 0:
            stop = False
            t_1 = None
        else:
            t_1 = i_2 * x_1
            t_9 = math.sin(t_1)
            total_5 = total + t_9
            total_1, total = dup(total_5, 2)
            stop = total_1 > 1.5
            if stop:
                broke1 = True
        t_3 = t_1, i_2
        saved.append(t_3)
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
    t_4 = reversed(saved)
    for t_5, i_1 in t_4:
        t_14 = i_1 % 2
        if not t_14 == 0:
            total_bar_1, t_bar_2 = dup(total_bar_1, 2)  # line 13: total += math.sin(i * x)
            t_13 = math.cos(t_5)
            t_bar_3 = t_13 * t_bar_2  # line 13: math.sin(i * x)
            x_bar_6 = i_1 * t_bar_3  # line 13: i * x
            x_bar += x_bar_6
    return x_bar
