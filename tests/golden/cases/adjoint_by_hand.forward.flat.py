import math


def f_jvp(a, b, e_bar, a_dot, b_dot, e_bar_dot):
    t = a * b
    t_5 = b * a_dot
    t_6 = a * b_dot
    t_7 = t_5 + t_6
    t_1 = math.sin(a)
    t_8 = math.cos(a)
    t_9 = t_8 * a_dot
    e_1 = t + t_1
    t_10 = t_7 + t_9
    t_2 = math.cos(a)
    t_11 = math.sin(a)
    t_12 = -t_11
    t_13 = t_12 * a_dot
    t_3 = t_2 * e_bar
    t_14 = e_bar * t_13
    t_15 = t_2 * e_bar_dot
    t_16 = t_14 + t_15
    t_4 = b * e_bar
    t_17 = e_bar * b_dot
    t_18 = b * e_bar_dot
    t_19 = t_17 + t_18
    a_bar_1 = t_3 + t_4
    t_20 = t_16 + t_19
    b_bar_1 = a * e_bar
    t_21 = e_bar * a_dot
    t_22 = a * e_bar_dot
    t_23 = t_21 + t_22
    return (e_1, a_bar_1, b_bar_1), (t_10, t_20, t_23)
