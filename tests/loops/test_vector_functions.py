"""Exponentials and logarithms in loops whose iterations are free of order."""

import math
import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])
A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])


def of_elements(x):
    return np.sum(np.exp(x) * np.tanh(x) + np.log(1.5 + x))


def small_ones(x):
    return np.sum(np.expm1(x) * np.log1p(0.5 * x * x))


def of_numbers(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += math.exp(-x[i] * x[i]) + math.tanh(x[i])
    return total


def in_branches(x):
    y = np.empty(x.shape[0])
    for i in range(x.shape[0]):
        if x[i] > 0.0:
            y[i] = np.exp(-x[i])
        else:
            y[i] = x[i] * np.tanh(x[i])
    return np.sum(y * y)


def recurrence(x):
    h = 0.2
    for i in range(x.shape[0]):
        h = np.tanh(h + x[i])
    return h


def soft_maximum(a):
    top = a.max(axis=1)
    return np.sum(top + np.log(np.sum(np.exp(a - top[:, None]), axis=1)))


CASES = [
    (of_elements, X),
    (small_ones, X),
    (of_numbers, X),
    (in_branches, X),
    (recurrence, X),
    (soft_maximum, A),
]


@pytest.mark.parametrize("fun, x", CASES, ids=[fun.__name__ for fun, _ in CASES])
def test_gradients_are_right(check, fun, x):
    check(fun, x)


def called(fun, x):
    """The exponentials and logarithms that the loops call."""
    gradient = s2sad.grad(fun, jit=True)
    gradient(x.copy())
    text = re.sub(r"#.*", "", gradient.source.partition("_grad(")[2])
    return set(re.findall(r"\b(_?(?:np\.|math\.)?(?:exp|expm1|tanh|log|log1p))\(", text))


def test_loops_that_are_free_of_order_call_functions_that_are_written_out(in_python):
    assert called(of_elements, X) == {"_exp", "_tanh"}
    assert called(small_ones, X) == {"_expm1", "_log1p"}
    assert called(of_numbers, X) == {"_exp", "_tanh"}


def test_a_recurrence_calls_those_of_the_library(in_python):
    assert called(recurrence, X) == {"np.tanh"}


def test_a_module_has_those_that_its_functions_call(in_python):
    text = s2sad.grad(of_elements, jit=True)
    text(X.copy())
    assert "def _split_exponential(" in text.source and "def _log1p(" not in text.source
