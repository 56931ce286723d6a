"""What stands around the steps of a `try` statement."""

import math

import pytest


def root(x):
    if x < 0.0:
        raise ValueError("below zero")
    return math.sqrt(x)


def a_loop(x):
    s = 1.0
    try:
        for k in range(3):
            s = s + root(x - k * 0.3)
    except ValueError:
        s = s * x
    return s


def a_branch(x):
    y = x
    try:
        if x > 0.5:
            y = root(x - 1.0)
        else:
            y = root(x) * 2.0
        y = y * x
    except ValueError:
        y = y * 3.0
    return y


def a_while_loop(x):
    k, y = 0, x
    try:
        while k < 4:
            y = root(y) - 0.5
            k += 1
    except ValueError as error:
        return y * x * len(str(error))
    return y * k


def a_function_within(x):
    def part(y):
        return root(y) * x

    try:
        z = part(x - 0.4)
    except ValueError:
        z = x * x
    else:
        z = z * 2.0
    return z


@pytest.mark.parametrize("f", [a_loop, a_branch, a_while_loop, a_function_within])
def test_what_was_done_before_an_exception_stays_done(same, f):
    same(f, (0.7,), (0.2,), (1.5,), (-0.3,))
