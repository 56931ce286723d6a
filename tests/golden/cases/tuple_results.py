"""Results in a nested tuple."""

import math

POINT = {"r": 2.0, "phi": 0.6}


def f(r: float, phi: float):
    x, y = r * math.cos(phi), r * math.sin(phi)
    return x, (y, x * y)
