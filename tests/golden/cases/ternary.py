"""A condition within an expression."""

POINT = {"x": -0.5, "y": 2.0}


def f(x: float, y: float):
    slope = x if x > 0.0 else 0.01 * x
    return slope * y * y
