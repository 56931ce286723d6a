import math
from s2sad.runtime.operations import dup


def f_grad(x, y):
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar, t_bar_1 = dup(result_bar, 2)  # line 9: x * y + math.sin(x)
    t_2 = math.cos(x)
    x_bar = t_2 * t_bar_1  # line 9: math.sin(x)
    x_bar_1 = y * t_bar  # line 9: x * y
    y_bar = x * t_bar  # line 9: x * y
    x_bar_2 = x_bar + x_bar_1
    return x_bar_2, y_bar
