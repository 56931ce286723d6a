"""Powers with constant and varying exponents."""

POINT = {"x": 1.4, "p": 2.5}


def f(x: float, p: float):
    return x**2 + x**-1 + x**0.5 + x**p + 2.0**x
