import math


def f_vjp(a, b, e_bar, e_bar_4, a_bar_bar, b_bar_bar):
    sin_a = math.sin(a)
    e = a * b + sin_a
    cos_a = math.cos(a)
    a_bar = cos_a * e_bar + b * e_bar
    b_bar = e_bar * a_bar_bar  # line 12: b * c_bar
    e_bar_bar = a * b_bar_bar + b * a_bar_bar + cos_a * a_bar_bar
    a_bar_1 = e_bar * b_bar_bar - sin_a * b_bar + cos_a * e_bar_4 + b * e_bar_4
    return (e, a_bar, a * e_bar), (a_bar_1, b_bar + a * e_bar_4, e_bar_bar)
