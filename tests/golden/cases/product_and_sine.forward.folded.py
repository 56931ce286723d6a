import math


def f_jvp(x, y, x_dot, y_dot):
    result = x * y + math.sin(x)
    return result, y * x_dot + x * y_dot + math.cos(x) * x_dot
