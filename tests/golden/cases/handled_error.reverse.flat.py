import math
from s2sad.runtime.operations import dup


def f_grad(x):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    try:
        y = math.sqrt(x_1)
        path = 0
        y_4 = y
    except ValueError:
        x_3, x_4 = dup(x_1, 2)
        y = x_3 * x_4
        path = 1
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    y_bar = x * result_bar  # line 13: y * x
    x_bar = y * result_bar  # line 13: y * x
    if path == 0:
        if y_4:  # line 10: math.sqrt(x)
            t = 0.5 / y_4
            x_bar_1 = t * y_bar  # line 10: math.sqrt(x)
        elif y_bar:
            x_bar_1 = math.inf * y_bar  # line 10: math.sqrt(x)
        else:
            x_bar_1 = 0.0
        x_bar_2 = x_bar + x_bar_1
    else:
        t_5 = 2.0 * x
        x_bar_3 = t_5 * y_bar  # line 12: x * x
        x_bar_2 = x_bar + x_bar_3
    return x_bar_2
