import math


def f_grad(x, n):
    x_to_0 = x <= 0.0
    if not x_to_0:
        saved = []
        y = x
        returned = False
        for k in range(n):
            y_1 = y * x + math.cos(y)
            saved.append((y, y_1))
            t = y_1 > 1.5
            if t:
                returned = True
            y = y_1
            if t:
                break
        t_1 = not returned
    if x_to_0:
        return 0.0
    if t_1:
        y_bar = 1.0
        result_bar = 0.0
    else:
        y_bar = 0.0
        result_bar = 1.0
    x_bar = 0.0
    for y, y_1 in reversed(saved):
        if y_1 > 1.5:
            y_bar += 2.0 * y_1 * result_bar  # line 15: y * y
            result_bar = 0.0
        x_bar += y * y_bar  # line 13: y * x
        y_bar = x * y_bar - math.sin(y) * y_bar
    x_bar += y_bar
    return x_bar
