import math


def f_jvp(x, p, x_dot, p_dot):
    t = x**2 + x**-1
    t_1 = 2 * x * x_dot - x**-2 * x_dot
    t_2 = x**0.5
    t_3 = x != 0
    if t_3:  # line 7: x**0.5
        t_4 = 0.5 * x**-0.5 * x_dot
    else:
        t_4 = math.inf * x_dot if x_dot else 0.0
    t_5 = t + t_2
    t_6 = t_1 + t_4
    t_7 = x**p
    if p < 0 or p >= 1 or t_3:
        by_x = p * x ** (p - 1)
    else:
        by_x = math.inf if p > 0 else 0.0
    if x > 0:
        by_y = t_7 * math.log(x)
    else:
        by_y = 0.0 if x == 0 else math.nan
    t_8 = (by_x * x_dot if x_dot else 0.0) + (by_y * p_dot if p_dot else 0.0)  # line 7: x**p
    t_9 = 2.0**x
    return t_5 + t_7 + t_9, t_6 + t_8 + t_9 * math.log(2.0) * x_dot
