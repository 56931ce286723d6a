import math


def f_grad(x, y):
    scale = x * y
    t = 2.0 * y
    scale_bar = math.sin(t) + math.sin(x)
    x_bar = math.cos(x) * scale + y * scale_bar
    y_bar = 2.0 * (math.cos(t) * scale) + x * scale_bar
    return x_bar, y_bar
