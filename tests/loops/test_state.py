"""When arrays are made: what is read while something is written to is a copy, what is read often is computed once."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8, 1.1])


def read_after_a_write(x):
    y = x.copy()
    z = np.sin(y) * 2.0
    y[0] = z[1]
    return np.sum(y * z)


def a_view_sees_the_write(x):
    y = x.copy()
    part = y[1:]
    y[2] = x[0] * x[1]
    return np.sum(part * part)


def what_was_read_before(x):
    y = x * 2.0
    first = y[0]
    y[0] = first * y[1]
    return first * np.sum(y)


def in_branches(x):
    y = x * 1.0
    if x[0] > 0.0:
        y = y * y
        y[1] = y[0]
    return np.sum(y)


@pytest.mark.parametrize(
    "function", [read_after_a_write, a_view_sees_the_write, what_was_read_before, in_branches]
)
def test_gradients(check, function):
    check(function, X)


def test_what_is_read_for_each_of_many_elements_is_computed_once(in_python):
    def weights(x):
        e = np.arctan(x)
        return np.sum(e[:, None] * x)

    made = s2sad.grad(weights, jit=True)
    wanted = [(weights(X + h) - weights(X - h)) / 2e-6 for h in 1e-6 * np.eye(4)]
    assert made(X) == pytest.approx(wanted, rel=1e-6)
    assert len(re.findall(r"arctan\(", re.sub("#.*", "", made.source))) == 1
