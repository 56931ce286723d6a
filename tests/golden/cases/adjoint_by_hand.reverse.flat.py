import math
from s2sad.runtime.operations import dup


def f_vjp(a, b, e_bar, e_bar_4, a_bar_bar, b_bar_bar):
    # forward sweep
    a_1, a_2, a_3, a_4 = dup(a, 4)
    b_1, b_2 = dup(b, 2)
    e_bar_1, e_bar_2, e_bar_3 = dup(e_bar, 3)
    t = a_1 * b_1
    t_1 = math.sin(a_2)
    e_1 = t + t_1
    t_2 = math.cos(a_3)
    t_3 = t_2 * e_bar_1
    t_4 = b_2 * e_bar_2
    a_bar_1 = t_3 + t_4
    b_bar_1 = a_4 * e_bar_3
    # reverse sweep
    a_bar = e_bar * b_bar_bar  # line 13: a * c_bar
    e_bar_bar = a * b_bar_bar  # line 13: a * c_bar
    t_bar, t_bar_1 = dup(a_bar_bar, 2)  # line 12: math.cos(a) * d_bar + b * c_bar
    b_bar = e_bar * t_bar_1  # line 12: b * c_bar
    e_bar_bar_1 = b * t_bar_1  # line 12: b * c_bar
    e_bar_bar_2 = e_bar_bar + e_bar_bar_1
    t_bar_2 = e_bar * t_bar  # line 12: math.cos(a) * d_bar
    e_bar_bar_3 = t_2 * t_bar  # line 12: math.cos(a) * d_bar
    e_bar_bar_4 = e_bar_bar_2 + e_bar_bar_3
    t_5 = math.sin(a)
    t_6 = -t_5
    a_bar_2 = t_6 * t_bar_2  # line 12: math.cos(a)
    a_bar_3 = a_bar + a_bar_2
    t_bar_3, t_bar_4 = dup(e_bar_4, 2)  # line 9: a * b + math.sin(a)
    t_7 = math.cos(a)
    a_bar_4 = t_7 * t_bar_4  # line 9: math.sin(a)
    a_bar_5 = a_bar_3 + a_bar_4
    a_bar_6 = b * t_bar_3  # line 9: a * b
    b_bar_2 = a * t_bar_3  # line 9: a * b
    a_bar_7 = a_bar_5 + a_bar_6
    b_bar_3 = b_bar + b_bar_2
    return (e_1, a_bar_1, b_bar_1), (a_bar_7, b_bar_3, e_bar_bar_4)
