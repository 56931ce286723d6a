import math


def f_jvp(a, b, e_bar, a_dot, b_dot, e_bar_dot):
    t = a * b
    t_5 = b * a_dot
    t_6 = a * b_dot
    t_7 = t_5 + t_6
    t_1 = math.sin(a)
    result = math.cos(a)
    t_8 = result * a_dot
    e_1 = t + t_1
    t_9 = t_7 + t_8
    t_2 = math.cos(a)
    t_10 = math.sin(a)
    result_1 = -t_10
    t_11 = result_1 * a_dot
    t_3 = t_2 * e_bar
    t_12 = e_bar * t_11
    t_13 = t_2 * e_bar_dot
    t_14 = t_12 + t_13
    t_4 = b * e_bar
    t_15 = e_bar * b_dot
    t_16 = b * e_bar_dot
    t_17 = t_15 + t_16
    a_bar_1 = t_3 + t_4
    t_18 = t_14 + t_17
    b_bar_1 = a * e_bar
    t_19 = e_bar * a_dot
    t_20 = a * e_bar_dot
    t_21 = t_19 + t_20
    return (e_1, a_bar_1, b_bar_1), (t_9, t_18, t_21)
