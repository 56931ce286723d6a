"""A nested function that sees the variables around it."""

import math

POINT = {"x": 0.4, "y": 0.9}


def f(x: float, y: float):
    scale = x * y

    def wave(t):
        return scale * math.sin(t)

    return wave(x) + wave(2.0 * y)
