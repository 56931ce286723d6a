import math


def f_jvp(x, n, x_dot):
    t = range(n)
    y = x
    y_dot = x_dot
    for _ in t:
        t_1 = x * y
        t_2 = y * x_dot
        t_3 = x * y_dot
        t_4 = t_2 + t_3
        y = math.sin(t_1)
        t_5 = math.cos(t_1)
        y_dot = t_5 * t_4
    return y, y_dot
