import math


def f_grad(x, y):
    # not imported here: square
    result = x * x
    t = math.sqrt(result + y * y)
    t_1 = math.sqrt(result + square(2.0))
    t_2 = 2.0 * x
    x_bar = t_2 * ((0.5 / t_1 if t_1 else math.inf) * 3.0)  # line 9: x * x
    t_3 = 0.5 / t if t else math.inf
    return x_bar + t_2 * t_3, 2.0 * y * t_3
