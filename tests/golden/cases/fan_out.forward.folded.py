import math


def f_jvp(x, x_dot):
    a = x * x
    t = x * x_dot
    t_1 = t + t
    exp_a = math.exp(a)
    b = a * x + exp_a
    t_2 = x * t_1 + a * x_dot + exp_a * t_1
    c = a / b
    t_3 = c * (t_1 / b - c * (t_2 / b))
    return c * c - a * b, t_3 + t_3 - (b * t_1 + a * t_2)
