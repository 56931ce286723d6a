import math


def f_jvp(x, y, x_dot, y_dot):
    t = x * y
    t_2 = y * x_dot
    t_3 = x * y_dot
    t_4 = t_2 + t_3
    t_1 = math.sin(x)
    t_5 = math.cos(x)
    t_6 = t_5 * x_dot
    result = t + t_1
    t_7 = t_4 + t_6
    return result, t_7
