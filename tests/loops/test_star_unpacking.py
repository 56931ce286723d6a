"""Arrays that are unpacked with a star."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -1.2, 0.7, 2.0])


def first_apart(x):
    a, *rest = x
    total = 0.0
    for v in rest:
        total += v * a * len(rest)
    return total + sum(rest) * rest[-1]


def ends_apart(x):
    a, *between, b = x
    x = x * 2.0
    return a * b * sum(between) + x[0]


def rows(x):
    a, *rest = np.outer(x, x)
    total = 0.0
    for row in rest:
        total += row @ a
    return total


@pytest.mark.parametrize("fun", [first_apart, ends_apart, rows])
def test_gradients(check, fun):
    check(fun, X)


def test_too_few(in_python):
    def three(x):
        a, b, *_, c = x
        return a * b * c

    assert s2sad.grad(three, jit=True)(X[:3]) == pytest.approx([X[1] * X[2], X[0] * X[2], X[0] * X[1]])
    with pytest.raises(ValueError, match="not enough values"):
        s2sad.grad(three, jit=True)(X[:2])
