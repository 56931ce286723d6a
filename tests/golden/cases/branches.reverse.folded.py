import math


def f_grad(x, y):
    x_above_1 = x > 1.0
    if x_above_1:
        z = x * y
        y_1 = y
    elif y > 1.0:
        sin_x = math.sin(x)
        z = sin_x * y
        y_1 = y * y
    else:
        y_1 = y
        z = y
    if x_above_1:
        x_bar = y * y_1  # line 11: x * y
        y_bar = z + x * y_1
    elif y > 1.0:
        y_bar = 2.0 * y * z + sin_x * y_1
        x_bar = math.cos(x) * (y * y_1)  # line 13: math.sin(x)
    else:
        y_bar = z + y_1
        x_bar = 0.0
    return x_bar, y_bar
