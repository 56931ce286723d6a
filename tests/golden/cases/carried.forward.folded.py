import math


def f_jvp(x, n, x_dot):
    y = x
    y_dot = x_dot
    for _ in range(n):
        x_y = x * y
        y_1 = math.sin(x_y)
        y_dot = math.cos(x_y) * (y * x_dot + x * y_dot)
        y = y_1
    return y, y_dot
