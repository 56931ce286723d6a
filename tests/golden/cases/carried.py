"""A loop with a carried variable, whose values the reverse sweep needs."""

import math

POINT = {"x": 0.5, "n": 4}


def f(x: float, n: int):
    y = x
    for _ in range(n):
        y = math.sin(x * y)
    return y
