import math


def f_jvp(x, y, x_dot, y_dot):
    # not imported here: square
    result = x * x
    t = x * x_dot
    t_1 = t + t
    t_2 = y * y_dot
    t_3 = t_1 + (t_2 + t_2)
    sqrt_value = math.sqrt(result + y * y)
    if sqrt_value:  # line 13: math.sqrt(square(x) + square(y))
        t_4 = 0.5 * (t_3 / sqrt_value)
    else:
        t_4 = math.inf * t_3 if t_3 else 0.0
    result_1 = 1.0 * sqrt_value
    sqrt_value = math.sqrt(result + square(2.0))
    if sqrt_value:  # line 13: math.sqrt(square(x) + square(y))
        t_5 = 0.5 * (t_1 / sqrt_value)
    else:
        t_5 = math.inf * t_1 if t_1 else 0.0
    return result_1 + 3.0 * sqrt_value, t_4 + 3.0 * t_5
