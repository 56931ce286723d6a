import math
from s2sad.runtime.operations import check_real, dup


def f_grad(x, n):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    t = x_1 <= 0.0
    if t:
        y = 0.0
    else:
        t_1 = range(n)
        saved = []
        y = x_2
        result = None
        returned = False
        for k_4 in t_1:
            y_1, y_2 = dup(y, 2)
            t_5 = y_1 * x_2
            t_6 = math.cos(y_2)
            y_4 = t_5 + t_6
            y_6, y_7, y_8 = dup(y_4, 3)
            t_7 = y_6 > 1.5
            t_4 = y, y_4, t_7
            saved.append(t_4)
            if t_7:
                y_9, y_10 = dup(y_7, 2)
                result = y_9 * y_10
                returned = True
            y = y_8
            if t_7:
                break
        t_2 = not returned
        if not t_2:
            y = result
    # reverse sweep
    check_real(y)
    result_bar = float(1.0)  # the adjoint of the result
    if t:
        return 0.0
    if t_2:
        y_bar = result_bar
        result_bar = 0.0
    else:
        y_bar = 0.0
    t_9 = reversed(saved)
    x_bar = 0.0
    for y_11, y_12, t_10 in t_9:
        if t_10:
            t_12 = 2.0 * y_12
            y_bar_8 = t_12 * result_bar  # line 15: y * y
            y_bar += y_bar_8
            result_bar = 0.0
        t_bar_2, t_bar_3 = dup(y_bar, 2)  # line 13: y * x + math.cos(y)
        t_13 = math.sin(y_11)
        result_1 = -t_13
        y_bar_11 = result_1 * t_bar_3  # line 13: math.cos(y)
        y_bar_12 = x * t_bar_2  # line 13: y * x
        x_bar_3 = y_11 * t_bar_2  # line 13: y * x
        y_bar = y_bar_11 + y_bar_12
        x_bar += x_bar_3
    x_bar_1 = x_bar + y_bar
    return x_bar_1
