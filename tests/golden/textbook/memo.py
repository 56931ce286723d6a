"""A recursion whose values a dict remembers."""

import math


def value(x, n, memo):
    if n < 2:
        return x + n
    if n not in memo:
        memo[n] = math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
    return memo[n]


def f(x):
    return value(x, 6, {})


def by_hand(x):
    values = [x, x + 1.0]
    for n in range(2, 7):
        values.append(math.sin(values[n - 1]) * values[n - 2])
    bars = [0.0] * 6 + [1.0]
    for n in reversed(range(2, 7)):
        bars[n - 1] += math.cos(values[n - 1]) * values[n - 2] * bars[n]
        bars[n - 2] += math.sin(values[n - 1]) * bars[n]
    return bars[0] + bars[1]


POINT = (0.7,)
