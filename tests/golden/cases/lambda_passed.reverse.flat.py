from s2sad.runtime.operations import dup


def f_grad(x):
    # forward sweep
    x_1, x_2, x_3, x_4 = dup(x, 4)
    t = x_1 * x_2
    t_1 = t + x_3
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar, x_bar = dup(result_bar, 2)  # line 11: v * v + x
    t_5 = 2.0 * t_1
    t_bar_1 = t_5 * t_bar  # line 11: v * v
    t_bar_2, x_bar_1 = dup(t_bar_1, 2)  # line 11: v * v + x
    x_bar_2 = x_bar + x_bar_1
    t_6 = 2.0 * x
    x_bar_3 = t_6 * t_bar_2  # line 11: v * v
    x_bar_4 = x_bar_2 + x_bar_3
    return x_bar_4
