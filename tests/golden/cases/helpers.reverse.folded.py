import math


def f_grad(x, y):
    # not imported here: square
    result = x * x
    sqrt_value = math.sqrt(result + y * y)
    sqrt_value_1 = math.sqrt(result + square(2.0))
    t = 0.5 / sqrt_value if sqrt_value else 0.0
    # line 13: math.sqrt(square(x) + square(y))
    result_bar = (0.5 / sqrt_value_1 if sqrt_value_1 else math.inf) * 3.0 + t
    return 2.0 * x * result_bar, 2.0 * y * t
