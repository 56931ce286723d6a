import math


def f_grad(x):
    try:
        y = math.sqrt(x)
        path = 0
        y_1 = y
    except ValueError:
        y = x * x
        path = 1
    if path == 0:
        if y_1:  # line 10: math.sqrt(x)
            x_bar = 0.5 * (x / y_1)
        else:
            x_bar = math.inf * x if x else 0.0
        x_bar = y + x_bar
    else:
        x_bar = y + 2.0 * x * x  # line 12: x * x
    return x_bar
