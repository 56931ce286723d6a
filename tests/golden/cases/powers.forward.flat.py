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
    if x != 0:  # line 7: x**0.5
        t_40 = x**-0.5
        t_41 = 0.5 * t_40
        t_4 = t_41 * x_dot  # line 7: x**0.5
    elif x_dot:
        t_4 = math.inf * x_dot  # line 7: x**0.5
    else:
        t_4 = 0.0
    t_5 = t_2 + t_3
    t_48 = t_33 + t_4
    t_6 = x**p
    t_7 = p < 0
    if not t_7:
        t_7 = p >= 1
        if not t_7:
            t_7 = x != 0
    if t_7:
        t_59 = p - 1
        t_60 = x**t_59
        by_x = p * t_60
    elif p > 0:
        by_x = math.inf
    else:
        by_x = 0.0
    if x > 0:
        t_52 = math.log(x)
        by_y = t_6 * t_52
    elif x == 0:
        by_y = 0.0
    else:
        by_y = math.nan
    if x_dot:  # line 7: x**p
        t_8 = by_x * x_dot  # line 7: x**p
    else:
        t_8 = 0.0
    if p_dot:  # line 7: x**p
        t_9 = by_y * p_dot  # line 7: x**p
    else:
        t_9 = 0.0
    t_68 = t_8 + t_9
    t_10 = t_5 + t_6
    t_69 = t_48 + t_68
    t_11 = 2.0**x
    t_71 = math.log(2.0)
    t_72 = t_11 * t_71
    t_76 = t_72 * x_dot  # line 7: 2.0**x
    result = t_10 + t_11
    t_79 = t_69 + t_76
    return result, t_79
