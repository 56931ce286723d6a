import math


def f_jvp(x, n, x_dot):
    if x <= 0.0:
        return 0.0, 0.0
    t_1 = range(n)
    y = x
    result = None
    returned = False
    y_dot = x_dot
    for k_1 in t_1:
        t_2 = y * x
        t_6 = x * y_dot
        t_7 = y * x_dot
        t_8 = t_6 + t_7
        t_3 = math.cos(y)
        t_9 = math.sin(y)
        t_10 = -t_9
        t_11 = t_10 * y_dot
        y = t_2 + t_3
        y_dot = t_8 + t_11
        t_4 = y > 1.5
        if t_4:
            result = y * y
            t_13 = y * y_dot
            t_14 = y * y_dot
            result_dot = t_13 + t_14
            returned = True
        if t_4:
            break
    if not returned:
        return y, y_dot
    return result, result_dot
