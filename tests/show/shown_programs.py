"""Functions to look at, with arguments."""

import math

import numpy as np


def product(x, y):
    z = x * y
    return z * z + math.sin(x)


def branching(x, steps):
    total = 0.0
    for i in range(steps):
        if total > 1.0:
            total += math.sin(total) * x
        else:
            total += i * x
    return total


def newton(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def cooled(start, steps):
    u = start.copy()
    for _ in range(steps):
        u[1:-1] += 0.25 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def early(x):
    for i in range(5):
        if x > 3.0:
            return x * i
        x = x * 1.5
    return -x


def handled(x):
    try:
        y = math.log(x)
    except ValueError:
        y = math.exp(x) * x
    return y * x


def summed(xs, scale=2.0):
    total = 0.0
    for x in xs:
        total += x * x * scale
    return total


def chain(xs):
    ys = []
    for x in xs:
        ys.append(math.sqrt(x))
    return ys[0] * ys[-1]


def two(x, y):
    return x * y, x + y


def factorial(x, n):
    return 1.0 if n == 0 else x * factorial(x + 1.0, n - 1)


NUMBERS = [
    (product, (2.0, 3.0)),
    (branching, (2.0, 6)),
    (newton, (3.0,)),
    (early, (1.0,)),
    (early, (0.1,)),
    (handled, (2.0,)),
    (handled, (-2.0,)),
    (factorial, (0.5, 3)),
]
OTHERS = [(cooled, (np.arange(5.0), 3)), (summed, ([1.0, 2.0],)), (chain, ([1.0, 4.0, 9.0],))]
