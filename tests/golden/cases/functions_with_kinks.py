"""Functions of `math` whose derivative jumps, or is infinite somewhere."""

import math

POINT = {"x": -0.8, "y": 0.5}


def f(x: float, y: float):
    a = abs(x) + math.copysign(y, x)
    b = math.sqrt(y) * math.floor(3.7 * y) + math.fmod(y, 0.3)
    return a * b + math.hypot(x, y) ** 3 + math.atan2(y, x)
