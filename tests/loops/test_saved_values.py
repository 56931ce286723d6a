"""What is saved goes to arrays where it is known how much there will be, and to stacks elsewhere."""

import numpy as np
import pytest

import s2sad


def text_of(fun, *args):
    gradient = s2sad.grad(fun, jit=True)
    found = gradient(*args)
    return gradient.source, found


def squares(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = np.sin(total) + x[i] ** 2
    return total


def triangle(x):
    total = 1.0
    for i in range(x.shape[0]):
        for j in range(i):
            total = np.tanh(total) * x[i] + x[j]
    return total


def stepwise(x):
    total = 1.0
    for i in range(1, x.shape[0], 2):
        total = np.tanh(total) * x[i]
    return total


def broken_off(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = np.sin(total) + x[i]
        if total > 1.0:
            break
    return total


def nested(x):
    total = 0.0
    for i in range(x.shape[0]):
        s = 0.5 + x[i]
        while s < 2.0:
            s = s * s + 0.6
        total += s
    return total


X = np.array([0.3, 0.7, 0.4, 0.9, 0.1])


@pytest.mark.parametrize("fun", [squares, triangle, stepwise, broken_off, nested])
def test_gradients(fun, in_python):
    _, found = text_of(fun, X)
    wanted = [(fun(X + e) - fun(X - e)) / 2e-6 for e in np.eye(5) * 1e-6]
    assert found == pytest.approx(wanted, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("fun", [squares, stepwise])
def test_known_counts_give_arrays(fun, in_python):
    text, _ = text_of(fun, X)
    assert ".append(" not in text
    assert "np.empty(" in text


@pytest.mark.parametrize("fun", [triangle, broken_off, nested])
def test_unknown_counts_give_stacks(fun, in_python):
    text, _ = text_of(fun, X)
    assert "_saved.pop()" in text
