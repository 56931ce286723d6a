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
            t_6 = math.cos(x)
            t_7 = t_6 * x_dot
            z = t_2 * y
            t_8 = y * t_7
            t_9 = t_2 * y_dot
            z_dot = t_8 + t_9
            y_1 = y * y
            t_11 = y * y_dot
            t_12 = y * y_dot
            y_dot = t_11 + t_12
        else:
            y_1 = y
            z = y
            z_dot = y_dot
        y = y_1
    result = z * y
    t_14 = y * z_dot
    t_15 = z * y_dot
    t_16 = t_14 + t_15
    return result, t_16
