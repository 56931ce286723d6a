"""A list that is written to, and read again."""

import math

POINT = {"x": 0.4, "n": 4}


def f(x: float, n: int):
    path = [x]
    for k in range(n):
        path.append(math.sin(path[-1]) + 0.1 * k)
    return sum(path) * path[-1]
