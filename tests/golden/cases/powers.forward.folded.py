import math


def f_jvp(x, p, x_dot, p_dot):
    t = x**2 + x**-1
    t_1 = 2 * x * x_dot - x**-2 * x_dot
    x_root = x**0.5
    t_2 = x > 0
    if t_2:
        t_3 = 0.5 * x**-0.5
    else:
        t_3 = math.inf if x == 0 else math.nan * x
    t_4 = t + x_root
    t_5 = t_1 + (t_3 * x_dot if x_dot else 0.0)  # line 7: x**0.5
    x_to_p = x**p
    if t_2:
        t_6 = t_2
    else:
        t_6 = p < 0 or p >= 1
        t_6 = t_6 and (x == 0 or p % 1 == 0)
    if t_6:
        by_x = p * x ** (p - 1)
    elif p == 0:
        by_x = 0.0
    else:
        by_x = math.inf if x == 0 else math.nan * x
    if t_2:
        by_y = x_to_p * math.log(x)
    else:
        by_y = 0.0 if x == 0 else math.nan
    t_7 = (by_x * x_dot if x_dot else 0.0) + (by_y * p_dot if p_dot else 0.0)  # line 7: x**p
    t_8 = 2.0**x
    return t_4 + x_to_p + t_8, t_5 + t_7 + t_8 * math.log(2.0) * x_dot
