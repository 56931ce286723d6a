"""Values with several uses, of which some are used by others."""

import math

POINT = {"x": 0.6}


def f(x: float):
    a = x * x
    b = a * x + math.exp(a)
    c = a / b
    return c * c - a * b
