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


def test_of_nothing(in_python):
    assert s2sad.value_and_grad(lambda x: np.sum(x[3:]) + np.prod(x[3:]), jit=True)(X)[0] == 1.0
