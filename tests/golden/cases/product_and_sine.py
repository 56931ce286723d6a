"""Two terms that share an argument."""

import math

POINT = {"x": 2.0, "y": 3.0}


def f(x: float, y: float):
    return x * y + math.sin(x)
