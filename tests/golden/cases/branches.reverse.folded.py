import math


def f_grad(x, y):
    t = x > 1.0
    if t:
        z = x * y
        y_1 = y
    else:
        t_1 = y > 1.0
        if t_1:
            t_2 = math.sin(x)
            z = t_2 * y
            y_1 = y * y
        else:
            y_1 = y
            z = y
    if t:
        x_bar = y * y_1  # line 11: x * y
        y_bar = z + x * y_1
    elif t_1:
        y_bar = 2.0 * y * z + t_2 * y_1
        x_bar = math.cos(x) * (y * y_1)  # line 13: math.sin(x)
    else:
        y_bar = z + y_1
        x_bar = 0.0
    return x_bar, y_bar
