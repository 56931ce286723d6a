"""Lists as stacks, in loops of which nobody knows how long they run."""

import numpy as np
import pytest

X = np.array([0.7, 1.9])


def taken_from_the_end(x):
    path, v = [], x[0]
    while v < 20.0:
        path.append(v)
        v = 2.0 * v
    s = x[1]
    while path:
        s = s * x[0] + path.pop()
    return s


def turned_round(x):
    path, v = [], x[0]
    while v < 20.0:
        path.append(v)
        v = 2.0 * v
    path.reverse()
    s = x[1]
    for p in path:
        s = 0.5 * s + p * p
    return s


def halves(x):
    stack, s = [x[0]], 0.0
    while stack:
        v = stack.pop()
        s += v * v
        if v > 0.3:
            stack.append(0.4 * v)
            stack.append(0.2 * v * x[1])
    return s


@pytest.mark.parametrize("fun", [taken_from_the_end, turned_round, halves])
def test_gradients(check, fun):
    check(fun, X)
