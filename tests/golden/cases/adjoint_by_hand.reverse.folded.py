import math


def f_vjp(a, b, e_bar, e_bar_4, a_bar_bar, b_bar_bar):
    t = math.sin(a)
    e = a * b + t
    t_1 = math.cos(a)
    b_bar = e_bar * a_bar_bar  # line 12: b * c_bar
    e_bar_bar = a * b_bar_bar + b * a_bar_bar + t_1 * a_bar_bar
    a_bar = e_bar * b_bar_bar - t * b_bar + t_1 * e_bar_4 + b * e_bar_4
    return (e, t_1 * e_bar + b * e_bar, a * e_bar), (a_bar, b_bar + a * e_bar_4, e_bar_bar)
