import math


def f_grad(x, p):
    x_to_p = x**p
    t = 2.0**x * math.log(2.0)
    t_1 = x > 0
    if t_1:
        t_2 = t_1
    else:
        t_2 = p < 0 or p >= 1
        t_2 = t_2 and (x == 0 or p % 1 == 0)
    if t_2:
        by_x = p * x ** (p - 1)
    elif p == 0:
        by_x = 0.0
    else:
        by_x = math.inf if x == 0 else math.nan * x
    if t_1:
        by_y = x_to_p * math.log(x)
    else:
        by_y = 0.0 if x == 0 else math.nan
    x_bar = t + by_x
    if t_1:
        t_3 = 0.5 * x**-0.5
    else:
        t_3 = math.inf if x == 0 else math.nan * x
    x_bar = x_bar + t_3 - x**-2 + 2 * x
    return x_bar, by_y
