import math


def f_grad(x, y):
    # not imported here: square
    result = x * x
    t = math.sqrt(result + y * y)
    t_1 = math.sqrt(result + square(2.0))
    t_2 = 0.5 / t if t else 0.0
    # line 13: math.sqrt(square(x) + square(y))
    result_bar = (0.5 / t_1 if t_1 else math.inf) * 3.0 + t_2
    return 2.0 * x * result_bar, 2.0 * y * t_2
