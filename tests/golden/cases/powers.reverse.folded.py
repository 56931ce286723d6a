import math


def f_grad(x, p):
    t = x**p
    t_1 = 2.0**x * math.log(2.0)
    t_2 = x > 0
    if t_2:
        t_3 = t_2
    else:
        t_3 = p < 0 or p >= 1
        t_3 = t_3 and (x == 0 or p % 1 == 0)
    if t_3:
        by_x = p * x ** (p - 1)
    elif p == 0:
        by_x = 0.0
    else:
        by_x = math.inf if x == 0 else math.nan * x
    if t_2:
        by_y = t * math.log(x)
    else:
        by_y = 0.0 if x == 0 else math.nan
    x_bar = t_1 + by_x
    if t_2:
        t_4 = 0.5 * x**-0.5
    else:
        t_4 = math.inf if x == 0 else math.nan * x
    return x_bar + t_4 - x**-2 + 2 * x, by_y
