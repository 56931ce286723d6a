import math
from s2sad.runtime.operations import dup


def f_grad(x, p):
    # forward sweep
    x_1, x_2, x_3, x_4, x_5 = dup(x, 5)
    x_2**-1
    x_3**0.5
    t_5 = x_4**p
    t_7 = 2.0**x_5
    # reverse sweep
    result_bar = float(1.0)  # the adjoint of the result
    t_bar, t_bar_1 = dup(result_bar, 2)  # line 7: x**2 + x**-1 + x**0.5 + x**p + 2.0**x
    t_11 = math.log(2.0)
    t_12 = t_7 * t_11
    t_8 = t_12 * t_bar_1  # line 7: 2.0**x
    t_bar_2, t_bar_3 = dup(t_bar, 2)  # line 7: x**2 + x**-1 + x**0.5 + x**p
    t = p < 0
    if not t:
        t = p >= 1
        if not t:
            t = x != 0
    if t:
        t_26 = p - 1
        t_27 = x**t_26
        by_x = p * t_27
    elif p > 0:
        by_x = math.inf
    else:
        by_x = 0.0
    if x > 0:
        t_19 = math.log(x)
        by_y = t_5 * t_19
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
    if x != 0:  # line 7: x**0.5
        t_39 = x**-0.5
        t_40 = 0.5 * t_39
        x_bar_1 = t_40 * t_bar_5  # line 7: x**0.5
    elif t_bar_5:
        x_bar_1 = math.inf * t_bar_5  # line 7: x**0.5
    else:
        x_bar_1 = 0.0
    x_bar_4 = x_bar_2 + x_bar_1
    t_bar_6, t_bar_7 = dup(t_bar_4, 2)  # line 7: x**2 + x**-1
    t_52 = x**-2
    t_53 = -t_52
    t_56 = t_53 * t_bar_7  # line 7: x**-1
    x_bar_6 = x_bar_4 + t_56
    t_66 = 2 * x
    x_bar_7 = t_66 * t_bar_6  # line 7: x**2
    x_bar_8 = x_bar_6 + x_bar_7
    return x_bar_8, p_bar
