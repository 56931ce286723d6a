import math


def f_jvp(x, y, x_dot, y_dot):
    # not imported here: square
    result = x * x
    t = x * x_dot
    t_1 = t + t
    t_2 = y * y_dot
    t_3 = t_1 + (t_2 + t_2)
    t_4 = math.sqrt(result + y * y)
    if t_4:  # line 13: math.sqrt(square(x) + square(y))
        t_5 = 0.5 * (t_3 / t_4)
    else:
        t_5 = math.inf * t_3 if t_3 else 0.0
    result_1 = 1.0 * t_4
    t_6 = math.sqrt(result + square(2.0))
    if t_6:  # line 13: math.sqrt(square(x) + square(y))
        t_7 = 0.5 * (t_1 / t_6)
    else:
        t_7 = math.inf * t_1 if t_1 else 0.0
    return result_1 + 3.0 * t_6, t_5 + 3.0 * t_7
