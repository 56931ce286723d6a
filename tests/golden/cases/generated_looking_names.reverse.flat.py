from s2sad.runtime.operations import dup as dup_1


def f_grad(x, x_bar, dup):
    # forward sweep
    x_1, x_2 = dup_1(x, 2)
    x_dot_1 = x_1 * x_bar
    t_1 = x_dot_1 * dup
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar, x_bar_1 = dup_1(result_bar, 2)  # line 9: t * t + x
    t = 2.0 * t_1
    t_bar_1 = t * t_bar  # line 9: t * t
    x_dot_bar = dup * t_bar_1  # line 8: x_dot * dup
    dup_bar = x_dot_1 * t_bar_1  # line 8: x_dot * dup
    x_bar_2 = x_bar * x_dot_bar  # line 7: x * x_bar
    x_bar_bar = x * x_dot_bar  # line 7: x * x_bar
    x_bar_3 = x_bar_1 + x_bar_2
    return x_bar_3, x_bar_bar, dup_bar
