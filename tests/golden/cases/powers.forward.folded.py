import math


def f_jvp(x, p, x_dot, p_dot):
    t = x**2 + x**-1
    t_1 = 2 * x * x_dot - x**-2 * x_dot
    t_2 = x**0.5
    t_3 = x > 0
    if t_3:
        t_4 = 0.5 * x**-0.5
    else:
        t_4 = math.inf if x == 0 else math.nan * x
    t_5 = t + t_2
    t_6 = t_1 + (t_4 * x_dot if x_dot else 0.0)  # line 7: x**0.5
    t_7 = x**p
    if t_3:
        t_8 = t_3
    else:
        t_8 = p < 0 or p >= 1
        t_8 = t_8 and (x == 0 or p % 1 == 0)
    if t_8:
        by_x = p * x ** (p - 1)
    elif p == 0:
        by_x = 0.0
    else:
        by_x = math.inf if x == 0 else math.nan * x
    if t_3:
        by_y = t_7 * math.log(x)
    else:
        by_y = 0.0 if x == 0 else math.nan
    t_9 = (by_x * x_dot if x_dot else 0.0) + (by_y * p_dot if p_dot else 0.0)  # line 7: x**p
    t_10 = 2.0**x
    return t_5 + t_7 + t_10, t_6 + t_9 + t_10 * math.log(2.0) * x_dot
