import math


def f_jvp(x, y, x_dot, y_dot):
    return x * y + math.sin(x), y * x_dot + x * y_dot + math.cos(x) * x_dot
