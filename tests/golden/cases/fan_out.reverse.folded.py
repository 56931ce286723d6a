import math


def f_grad(x):
    a = x * x
    exp_a = math.exp(a)
    b = a * x + exp_a
    c = a / b
    a_bar = 2.0 * c / b  # line 11: a / b
    b_bar = -(c * a_bar) - a
    a_bar = a_bar - b + exp_a * b_bar + x * b_bar
    x_bar = a * b_bar + 2.0 * x * a_bar
    return x_bar
