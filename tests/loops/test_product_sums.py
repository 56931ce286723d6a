"""The adjoint of a matrix times its transpose is one product."""

import re

import numpy as np
import pytest

import s2sad


def inner(A):
    S = A * 2.0
    c = S.T @ S
    return np.sum(np.sin(c) * np.arange(9.0).reshape(3, 3))


def outer(A):
    S = A * A
    c = S @ S.T
    return np.sum(np.sin(c) * np.arange(16.0).reshape(4, 4))


def of_the_argument(A):
    c = A.T @ A
    return np.sum(np.sin(c) * np.arange(9.0).reshape(3, 3))


def in_a_loop(A):
    S = A.copy()
    total = 0.0
    for _ in range(2):
        c = S.T @ S
        total += np.sum(np.sin(c) * np.arange(9.0).reshape(3, 3))
        S = S + 0.1 * A
    return total


def read_beside(A):
    """The array and the product are read elsewhere, too."""
    S = A * 2.0
    c = S.T @ S
    d = S @ c
    return np.sum(np.sin(c) * np.arange(9.0).reshape(3, 3)) + np.sum(d * d)


def of_two(A):
    """No transpose of one another: two products stay two."""
    S, T = A * 2.0, np.sin(A)
    c = S.T @ T
    return np.sum(np.sin(c) * np.arange(9.0).reshape(3, 3)) + np.sum(S @ S[:3] * T)


A = np.array([[0.3, -0.7, 0.2], [0.9, 0.4, -0.1], [-0.5, 0.8, 0.6], [0.1, -0.2, 0.7]])


@pytest.mark.parametrize("fun", [inner, outer, of_the_argument, in_a_loop, read_beside, of_two])
def test_gradients(fun, check):
    check(fun, A)


@pytest.mark.parametrize("fun", [inner, of_the_argument])
def test_products(fun, in_python):
    gradient = s2sad.grad(fun, jit=True)
    gradient(A)
    assert re.sub("#.*", "", gradient.source).count(" @ ") == 2


def scaled(A):
    """What the products are added to is read once, element by element."""
    s = (A - 0.5) / np.sqrt(np.sum(A * A, axis=0))
    c = s.T @ s
    return np.sum(c * c)


def test_the_sum_is_a_place_for_what_is_made_of_it(check, in_python):
    check(scaled, np.arange(1.0, 7.0).reshape(3, 2))
    gradient = s2sad.grad(scaled, jit=True)
    gradient(np.arange(1.0, 7.0).reshape(3, 2))
    assert "s_bar[i, j] = 0.0" not in gradient.source and "A_bar, in its place" in gradient.source
