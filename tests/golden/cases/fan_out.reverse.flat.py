import math
from s2sad.runtime.operations import dup


def f_grad(x):
    # forward sweep
    x_1, x_2, x_3 = dup(x, 3)
    a_1 = x_1 * x_2
    a_2, a_3, a_4, a_5 = dup(a_1, 4)
    t = a_2 * x_3
    t_1 = math.exp(a_3)
    b_1 = t + t_1
    b_2, b_3 = dup(b_1, 2)
    c_1 = a_4 / b_2
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar = -result_bar  # line 12: c * c - a * b
    a_bar = b_1 * t_bar  # line 12: a * b
    b_bar = a_1 * t_bar  # line 12: a * b
    t_4 = 2.0 * c_1
    c_bar = t_4 * result_bar  # line 12: c * c
    t_5 = 1.0 / b_1
    t_6 = -c_1
    t_7 = t_6 / b_1
    a_bar_1 = t_5 * c_bar  # line 11: a / b
    b_bar_1 = t_7 * c_bar  # line 11: a / b
    a_bar_2 = a_bar + a_bar_1
    b_bar_2 = b_bar + b_bar_1
    t_bar_1, t_bar_2 = dup(b_bar_2, 2)  # line 10: a * x + math.exp(a)
    a_bar_3 = t_1 * t_bar_2  # line 10: math.exp(a)
    a_bar_4 = a_bar_2 + a_bar_3
    a_bar_5 = x * t_bar_1  # line 10: a * x
    x_bar = a_1 * t_bar_1  # line 10: a * x
    a_bar_6 = a_bar_4 + a_bar_5
    t_8 = 2.0 * x
    x_bar_1 = t_8 * a_bar_6  # line 9: x * x
    x_bar_2 = x_bar + x_bar_1
    return x_bar_2
