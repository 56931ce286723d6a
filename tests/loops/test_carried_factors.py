"""A carried number is multiplied once in each iteration."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4])


def logistic(x, rate=3.3):
    y, total = 0.4, 0.0
    for k in range(x.shape[0]):
        y = rate * x[k] * y * (1.0 - y)
        total += y * y
    return total


def damped(x):
    y = 0.5
    for k in range(x.shape[0]):
        y = y - 0.1 * (x[k] * y * y - y)
    return y


def of_two(x):
    """Each is made of both, and waits for both."""
    y, z = 0.4, 0.2
    for k in range(x.shape[0]):
        y, z = y - 0.1 * z * y, z + x[k] * y + y * z
    return y * z


def doubled(x):
    number, total = 1, 0.0
    for k in range(x.shape[0]):
        number = number + number * 2
        total = total + number * x[k] ** 2
    return total


def of_nothing_else(x):
    y = x[0]
    for _ in range(3):
        y = y + y * 2.0 - (-y)
    return y * x[1]


@pytest.mark.parametrize("function", [logistic, damped, of_two, doubled, of_nothing_else])
def test_gradients(check, function):
    check(function, X)


@pytest.mark.parametrize("function", [logistic, damped])
def test_the_carried_adjoint_is_multiplied_once(in_python, function):
    gradient = s2sad.grad(function, jit=True)
    gradient(X)
    reverse = gradient.source.split("# reverse sweep")[1]
    (line,) = [
        line for line in reverse.splitlines() if line.lstrip().startswith("y_bar = ") and "* y_bar" in line
    ]
    assert line.count("y_bar") == 2


def test_integers_stay_integers(in_python):
    gradient = s2sad.grad(doubled, jit=True)
    gradient(X)
    assert "1.0 +" not in gradient.source
