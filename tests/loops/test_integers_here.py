"""Lengths of what loops save, computed before them."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8, 1.1])


def by_its_length(x, n):
    s = 1.0
    for i in range(len(x) - 1):
        s = np.sin(s) * x[i] + x[i + 1]
    return s


def by_a_product(x, n):
    s = 1.0
    for i in range(n * 2):
        for j in range(i, len(x)):
            s = np.sin(s) * x[j] + i
    return s


def by_a_difference(x, n):
    s = 1.0
    for _ in range(n - 1, -1, -1):
        for j in range(n - 2):
            s = np.sin(s) * x[j]
    return s


@pytest.mark.parametrize("function", [by_its_length, by_a_product, by_a_difference])
def test_gradients(check, function):
    for n in (0, 1, 3):
        check(lambda x: function(x, n), X)  # noqa: B023 - it is called at once


def test_what_is_saved_has_its_place_before_the_loop(in_python):
    made = s2sad.grad(by_its_length, jit=True)
    made(X, 0)
    code = re.sub("#.*", "", made.source)
    assert code.index("np.empty(") < code.index("for ") and ".append(" not in code
