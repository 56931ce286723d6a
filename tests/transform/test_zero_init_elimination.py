"""Adjoints of arrays that start with what is added first, and those that have to start with zeros."""

import numpy as np
import pytest

import s2sad


def squares(x):
    u = x.copy()
    u[0] = x[1] * x[2]
    return np.sum(u**2)


def product_with_itself(x):
    u = x.copy()
    u[0] = x[1] * x[2]
    return np.dot(u, u)


def total(x):
    u = x.copy()
    u[0] = x[1] * x[2]
    return np.sum(u)


def average(x):
    u = x.copy()
    u[0] = x[1] * x[2]
    return np.mean(u)


def with_a_view(x):
    u = x.copy()
    v = u[1:]
    v *= x[0]
    return np.sum(u**2)


def broadcast(x):
    u = x.copy()
    u[0] = x[1] * x[2]
    return np.sum(u * np.ones((2, 3)))


def two_names(x):
    u = x.copy()
    v = u
    for i in range(2):
        v[i] += x[2] * u[1]
    return np.sum(u**2) + v[0] * u[1]


def swapped(x):
    u, v = x.copy(), x * 2.0
    for i in range(3):
        u[i] += x[0]
        u, v = v, u
    return np.sum(u) + np.dot(v, v)


def overwritten_after(x):
    u = x.copy()
    u[1] = x[0] * x[2]
    s = np.sum(u**2)
    u[0] = s
    return u[0] * u[1]


STARTS = {
    squares: "u_bar = 2 * u",
    product_with_itself: "u_bar = 2.0 * u",
    total: "u_bar = np.ones_like(u)",
}
OTHERS = [average, with_a_view, broadcast, two_names, swapped, overwritten_after]
X = np.array([0.5, -1.2, 2.0])


@pytest.mark.parametrize("function", STARTS)
def test_the_start_is_what_is_added_first(function):
    gradient = s2sad.grad(function)
    gradient(X)
    assert STARTS[function] in gradient.source
    assert "u_bar = np.zeros_like" not in gradient.source


@pytest.mark.parametrize("function", OTHERS)
def test_others_start_with_zeros(function):
    gradient = s2sad.grad(function)
    gradient(X)
    assert "_bar = np.zeros_like" in gradient.source


@pytest.mark.parametrize("function", [*STARTS, *OTHERS])
def test_gradients_are_those_of_differences(function):
    h = 1e-6
    expected = [(function(X + h * e) - function(X - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(s2sad.grad(function)(X), expected, rtol=1e-7)


def scaled(x):
    u = x.copy()
    u[0] = x[1] * x[2]
    return np.sum(u) * x[1]


@pytest.mark.parametrize("function", [*STARTS, *OTHERS, scaled])
def test_second_derivatives_are_those_of_differences(function):
    gradient, h = s2sad.grad(function), 1e-6
    expected = [(gradient(X + h * e) - gradient(X - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(s2sad.hessian(function)(X), expected, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("function", STARTS)
def test_the_type_is_kept(function):
    assert s2sad.grad(function)(X.astype(np.float32)).dtype == np.float32


@pytest.mark.parametrize("function", STARTS)
def test_the_flat_style_starts_with_zeros(function):
    assert "np.zeros_like(u_1)" in s2sad.emit(function, types={"x": "float64[:]"}, style="flat")
