import math


def f_grad(x):
    a = x * x
    t = math.exp(a)
    b = a * x + t
    c = a / b
    a_bar = 2.0 * c / b  # line 11: a / b
    b_bar = -(c * a_bar) - a
    a_bar = a_bar - b + t * b_bar + x * b_bar
    return a * b_bar + 2.0 * x * a_bar
