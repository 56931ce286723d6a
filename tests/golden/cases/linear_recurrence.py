"""A loop that is linear in what it carries: nothing has to be saved."""

POINT = {"x": 0.5, "a": 1.1, "n": 6}


def f(x: float, a: float, n: int):
    y = 0.0
    for i in range(n):
        y = 0.9 * y + i * x - a
    return y
