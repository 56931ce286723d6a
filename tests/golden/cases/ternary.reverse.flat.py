from s2sad.runtime.operations import dup


def f_grad(x, y):
    # forward sweep
    x_1, x_2 = dup(x, 2)
    y_1, y_2 = dup(y, 2)
    t = x_1 > 0.0
    if t:
        slope = x_2
    else:
        slope = 0.01 * x_2
    t_2 = slope * y_1
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar = y * result_bar  # line 8: slope * y * y
    y_bar = t_2 * result_bar  # line 8: slope * y * y
    slope_bar = y * t_bar  # line 8: slope * y
    y_bar_1 = slope * t_bar  # line 8: slope * y
    y_bar_2 = y_bar + y_bar_1
    if t:
        return slope_bar, y_bar_2
    x_bar = 0.01 * slope_bar  # line 7: 0.01 * x
    return x_bar, y_bar_2
