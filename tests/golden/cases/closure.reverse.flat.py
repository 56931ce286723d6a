import math
from s2sad.runtime.operations import dup


def f_grad(x, y):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    y_1, y_2 = dup(y, 2)
    scale_1 = x_1 * y_1
    t = math.sin(x_2)
    t_1 = 2.0 * y_2
    t_2 = math.sin(t_1)
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    result_bar_1, result_bar_2 = dup(result_bar, 2)  # line 14: wave(x) + wave(2.0 * y)
    scale_bar = t_2 * result_bar_2  # line 12: scale * math.sin(t)
    t_bar = scale_1 * result_bar_2  # line 12: scale * math.sin(t)
    t_3 = math.cos(t_1)
    t_bar_1 = t_3 * t_bar  # line 12: math.sin(t)
    y_bar = 2.0 * t_bar_1  # line 14: 2.0 * y
    scale_bar_1 = t * result_bar_1  # line 12: scale * math.sin(t)
    t_bar_2 = scale_1 * result_bar_1  # line 12: scale * math.sin(t)
    scale_bar_2 = scale_bar + scale_bar_1
    t_4 = math.cos(x)
    x_bar = t_4 * t_bar_2  # line 12: math.sin(t)
    x_bar_1 = y * scale_bar_2  # line 9: x * y
    y_bar_1 = x * scale_bar_2  # line 9: x * y
    x_bar_2 = x_bar + x_bar_1
    y_bar_2 = y_bar + y_bar_1
    return x_bar_2, y_bar_2
