"""What conditions tell of integers."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8, 1.1, 0.7])


def both(x):
    total = 0.0
    for i in range(len(x)):
        if 0 < i and i + 1 < len(x):
            total += x[i - 1] * x[i + 1]
    return total


def neither(x):
    total = 0.0
    for i in range(len(x)):
        if not (i < 2 or i >= len(x) - 1):
            total += x[i - 2] * x[i + 1]
    return total


def not_the_last(x):
    total = 0.0
    for i in range(len(x)):
        if i != len(x) - 1:
            total += x[i] * x[i + 1]
        if i == 2:
            total += x[len(x) - 1 - i + 2]
    return total


def a_while(x):
    total, i = 0.0, 0
    while i < len(x):
        total += x[i] ** 2
        i += 1
    return total


def a_length(x):
    if len(x) > 2:
        return x[2] * x[-1]
    return x[0] if len(x) >= 1 else 0.0


@pytest.mark.parametrize("fun", [both, neither, not_the_last, a_length])
def test_indices_under_conditions_are_known(check, fun):
    check(fun, X)
    derivative = s2sad.grad(fun, jit=True)
    derivative(X)
    assert "raise IndexError" not in derivative.source


def test_a_loop_by_a_condition_is_checked_below_alone(check):
    check(a_while, X)


def too_far(x):
    total = 0.0
    for i in range(len(x)):
        if i > 0 or i < len(x) - 1:
            total += x[i + 1] ** 2
    return total


def after_a_change(x):
    total, k = 0.0, 3
    if k < len(x):
        k += 2
        total += x[k] ** 2
    return total


@pytest.mark.parametrize("fun", [too_far, after_a_change])
def test_what_conditions_do_not_tell_is_checked(in_python, fun):
    with pytest.raises(IndexError, match="index 5 is out of bounds for axis 0 with size 5"):
        s2sad.grad(fun, jit=True)(X)
