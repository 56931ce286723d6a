"""A polynomial: a loop over a list."""

POINT = {"coefficients": [2.0, -1.0, 0.5, 3.0], "x": 1.3}


def f(coefficients: list[float], x: float):
    total = 0.0
    for c in coefficients:
        total = total * x + c
    return total
