"""The largest and the smallest along any axes, and where they are."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8])


def test_those_that_are_equal_share_the_derivative(in_python):
    found = s2sad.grad(lambda x: np.max(x) * 3.0, jit=True)(np.array([1.0, 2.0, 2.0]))
    assert found.tolist() == [0.0, 1.5, 1.5]


def test_whether_there_is_nan_is_asked_beside_the_comparison(in_python):
    """One that waits for the other takes twice as long."""
    gradient = s2sad.grad(lambda x: np.max(x) * 3.0, jit=True)
    assert np.array_equal(gradient(np.array([1.0, np.nan, 2.0])), [0.0, 3.0, 0.0])
    compared = [line for line in gradient.source.splitlines() if " > " in line]
    assert compared and not any("|" in line for line in compared)
    assert "= np.nan" in gradient.source


def of_extremes(a):
    return np.sum(a.max(axis=1) * a.min(axis=1)) + 3.0 * a.max()


@pytest.mark.parametrize("nan_at", [[(0, 1)], [(1, 0), (1, 2)], [(0, 0), (0, 1), (0, 2)]])
def test_the_extreme_beside_nan_is_nan(in_python, nan_at):
    a = np.array([[0.3, -0.7, 1.1], [0.4, -0.2, 0.6]])
    for place in nan_at:
        a[place] = np.nan
    value, _ = s2sad.value_and_grad(of_extremes, jit=True)(a)
    assert np.isnan(value) and np.isnan(of_extremes(a))


@pytest.mark.parametrize(
    "items", [[np.nan, 1.0, np.nan], [2.0, np.nan, 1.0], [1.0, 3.0, 3.0], [3.0, 1.0, 1.0]]
)
def test_places_of_extremes_are_those_of_numpy(in_python, items):
    def at_extremes(x, y):
        return y[np.argmax(x)] + 10.0 * y[np.argmin(x)]

    x, y = np.array(items), np.array([1.0, 2.0, 3.0])
    value, bar = s2sad.value_and_grad(at_extremes, 1, jit=True)(x, y)
    assert value == at_extremes(x, y)
    assert list(bar) == [(k == np.argmax(x)) + 10.0 * (k == np.argmin(x)) for k in range(3)]


def test_the_value_of_an_extreme_is_no_sum_of_shares(in_python):
    derivative = s2sad.value_and_grad(np.max, jit=True)
    value, bar = derivative(np.array([0.1, 0.1, 0.1]))
    assert value == 0.1 and list(bar) == [1 / 3] * 3
    assert derivative.source.count("for i") == 3  # the largest, how often it is there, the shares


@pytest.mark.parametrize(
    "function", [lambda x: np.max(x[3:]), lambda x: np.min(x[3:]) * x[0], lambda x: x[np.argmax(x[3:])]]
)
def test_the_largest_of_nothing_raises_as_in_numpy(in_python, function):
    with pytest.raises(ValueError):
        function(X)
    with pytest.raises(ValueError, match="zero-size array"):
        s2sad.grad(function, jit=True)(X)


def test_where_there_are_items_nobody_asks(in_python):
    made = s2sad.grad(lambda x: np.max(np.concatenate([x, np.ones(2)])), jit=True)
    made(X)
    assert "check_some" not in made.source
