import math


def f_grad(x, n):
    # forward sweep
    saved = []
    y = x
    for _ in range(n):
        saved.append(y)
        y = math.sin(x * y)
    # reverse sweep
    y_bar = 1.0
    x_bar = 0.0
    for y in reversed(saved):
        x_y_bar = math.cos(x * y) * y_bar  # line 11: math.sin(x * y)
        y_bar = x * x_y_bar  # line 11: x * y
        x_bar += y * x_y_bar
    return x_bar + y_bar
