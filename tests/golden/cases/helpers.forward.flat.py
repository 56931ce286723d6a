import math


def f_jvp(x, y, x_dot, y_dot):
    # not imported here: square
    result = x * x
    t_5 = x * x_dot
    t_6 = x * x_dot
    t_7 = t_5 + t_6
    result_1 = y * y
    t_8 = y * y_dot
    t_9 = y * y_dot
    t_10 = t_8 + t_9
    t = result + result_1
    t_11 = t_7 + t_10
    t_1 = math.sqrt(t)
    if t_1:  # line 13: math.sqrt(square(x) + square(y))
        t_12 = 0.5 / t_1
        t_2 = t_12 * t_11  # line 13: math.sqrt(square(x) + square(y))
    elif t_11:
        t_2 = math.inf * t_11  # line 13: math.sqrt(square(x) + square(y))
    else:
        t_2 = 0.0
    result_2 = 1.0 * t_1
    result_3 = x * x
    t_18 = x * x_dot
    t_19 = x * x_dot
    t_20 = t_18 + t_19
    t_3 = square(2.0)
    t_4 = result_3 + t_3
    t_13 = math.sqrt(t_4)
    if t_13:  # line 13: math.sqrt(square(x) + square(y))
        t_21 = 0.5 / t_13
        t_14 = t_21 * t_20  # line 13: math.sqrt(square(x) + square(y))
    elif t_20:
        t_14 = math.inf * t_20  # line 13: math.sqrt(square(x) + square(y))
    else:
        t_14 = 0.0
    result_4 = 3.0 * t_13
    t_27 = 3.0 * t_14
    result_5 = result_2 + result_4
    t_28 = t_2 + t_27
    return result_5, t_28
