"""Adjoints of sums that NumPy spreads, against differences and as text."""

import numpy as np
import pytest

import s2sad

X = np.array([[0.5, -1.2, 2.0], [0.3, 0.8, -0.4]])


def of_all(x):
    return 3.0 * np.sum(x)


def of_a_part(x):
    return np.sum(x[1:]) * np.mean(x) + np.sum(x * x)


def of_rows(x):
    rows = x @ np.array([1.0, 2.0, -1.0])
    return np.sum(rows)


def of_picked(x):
    return np.sum(x[[0, 0, 1]] ** 3)


@pytest.mark.parametrize("function", [of_all, of_a_part, of_rows, of_picked])
def test_gradients_and_their_tangents_are_those_of_differences(function):
    h, direction = 1e-5, np.cos(np.arange(6.0)).reshape(2, 3)
    steps = [h * e.reshape(2, 3) for e in np.eye(6)]
    expected = np.reshape([(function(X + e) - function(X - e)) / (2 * h) for e in steps], (2, 3))
    gradient = s2sad.grad(function)
    np.testing.assert_allclose(gradient(X), expected, rtol=1e-7)
    change = (gradient(X + h * direction) - gradient(X - h * direction)) / (2 * h)
    np.testing.assert_allclose(s2sad.hvp(function, (X,), (direction,))[0], change, rtol=1e-6, atol=1e-7)


def test_what_all_items_have_is_filled_in():
    gradient = s2sad.grad(of_all)
    assert gradient(X).flags.writeable
    assert "return np.full(x.shape, 3.0)" in gradient.source


def test_what_is_added_to_a_part_is_a_number():
    gradient = s2sad.grad(of_a_part)
    gradient(X)
    assert "[1:] += np.mean(x)" in gradient.source
    assert "unreduce" not in gradient.source and "broadcast_to" not in gradient.source
