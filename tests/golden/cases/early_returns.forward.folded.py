import math


def f_jvp(x, n, x_dot):
    if x <= 0.0:
        return 0.0, 0.0
    y = x
    result = None
    returned = False
    y_dot = x_dot
    for k in range(n):
        y_1 = y * x + math.cos(y)
        y_dot = x * y_dot + y * x_dot - math.sin(y) * y_dot
        t = y_1 > 1.5
        if t:
            result = y_1 * y_1
            t_1 = y_1 * y_dot
            result_dot = t_1 + t_1
            returned = True
        y = y_1
        if t:
            break
    if not returned:
        return y, y_dot
    return result, result_dot
