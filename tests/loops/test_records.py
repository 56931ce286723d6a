"""What functions that call themselves save: tuples in one list, and places there."""

import math
import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8])


def power(x, n):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    return half * half * (x if n % 2 else 1.0)


def to_a_power(x):
    return power(x, 9)


def tree(x, depth):
    if depth == 0:
        return math.sin(x)
    return tree(x * 0.5, depth - 1) * tree(x + 1.0, depth - 1)


def of_a_tree(x):
    return tree(x, 3) * x


def in_a_loop(x):
    s = 0.0
    for i in range(3):
        s += power(x[i], i + 1) * x[0]
    return s


@pytest.mark.parametrize("function, x", [(to_a_power, 1.3), (of_a_tree, 0.4), (in_a_loop, X)])
def test_gradients(check, function, x):
    check(function, x)


def test_the_exact_derivative_of_a_power(in_python):
    gradient = s2sad.grad(to_a_power, jit=True)
    assert gradient(1.3) == pytest.approx(9.0 * 1.3**8, rel=1e-14)
    assert re.search(r"_records\.append\(", gradient.source)
    assert gradient(2.0) == pytest.approx(9.0 * 2.0**8) == gradient(2.0)
