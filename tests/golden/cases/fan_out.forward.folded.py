import math


def f_jvp(x, x_dot):
    a = x * x
    t = x * x_dot
    t_1 = t + t
    t_2 = math.exp(a)
    b = a * x + t_2
    t_3 = x * t_1 + a * x_dot + t_2 * t_1
    c = a / b
    t_4 = c * (t_1 / b - c * (t_3 / b))
    return c * c - a * b, t_4 + t_4 - (b * t_1 + a * t_3)
