"""What is returned is the caller's own, and isn't copied without need."""

import numpy as np
import pytest

import s2sad

X, Y = np.array([0.5, -1.2]), np.array([2.0, 0.7])


def total(x, y):
    return np.sum(x + y)


def product(x, y):
    return np.sum(x * y)


def reshaped(x, y):
    return np.sum(x[:, None] * y)


def passed_on(x, y):
    t = np.exp(x + y)
    return np.sum(t * t)


@pytest.mark.parametrize("function", [total, product, reshaped, passed_on])
def test_gradients_are_arrays_of_their_own(function):
    x, y = X.copy(), Y.copy()
    first, second = s2sad.grad(function, (0, 1))(x, y)
    kept = second.copy()
    first += 1.0
    np.testing.assert_array_equal(second, kept)
    second += 1.0
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(y, Y)


def test_what_is_new_is_not_copied():
    gradient = s2sad.grad(passed_on)
    gradient(X, Y)
    assert "np.copy" not in gradient.source


def test_pullbacks_return_arrays_of_their_own_each_time():
    _, pullback = s2sad.vjp(lambda x: x * 1.0, X)
    bar = np.ones(2)
    (first,) = pullback(bar)
    first += 1.0
    np.testing.assert_array_equal(bar, np.ones(2))
    np.testing.assert_array_equal(pullback(bar)[0], np.ones(2))
