import math


def f_jvp(x, y, x_dot, y_dot):
    scale_1 = x * y
    t_3 = y * x_dot
    t_4 = x * y_dot
    t_5 = t_3 + t_4
    t = math.sin(x)
    t_6 = math.cos(x)
    t_7 = t_6 * x_dot
    result = scale_1 * t
    t_8 = t * t_5
    t_9 = scale_1 * t_7
    t_10 = t_8 + t_9
    t_1 = 2.0 * y
    t_11 = 2.0 * y_dot
    t_2 = math.sin(t_1)
    t_12 = math.cos(t_1)
    t_13 = t_12 * t_11
    result_1 = scale_1 * t_2
    t_14 = t_2 * t_5
    t_15 = scale_1 * t_13
    t_16 = t_14 + t_15
    result_2 = result + result_1
    t_17 = t_10 + t_16
    return result_2, t_17
