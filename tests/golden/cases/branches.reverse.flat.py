import math
from s2sad.runtime.operations import dup


def f_grad(x, y):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    t = x_1 > 1.0
    if t:
        y_4, y_1 = dup(y, 2)
        z = x_2 * y_4
    else:
        y_6, y_7 = dup(y, 2)
        if y_6 > 1.0:
            y_8, y_9, y_10 = dup(y_7, 3)
            t_1 = math.sin(x_2)
            z = t_1 * y_8
            y_1 = y_9 * y_10
        else:
            y_1, y_12 = dup(y_7, 2)
            z = y_12
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    z_bar = y_1 * result_bar  # line 17: z * y
    y_bar = z * result_bar  # line 17: z * y
    if t:
        x_bar = y * z_bar  # line 11: x * y
        y_bar_1 = x * z_bar  # line 11: x * y
        y_bar_2 = y_bar + y_bar_1
    elif y > 1.0:
        t_3 = 2.0 * y
        y_bar_3 = t_3 * y_bar  # line 14: y * y
        t_bar = y * z_bar  # line 13: math.sin(x) * y
        y_bar_4 = t_1 * z_bar  # line 13: math.sin(x) * y
        y_bar_2 = y_bar_3 + y_bar_4
        t_4 = math.cos(x)
        x_bar = t_4 * t_bar  # line 13: math.sin(x)
    else:
        y_bar_2 = y_bar + z_bar
        x_bar = 0.0
    return x_bar, y_bar_2
