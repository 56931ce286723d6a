import math


def f_jvp(x, y, x_dot, y_dot):
    scale_1 = x * y
    t_3 = y * x_dot
    t_4 = x * y_dot
    t_5 = t_3 + t_4
    t = math.sin(x)
    result_3 = math.cos(x)
    t_6 = result_3 * x_dot
    result = scale_1 * t
    t_7 = t * t_5
    t_8 = scale_1 * t_6
    t_9 = t_7 + t_8
    t_1 = 2.0 * y
    t_10 = 2.0 * y_dot
    t_2 = math.sin(t_1)
    result_4 = math.cos(t_1)
    t_11 = result_4 * t_10
    result_1 = scale_1 * t_2
    t_12 = t_2 * t_5
    t_13 = scale_1 * t_11
    t_14 = t_12 + t_13
    result_2 = result + result_1
    t_15 = t_9 + t_14
    return result_2, t_15
