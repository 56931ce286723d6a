import math


def f_jvp(x, n, x_dot):
    y = x
    y_dot = x_dot
    for _ in range(n):
        t = x * y
        y_1 = math.sin(t)
        y_dot = math.cos(t) * (y * x_dot + x * y_dot)
        y = y_1
    return y, y_dot
