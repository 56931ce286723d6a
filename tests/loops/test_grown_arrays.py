"""Lists that grow, as arrays that are allocated once."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8, 1.1])


def one_in_each_iteration(x):
    out = [x[0]]
    for i in range(1, len(x)):
        out.append(out[-1] * x[i] + out[0])
    return sum(out) * len(out)


def two_in_each_iteration(x):
    out = []
    for v in x:
        out.append(v * v)
        out.append(v + out[-1])
    return np.sum(np.array(out) * np.arange(8.0))


def under_a_condition(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v * v)
    return sum(out) + len(out) * out[-1]


def before_it_is_left(x):
    out = []
    for v in x:
        out.append(v * x[0])
        if v > 0.7:
            break
    return sum(out) + out[-1] * len(out)


def rows(x):
    out = [x]
    for k in range(3):
        out.append(np.sin(out[-1]) * k + out[0])
    return np.sum(np.array(out) ** 2) + np.sum(out[-1])


def within_loops(x):
    s = 0.0
    for i in range(3):
        out = []
        for j in range(i + 1):
            out.append(x[j] * x[i])
        s += sum(out) * out[-1]
    return s


@pytest.mark.parametrize(
    "function",
    [one_in_each_iteration, two_in_each_iteration, under_a_condition, before_it_is_left, rows, within_loops],
)
def test_gradients(check, function):
    check(function, X)


def test_of_one_item_too(check):
    for function in (one_in_each_iteration, under_a_condition, before_it_is_left):
        check(function, X[:1])


def test_nothing_is_appended(in_python):
    made = s2sad.grad(one_in_each_iteration, jit=True)
    made(X)
    code = re.sub("#.*", "", made.source)
    assert ".append(" not in code and "out = np.empty(" in code
