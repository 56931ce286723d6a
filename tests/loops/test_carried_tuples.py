"""Tuples that loops carry and branches give, item by item."""

import numpy as np
import pytest

X = np.array([0.3, -0.5, 0.8])


def pair_in_a_loop(x):
    p = (x[0], 1.0)
    for i in range(3):
        p = (p[1] * x[i], p[0] + x[i])
    return p[0] * p[1]


def pair_in_a_while_loop(x):
    p = (x[0], 0.0)
    while p[0] < 2.0:
        p = (p[0] * 1.5 + 0.1, p[1] + p[0])
    return p[1] + p[0]


def given_by_branches(x):
    s = 0.0
    for i in range(3):
        if x[i] > 0.0:
            p = (x[i], x[i] * x[0])
        else:
            p = (1.0, x[i])
        s += p[0] * p[1]
    return s


def nested(x):
    p = ((x[0], x[1]), x[2])
    for _ in range(2):
        p = ((p[1], p[0][0] * p[0][1]), p[0][0] + p[1])
    return p[0][0] + p[0][1] * p[1]


def after_the_loop(x):
    state = (x[0], x[1])
    for _ in range(2):
        state = (state[1], state[0] * state[1])
    a, b = state
    return a * b


@pytest.mark.parametrize(
    "function", [pair_in_a_loop, pair_in_a_while_loop, given_by_branches, nested, after_the_loop]
)
def test_gradients(check, function):
    check(function, X)
