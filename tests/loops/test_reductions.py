"""Sums, products and extremes along any axes."""

import numpy as np
import pytest

import s2sad

A, X = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]]), np.array([0.3, -0.5, 0.8])


def sums(a, x):
    return np.sum(a) * np.sum(np.sum(a, axis=0) * x) + np.sum(a.sum(axis=1) ** 2) + sum(x) * sum(x * x)


def kept_axes(a, x):
    return np.sum(a / np.sum(a * a, axis=1, keepdims=True)) + np.sum(np.mean(a, axis=(0, 1), keepdims=True))


def means(a, x):
    return (
        np.mean(a) * np.sum(np.mean(a, axis=0) * x)
        + np.var(x)
        + np.sum(np.std(a, axis=1))
        + np.var(x, ddof=1)
    )


def products(a, x):
    return np.prod(x) + np.sum(np.prod(a, axis=1)) + np.sum(np.cumprod(x) * x)


def extremes(a, x):
    return (
        np.max(a) * np.min(x)
        + np.sum(np.max(a, axis=0) * x)
        + np.sum(a.min(axis=1) ** 2)
        + x[np.argmax(x)] * np.ptp(x)
    )


def running_sums(a, x):
    return np.sum(np.cumsum(x) ** 2) + np.sum(np.cumsum(a, axis=1) * a)


def truths(a, x):
    return np.sum(x) if np.any(x > 0.5) and not np.all(a > 0.0) else np.sum(a)


@pytest.mark.parametrize("function", [sums, kept_axes, means, products, extremes, running_sums, truths])
def test_gradients(check, function):
    check(function, A, X)


def test_those_that_are_equal_share_the_derivative(in_python):
    found = s2sad.grad(lambda x: np.max(x) * 3.0, jit=True)(np.array([1.0, 2.0, 2.0]))
    assert found.tolist() == [0.0, 1.5, 1.5]


def test_products_beside_zeros(check):
    check(lambda x: np.prod(x), np.array([0.0, 2.0, 3.0]))
    check(lambda x: np.prod(x), np.array([0.0, 2.0, 0.0]))


def kept_axes_of_vectors(a):
    x = a[0] + 1.0
    t = np.sum(x, keepdims=True)
    t[0] *= x[1]
    return (
        np.sum((x - x.mean(keepdims=True)) ** 3 / np.std(x, keepdims=True))
        + t[0] ** 2
        + x.max(keepdims=True)[0]
    )


def test_one_axis_that_is_kept(check):
    check(kept_axes_of_vectors, np.array([[0.3, -0.7, 1.1], [0.4, -0.2, 0.6]]))


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


def test_of_nothing(in_python):
    assert s2sad.value_and_grad(lambda x: np.sum(x[3:]) + np.prod(x[3:]), jit=True)(X)[0] == 1.0


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
