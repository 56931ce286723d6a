"""Names of the user's own that look like generated ones."""

POINT = {"x": 0.5, "x_bar": 1.5, "dup": 2.0}


def f(x: float, x_bar: float, dup: float):
    x_dot = x * x_bar
    t = x_dot * dup
    return t * t + x
