"""Adjoints of arrays that loops carry are added to in place: each has to be an array of its own then."""

import numpy as np
import pytest

import s2sad


def parts_and_whole(x):
    u = x * 2.0
    for i in range(3):
        u = u + x[i] * u[::-1]
        u = u * u[0]
    return np.sum(u * x) + u[1]


def turned_round(x):
    u = x * x
    for i in range(3):
        u = u[::-1]
        u = u - 0.5 * u[i] * x
    return u @ x + u[0] * u[2]


def with_its_transpose(x):
    A = np.outer(x, x)
    for i in range(3):
        A = A + A.T
        A = A - A[i, 0] * A.T * 0.1
    return np.sum(A * A) + A[0, 1]


def the_transpose_alone(x):
    A = np.outer(x, x + 1.0)
    for i in range(3):
        B = A.T
        A = B + 0.1 * A[i]
    return np.sum(A @ x) + A[2, 0]


def swapped(x):
    u, v = x * 2.0, x * x
    for i in range(4):
        u, v = v, u + 0.3 * v[i % 3] * u
    return np.sum(u * v) + u[0] * v[1]


def twice_the_same(x):
    u = x * 2.0
    v = u
    for i in range(3):
        v = v + u * x[i]
        u = v
    return np.sum(u) + v[1] * u[0]


def read_after_the_loop(x):
    u = x * x
    w = u * 1.0
    for i in range(3):
        w = w - u[i] * w
    return np.sum(w * u) + w[0]


def passed_on_or_not(x):
    u = x * x
    v = np.zeros(3)
    for i in range(3):
        if i % 2:
            u, v = u + v, u
        else:
            u, v = u * x[i], u + u[i] * v
    return np.sum(u * x) + v[2] * u[1]


def loops_in_loops(x):
    u = x * 1.5
    for _ in range(2):
        w = u
        for j in range(3):
            w = w + w[j] * u
        u = u - 0.1 * w
    return np.sum(u * u) + u[2]


def summed(x):
    u = x * x
    for i in range(3):
        u = u + x[i] * u[0]
    return np.sum(u)


def averaged_or_not_there(x):
    u = x * x
    for i in range(len(x) - 3):
        u = u + x[i] * u[0]
    return np.mean(u)


def not_once(x):
    u = x * x
    for _ in range(len(x) - 3):
        u = u + u[0] * x
    return np.sum(u * x)


ALL = [
    *(parts_and_whole, turned_round, with_its_transpose, the_transpose_alone, swapped, twice_the_same),
    *(read_after_the_loop, passed_on_or_not, loops_in_loops, not_once),
    *(summed, averaged_or_not_there),
]
X = np.array([0.3, -0.5, 0.8])


@pytest.mark.parametrize("function", ALL)
def test_gradients_are_those_of_differences(ad, function):
    assert s2sad.grad(function)(X) == pytest.approx(ad.slopes(function, X), abs=1e-8)


@pytest.mark.parametrize("function", ALL)
def test_second_derivatives_are_those_of_differences(function):
    gradient, h = s2sad.grad(function), 1e-6
    v = np.array([1.0, 0.5, -2.0])
    expected = (gradient(X + h * v) - gradient(X - h * v)) / (2 * h)
    (product,) = s2sad.hvp(function, (X,), (v,))
    assert product == pytest.approx(expected, abs=1e-6)


def steps(x):
    u = x
    for i in range(3):
        u = u + x[i] * u[0]
    return u


def kept(x):
    u = x * x
    for i in range(2):
        u = u * x[i]
    return u, u[1]


@pytest.mark.parametrize("function", [steps, lambda x: kept(x)[0]])
def test_a_cotangent_of_the_callers_stays_as_it_is(function):
    _, pullback = s2sad.vjp(function, X)
    cotangent = np.array([1.0, -2.0, 0.5])
    first = pullback(cotangent)
    assert cotangent.tolist() == [1.0, -2.0, 0.5]
    h = 1e-6
    jacobian = np.array([(function(X + h * e) - function(X - h * e)) / (2 * h) for e in np.eye(3)])
    assert first[0] == pytest.approx(jacobian @ cotangent, abs=1e-8)
    assert pullback(cotangent)[0] == pytest.approx(first[0])


def test_an_adjoint_that_is_one_number_everywhere_begins_the_loop_as_an_array():
    gradient = s2sad.grad(summed)
    gradient(X)
    assert "u_bar = np.ones_like(u)" in gradient.source and "unreduce" not in gradient.source


def test_nothing_is_copied_where_the_adjoint_is_the_loops_own():
    def f(x):
        u = x * x
        for i in range(3):
            u = u + x[i] * u[0]
        return np.sum(u**2)

    gradient = s2sad.grad(f)
    gradient(X)
    assert "np.copy" not in gradient.source.split("reverse sweep")[1]
