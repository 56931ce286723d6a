"""Rows that a loop multiplies by a matrix are multiplied at once before it, where it takes all of them and writes to neither."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(3)
A, B = RNG.normal(size=(5, 4)), RNG.normal(size=(5, 4))
W, V = RNG.normal(size=(3, 4)), RNG.normal(size=(4, 3))


def upper(a):
    c = np.eye(a.shape[1])
    for i in range(a.shape[1] - 1):
        c[i, i + 1 :] = a[:, i] @ a[:, i + 1 :]
    return np.sum(c * c)


def lower(a, b):
    """The columns before each, the last first."""
    total = 0.0
    for i in range(a.shape[1] - 1, -1, -1):
        total += np.sum(np.tanh(np.dot(a[:, i], b[:, :i])))
    return total


def recurrent(a, w, v):
    h = np.zeros(3)
    for t in range(a.shape[0]):
        h = np.tanh(w @ a[t] + a[t, :] @ v + 0.5 * h)
    return np.sum(h * h)


def rows(a, w):
    """Rows one by one, the last of which doesn't count."""
    total = 0.0
    for row in a[:-1]:
        total += np.sum(np.sin(w @ row))
    return total


def by_slices(a, w):
    """Rows from the next one on times a column."""
    total = 0.0
    for i in range(w.shape[0]):
        total += np.sum((w[i:] @ a[i]) ** 2)
    return total


def changed_in_the_loop(a, w):
    total = 0.0
    for i in range(a.shape[0]):
        total += np.sum((w @ a[i]) ** 2)
        w[0] += a[i]
    return total


def changed_by_another_name(a, b):
    other, total = a.T, 0.0
    for i in range(a.shape[0]):
        total += np.sum((b @ a[i]) ** 2)
        other[0, 4] += b[i, 0] * total
    return total


def written_result(a, w):
    total = 0.0
    for i in range(a.shape[0]):
        p = w @ a[i]
        p[0] *= p[1]
        total += np.sum(p * p)
    return total


def few_rows(a, b):
    total = 0.0
    for i in range(2):
        total += np.sum(np.sin(b @ a[i]))
    return total


def until(a, w):
    total = 0.0
    for i in range(a.shape[0]):
        total += np.sum(np.sin(w @ a[i]))
        if total > 0.5:
            break
    return total


MOVED = (
    (upper, A),
    (lower, A, B),
    (recurrent, A, W, V),
    (rows, A, W),
    (by_slices, A, RNG.normal(size=(5, 4))),
)
LEFT = (
    (changed_in_the_loop, A, W),
    (changed_by_another_name, A, B),
    (written_result, A, W),
    (few_rows, A, B),
    (until, A, W),
)


@pytest.mark.parametrize("case", MOVED, ids=lambda case: case[0].__name__)
def test_moved(check, case):
    function, *args = case
    check(function, *args)
    gradient = s2sad.grad(function, tuple(range(len(args))), jit=True)
    gradient(*args)
    assert "products = " in gradient.source


@pytest.mark.parametrize("case", LEFT, ids=lambda case: case[0].__name__)
def test_left(check, case):
    function, *args = case
    check(function, *args)
    gradient = s2sad.grad(function, tuple(range(len(args))), jit=True)
    gradient(*args)
    assert "products" not in gradient.source


def test_no_rows(check):
    check(recurrent, np.zeros((0, 4)), W, V)
