import math


def f_grad(x, p):
    x**-1
    x**0.5
    t_2 = x**p
    t_3 = 2.0**x * math.log(2.0)
    if p < 0 or p >= 1 or x != 0:
        by_x = p * x ** (p - 1)
    else:
        by_x = math.inf if p > 0 else 0.0
    if x > 0:
        by_y = t_2 * math.log(x)
    else:
        by_y = 0.0 if x == 0 else math.nan
    by_x_1 = 0.5 * x**-0.5 if x != 0 else math.inf
    x_bar = t_3 + by_x + by_x_1 - x**-2 + 2 * x
    return x_bar, by_y
