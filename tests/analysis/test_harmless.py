"""What nothing needs is left out where it can't raise, or where the adjoint raises as well."""

import ast
import math

import numpy as np
import pytest

import s2sad


def quadratic(x, a):
    return x @ a @ x + 2.0 * x[0]


def divided(x, n):
    total = 0.0
    for i in range(1, n):
        total += x[i] / i
    return np.sum(x) / n + total


def powers(x):
    return x**-1 + x**0.5 + x**2.0


def looked_up(d):
    total = 0.0
    for name in d:
        total += 3.0 * d[name]
    return total + d["a"]


def of_shape(x):
    rows, _ = x.shape
    return np.sum(x) / rows + 0.0 * max(rows, 1)


def within(x, n):
    """The places are those of the table, whatever n is: nothing of the last line is needed."""
    table = np.zeros((n + 1, 2))
    for k in range(n):
        table[k + 1] = table[k] + x[:2] * k
    return np.sum(table[:, 1]) + 3.0 * table[-1, 0]


X = np.array([0.5, 1.5, -0.7])
A = np.arange(9.0).reshape(3, 3)


@pytest.mark.parametrize(
    ("function", "args", "gone"),
    [
        (quadratic, (X, A), "x @ a @ x"),
        (divided, (X, 3), "np.sum(x) / n"),
        (powers, (1.7,), "x**0.5\n"),
        (of_shape, (A,), "np.sum(x)"),
        (within, (X, 3), "table[:, 1]\n    "),
    ],
)
def test_a_gradient_has_no_line_without_effect(function, args, gone):
    text = s2sad.grad(function, argnums=0)
    text(*args)
    assert gone not in "".join(line.split("#")[0] + "\n" for line in text.source.splitlines())


def test_no_line_of_a_gradient_only_reads():
    for function, args in ((quadratic, (X, A)), (divided, (X, 3)), (looked_up, ({"a": 1.0, "b": 2.0},))):
        gradient = s2sad.grad(function, argnums=0)
        gradient(*args)
        for node in ast.walk(ast.parse(gradient.source)):
            if isinstance(node, ast.Expr):
                assert isinstance(node.value, ast.Call), ast.unparse(node)


def division(x, n):
    return 3.0 * x / n


def repeated_division(x, n):
    total = 0.0
    for _ in range(2):
        total += x / n
    return total


def whole_power(x, n: int):
    return x**n


def beyond(x):
    return x[0] + x[5]


def missing(d):
    return d["a"] + d["c"]


def unlike(x, w):
    return np.sum(x @ w)


def logarithm(x):
    return 2.0 * x + 0.0 * np.float64(math.log(x))


@pytest.mark.parametrize(
    ("function", "args", "error"),
    [
        (division, (1.0, 0), ZeroDivisionError),
        (repeated_division, (1.0, 0.0), ZeroDivisionError),
        (whole_power, (0.0, -1), ZeroDivisionError),
        (beyond, (X,), IndexError),
        (beyond, ([1.0, 2.0],), IndexError),
        (missing, ({"a": 1.0, "b": 1.0},), KeyError),
        (unlike, (X, np.ones(4)), ValueError),
        (unlike, (A, np.ones((2, 3))), ValueError),
        (logarithm, (-1.0,), ValueError),
    ],
)
def test_what_raises_raises_in_the_gradient(function, args, error):
    for each in (function, s2sad.grad(function)):
        with pytest.raises(error):
            each(*args)
