import math
from s2sad.runtime.operations import dup


def f_grad(x, p):
    # forward sweep
    x_1, x_2, x_3, x_4, x_5 = dup(x, 5)
    t_5 = x_4**p
    t_7 = 2.0**x_5
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar, t_bar_1 = dup(result_bar, 2)  # line 7: x**2 + x**-1 + x**0.5 + x**p + 2.0**x
    t_17 = math.log(2.0)
    t_18 = t_7 * t_17
    t_8 = t_18 * t_bar_1  # line 7: 2.0**x
    t_bar_2, t_bar_3 = dup(t_bar, 2)  # line 7: x**2 + x**-1 + x**0.5 + x**p
    t = x > 0
    if not t:
        t = p < 0
        if not t:
            t = p >= 1
        if t:
            t = x == 0
            if not t:
                t_32 = p % 1
                t = t_32 == 0
    if t:
        t_13 = p - 1
        t_14 = x**t_13
        by_x = p * t_14
    elif p == 0:
        by_x = 0.0
    elif x == 0:
        by_x = math.inf
    else:
        by_x = math.nan * x
    if x > 0:
        t_25 = math.log(x)
        by_y = t_5 * t_25
    elif x == 0:
        by_y = 0.0
    else:
        by_y = math.nan
    if t_bar_3:  # line 7: x**p
        x_bar = by_x * t_bar_3  # line 7: x**p
    else:
        x_bar = 0.0
    if t_bar_3:  # line 7: x**p
        p_bar = by_y * t_bar_3  # line 7: x**p
    else:
        p_bar = 0.0
    x_bar_2 = t_8 + x_bar
    t_bar_4, t_bar_5 = dup(t_bar_2, 2)  # line 7: x**2 + x**-1 + x**0.5
    if x > 0:
        t_42 = x**-0.5
        t_1 = 0.5 * t_42
    elif x == 0:
        t_1 = math.inf
    else:
        t_1 = math.nan * x
    if t_bar_5:  # line 7: x**0.5
        t_2 = t_1 * t_bar_5  # line 7: x**0.5
    else:
        t_2 = 0.0
    x_bar_4 = x_bar_2 + t_2
    t_bar_6, t_bar_7 = dup(t_bar_4, 2)  # line 7: x**2 + x**-1
    t_65 = x**-2
    t_66 = -t_65
    t_69 = t_66 * t_bar_7  # line 7: x**-1
    x_bar_6 = x_bar_4 + t_69
    t_72 = 2 * x
    x_bar_7 = t_72 * t_bar_6  # line 7: x**2
    x_bar_8 = x_bar_6 + x_bar_7
    return x_bar_8, p_bar
