import math


def f_jvp(a, b, e_bar, a_dot, b_dot, e_bar_dot):
    t = math.sin(a)
    e = a * b + t
    t_1 = b * a_dot + a * b_dot + math.cos(a) * a_dot
    t_2 = math.cos(a)
    t_3 = t_2 * e_bar_dot - t * a_dot * e_bar
    a_bar = t_2 * e_bar + b * e_bar
    t_4 = t_3 + (e_bar * b_dot + b * e_bar_dot)
    return (e, a_bar, a * e_bar), (t_1, t_4, e_bar * a_dot + a * e_bar_dot)
