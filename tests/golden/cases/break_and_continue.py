"""break, continue, and what a loop does when it was not left."""

import math

POINT = {"x": 0.9, "n": 6}


def f(x: float, n: int):
    total = 0.0
    for i in range(n):
        if i % 2 == 0:
            continue
        total += math.sin(i * x)
        if total > 1.5:
            break
    else:
        total = total * x
    return total
