import math


def f_jvp(x, p, x_dot, p_dot):
    t = x**2
    t_15 = 2 * x
    t_18 = t_15 * x_dot
    t_1 = x**-1
    t_25 = x**-2
    t_26 = -t_25
    t_30 = t_26 * x_dot  # line 7: x**-1
    t_2 = t + t_1
    t_33 = t_18 + t_30
    t_3 = x**0.5
    if x > 0:
        t_37 = x**-0.5
        t_4 = 0.5 * t_37
    elif x == 0:
        t_4 = math.inf
    else:
        t_4 = math.nan * x
    if x_dot:  # line 7: x**0.5
        t_5 = t_4 * x_dot  # line 7: x**0.5
    else:
        t_5 = 0.0
    t_6 = t_2 + t_3
    t_55 = t_33 + t_5
    t_7 = x**p
    t_8 = x > 0
    if not t_8:
        t_8 = p < 0
        if not t_8:
            t_8 = p >= 1
        if t_8:
            t_8 = x == 0
            if not t_8:
                t_72 = p % 1
                t_8 = t_72 == 0
    if t_8:
        t_58 = p - 1
        t_59 = x**t_58
        by_x = p * t_59
    elif p == 0:
        by_x = 0.0
    elif x == 0:
        by_x = math.inf
    else:
        by_x = math.nan * x
    if x > 0:
        t_65 = math.log(x)
        by_y = t_7 * t_65
    elif x == 0:
        by_y = 0.0
    else:
        by_y = math.nan
    if x_dot:  # line 7: x**p
        t_9 = by_x * x_dot  # line 7: x**p
    else:
        t_9 = 0.0
    if p_dot:  # line 7: x**p
        t_10 = by_y * p_dot  # line 7: x**p
    else:
        t_10 = 0.0
    t_81 = t_9 + t_10
    t_11 = t_6 + t_7
    t_82 = t_55 + t_81
    t_12 = 2.0**x
    t_84 = math.log(2.0)
    t_85 = t_12 * t_84
    t_89 = t_85 * x_dot  # line 7: 2.0**x
    result = t_11 + t_12
    t_92 = t_82 + t_89
    return result, t_92
