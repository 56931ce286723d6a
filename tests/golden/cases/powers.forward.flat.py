import math


def f_jvp(x, p, x_dot, p_dot):
    t = x**2
    t_8 = 2 * x
    t_9 = t_8 * x_dot
    t_1 = x**-1
    t_16 = x**-2
    t_17 = -t_16
    t_21 = t_17 * x_dot  # line 7: x**-1
    t_2 = t + t_1
    t_24 = t_9 + t_21
    t_3 = x**0.5
    if x > 0:
        t_28 = x**-0.5
        t_4 = 0.5 * t_28
    elif x == 0:
        t_4 = math.inf
    else:
        t_4 = math.nan * x
    if x_dot:  # line 7: x**0.5
        t_5 = t_4 * x_dot  # line 7: x**0.5
    else:
        t_5 = 0.0
    t_6 = t_2 + t_3
    t_46 = t_24 + t_5
    t_7 = x**p
    t_10 = x > 0
    if not t_10:
        t_10 = p < 0
        if not t_10:
            t_10 = p >= 1
        if t_10:
            t_10 = x == 0
            if not t_10:
                t_63 = p % 1
                t_10 = t_63 == 0
    if t_10:
        t_49 = p - 1
        t_50 = x**t_49
        by_x = p * t_50
    elif p == 0:
        by_x = 0.0
    elif x == 0:
        by_x = math.inf
    else:
        by_x = math.nan * x
    if x > 0:
        t_56 = math.log(x)
        by_y = t_7 * t_56
    elif x == 0:
        by_y = 0.0
    else:
        by_y = math.nan
    if x_dot:  # line 7: x**p
        t_11 = by_x * x_dot  # line 7: x**p
    else:
        t_11 = 0.0
    if p_dot:  # line 7: x**p
        t_12 = by_y * p_dot  # line 7: x**p
    else:
        t_12 = 0.0
    t_72 = t_11 + t_12
    t_13 = t_6 + t_7
    t_73 = t_46 + t_72
    t_14 = 2.0**x
    t_75 = math.log(2.0)
    t_76 = t_14 * t_75
    t_80 = t_76 * x_dot  # line 7: 2.0**x
    result = t_13 + t_14
    t_83 = t_73 + t_80
    return result, t_83
