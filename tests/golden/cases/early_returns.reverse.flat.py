import math
from s2sad.runtime.operations import dup


def f_grad(x, n):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    t = x_1 <= 0.0
    if not t:
        t_1 = range(n)
        saved = []
        y = x_2
        returned = False
        for k_1 in t_1:
            y_4, y_5 = dup(y, 2)
            t_2 = y_4 * x_2
            t_3 = math.cos(y_5)
            y_2 = t_2 + t_3
            t_9 = y, y_2
            saved.append(t_9)
            y_6, y_7, y = dup(y_2, 3)
            t_4 = y_6 > 1.5
            if t_4:
                returned = True
            if t_4:
                break
        t_5 = not returned
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    if t:
        return 0.0
    if t_5:
        y_bar = result_bar
        result_bar = 0.0
    else:
        y_bar = 0.0
    t_10 = reversed(saved)
    x_bar = 0.0
    for y_11, y_12 in t_10:
        if y_12 > 1.5:
            t_13 = 2.0 * y_12
            y_bar_8 = t_13 * result_bar  # line 15: y * y
            y_bar += y_bar_8
            result_bar = 0.0
        t_bar_2, t_bar_3 = dup(y_bar, 2)  # line 13: y * x + math.cos(y)
        t_14 = math.sin(y_11)
        t_15 = -t_14
        y_bar_11 = t_15 * t_bar_3  # line 13: math.cos(y)
        y_bar_12 = x * t_bar_2  # line 13: y * x
        x_bar_3 = y_11 * t_bar_2  # line 13: y * x
        y_bar = y_bar_11 + y_bar_12
        x_bar += x_bar_3
    x_bar_1 = x_bar + y_bar
    return x_bar_1
