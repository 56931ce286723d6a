import math


def f_grad(x, y):
    scale = x * y
    y_scaled = 2.0 * y
    scale_bar = math.sin(y_scaled) + math.sin(x)
    x_bar = math.cos(x) * scale + y * scale_bar
    y_bar = 2.0 * (math.cos(y_scaled) * scale) + x * scale_bar
    return x_bar, y_bar
