import math


def f_grad(x, p):
    x**-1
    x**0.5
    t_2 = x**p
    t_3 = 2.0**x * math.log(2.0)
    t_4 = x > 0
    if t_4:
        t_5 = t_4
    else:
        t_5 = (p < 0 or p >= 1) and (x == 0 or p % 1 == 0)
    if t_5:
        by_x = p * x ** (p - 1)
    elif p == 0:
        by_x = 0.0
    else:
        by_x = math.inf if x == 0 else math.nan * x
    if t_4:
        by_y = t_2 * math.log(x)
    else:
        by_y = 0.0 if x == 0 else math.nan
    x_bar = t_3 + by_x
    if t_4:
        t_6 = 0.5 * x**-0.5
    else:
        t_6 = math.inf if x == 0 else math.nan * x
    x_bar = x_bar + t_6 - x**-2 + 2 * x
    return x_bar, by_y
