import math


def f_grad(x, n):
    # forward sweep
    t = range(n)
    saved = []
    y = x
    for _ in t:
        saved.append(y)
        t_1 = x * y
        y = math.sin(t_1)
    # reverse sweep
    y_bar = float(1.0)  # the adjoint of the result
    t_3 = reversed(saved)
    x_bar = 0.0
    for y_4 in t_3:
        t_4 = x * y_4
        t_5 = math.cos(t_4)
        t_bar_1 = t_5 * y_bar  # line 11: math.sin(x * y)
        x_bar_3 = y_4 * t_bar_1  # line 11: x * y
        y_bar = x * t_bar_1  # line 11: x * y
        x_bar += x_bar_3
    x_bar_6 = x_bar + y_bar
    return x_bar_6
