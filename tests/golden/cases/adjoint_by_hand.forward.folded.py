import math


def f_jvp(a, b, e_bar, a_dot, b_dot, e_bar_dot):
    sin_a = math.sin(a)
    e = a * b + sin_a
    t = b * a_dot + a * b_dot + math.cos(a) * a_dot
    cos_a = math.cos(a)
    t_1 = cos_a * e_bar_dot - sin_a * a_dot * e_bar
    a_bar = cos_a * e_bar + b * e_bar
    t_2 = t_1 + (e_bar * b_dot + b * e_bar_dot)
    return (e, a_bar, a * e_bar), (t, t_2, e_bar * a_dot + a * e_bar_dot)
