import math
from s2sad.runtime.operations import dup


def f_grad(x, y):
    # not imported here: square
    # forward sweep
    x_1, x_2, x_3, x_4 = dup(x, 4)
    y_1, y_2 = dup(y, 2)
    result = x_1 * x_2
    result_1 = y_1 * y_2
    t = result + result_1
    t_1 = math.sqrt(t)
    result_3 = x_3 * x_4
    t_2 = square(2.0)
    t_3 = result_3 + t_2
    t_4 = math.sqrt(t_3)
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    result_bar_1, result_bar_2 = dup(result_bar, 2)  # line 17: length(x, y) + length(x, scale=3.0)
    t_bar = 3.0 * result_bar_2  # line 13: scale * math.sqrt(square(x) + square(y))
    if t_4:  # line 13: math.sqrt(square(x) + square(y))
        t_5 = 0.5 / t_4
        t_6 = t_5 * t_bar  # line 13: math.sqrt(square(x) + square(y))
    elif t_bar:
        t_6 = math.inf * t_bar  # line 13: math.sqrt(square(x) + square(y))
    else:
        t_6 = 0.0
    t_10 = 2.0 * x
    x_bar = t_10 * t_6  # line 9: x * x
    if t_1:
        t_7 = 0.5 / t_1
    else:
        t_7 = 0.0
    t_bar_2 = t_7 * result_bar_1  # line 13: math.sqrt(square(x) + square(y))
    result_bar_3, result_bar_4 = dup(t_bar_2, 2)  # line 13: square(x) + square(y)
    t_13 = 2.0 * y
    y_bar = t_13 * result_bar_4  # line 9: x * x
    t_14 = 2.0 * x
    x_bar_1 = t_14 * result_bar_3  # line 9: x * x
    x_bar_2 = x_bar + x_bar_1
    return x_bar_2, y_bar
