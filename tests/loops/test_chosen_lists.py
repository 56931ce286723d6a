"""Which lists become arrays: with what has the same items."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8])


def under_two_names(x):
    a = [x[0], x[1] * x[2]]
    b = a
    b[0] = b[1] * 2.0
    return a[0] * a[1] + sum(b)


def chosen_by_a_branch(x):
    a, b = [x[0], x[1]], [x[1] * x[0], x[2]]
    c = a if x[0] > 0.0 else b
    s = 0.0
    for i in range(2):
        s += c[i] * c[i] + b[i]
    return s


def swapped(x):
    a, b = [x[0], x[1]], [0.0, 0.0]
    for k in range(3):
        for i in range(2):
            b[i] = a[1 - i] * x[2] + k
        a, b = b, a
    return a[0] * a[1]


def rows(x):
    table = [[0.0] * 3 for _ in range(2)]
    for i in range(2):
        for j in range(3):
            table[i][j] = x[j] * (i + 1) + table[i - 1][j]
    return table[1][2] * table[0][1]


@pytest.mark.parametrize("function", [under_two_names, chosen_by_a_branch, swapped, rows])
def test_gradients(check, function):
    check(function, X)


def test_a_list_of_numbers_is_an_array(in_python):
    made = s2sad.grad(swapped, jit=True)
    made(X)
    assert "np.empty(" in made.source or "np.zeros(" in made.source
    assert not re.search(r"= \[x", re.sub("#.*", "", made.source))
