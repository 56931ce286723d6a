import math


def f_jvp(x, y, x_dot, y_dot):
    if x > 1.0:
        z = x * y
        t_3 = y * x_dot
        t_4 = x * y_dot
        z_dot = t_3 + t_4
    else:
        if y > 1.0:
            t_2 = math.sin(x)
            result_1 = math.cos(x)
            t_6 = result_1 * x_dot
            z = t_2 * y
            t_7 = y * t_6
            t_8 = t_2 * y_dot
            z_dot = t_7 + t_8
            y_1 = y * y
            t_10 = y * y_dot
            t_11 = y * y_dot
            y_dot = t_10 + t_11
        else:
            y_1 = y
            z = y
            z_dot = y_dot
        y = y_1
    result = z * y
    t_13 = y * z_dot
    t_14 = z * y_dot
    t_15 = t_13 + t_14
    return result, t_15
