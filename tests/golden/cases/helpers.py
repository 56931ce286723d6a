"""Functions that are short enough to be written out where they are called."""

import math

POINT = {"x": 0.4, "y": 1.5}


def square(x):
    return x * x


def length(x, y=2.0, *, scale=1.0):
    return scale * math.sqrt(square(x) + square(y))


def f(x: float, y: float):
    return length(x, y) + length(x, scale=3.0)
