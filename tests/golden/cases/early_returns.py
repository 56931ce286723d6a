"""A function that is left in several places, from a loop too."""

import math

POINT = {"x": 0.8, "n": 5}


def f(x: float, n: int):
    if x <= 0.0:
        return 0.0
    y = x
    for k in range(n):
        y = y * x + math.cos(y)
        if y > 1.5:
            return y * y
    return y
