"""Operators and functions element by element."""

import numpy as np
import pytest

from s2sad.ir.parser import parse_function
from s2sad.loops.elementwise import is_elementwise

X, C = np.array([0.3, -0.5, 0.8]), np.array([1.1, 0.4, -0.9])


def operators(x, c):
    return np.sum((x + c) * (x - c) / (2.0 + x**2) + -x * c**3)


def functions(x, c):
    return np.sum(np.sin(x) * np.exp(c) + np.sqrt(x * x + 1.0) + np.tanh(c) + abs(x) + np.hypot(x, c))


def conditions(x, c):
    return np.sum(np.where(x > 0.0, x * c, c**2)) + np.sum(np.where((x > 0.0) & (c > 0.0), x, 0.0))


def not_true(x, c):
    return np.sum(np.where(~(x > 0.0), x * c, 0.0)) + np.sum(x[~(c > 0.0)])


def extremes(x, c):
    return np.sum(np.maximum(x, c) * np.minimum(x, 0.5)) + np.sum(np.clip(x, -0.4, 0.6) * c)


def of_numbers(x, c):
    return np.where(x[0] > 0.0, x[0] * c[1], c[0]) + np.maximum(x[0], c[0]) * np.sin(x[1])


def other_items(x, c):
    whole = np.asarray(7.0 * x, dtype=int) + np.asarray(3.0 * c, int)
    return np.sum(whole * x) + np.sum(np.asarray(x > 0.0, float) * c)


@pytest.mark.parametrize(
    "function", [operators, functions, conditions, not_true, extremes, of_numbers, other_items]
)
def test_gradients(check, function):
    check(function, X, C)


@pytest.mark.parametrize(
    "line, is_one",
    [
        ("add x y", True),
        ("lt x y", True),
        ("neg x", True),
        ("np.sin x", True),
        ("abs x", True),
        ("np.sin x out=y", False),
        ("is_ x y", False),
        ("is_in x y", False),
        ("np.sum x", False),
        ("np.matmul x y", False),
        ("getitem x 0", False),
    ],
)
def test_which_are_so(line, is_one):
    node = parse_function(f"function f(x, y)\n    t = {line}\n    return t\n", {"np": np}).body.entries[0]
    assert bool(is_elementwise(node)) is is_one
