"""if, elif, else, and a variable that each of them changes."""

import math

POINT = {"x": 0.4, "y": 1.3}


def f(x: float, y: float):
    z = x
    if x > 1.0:
        z = x * y
    elif y > 1.0:
        z = math.sin(x) * y
        y = y * y
    else:
        z = y
    return z * y
