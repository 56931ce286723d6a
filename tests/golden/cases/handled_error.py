"""An exception that is raised and handled on the way."""

import math

POINT = {"x": -0.5}


def f(x: float):
    try:
        y = math.sqrt(x)
    except ValueError:
        y = x * x
    return y * x
