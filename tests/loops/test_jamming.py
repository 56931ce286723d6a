"""Iterations of a loop that go through an inner loop together."""

import re

import numpy as np
import pytest

import s2sad


def product(a, x):
    y = np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            y[i] += a[i, j] * x[j]
    return np.sum(y * y)


def columns(a, x):
    y = np.zeros(a.shape[1])
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            y[j] += a[i, j] * x[i]
    return np.sum(y * y * y)


def convolution(a, x):
    n, m = x.shape[0], a.shape[0]
    y = np.zeros(max(n - m + 1, 0))
    for k in range(m):
        for j in range(n - m + 1):
            y[j] += a[k, 0] * x[k + j] * a[k, 1]
    return np.sum(y**3)


def filter_of_three(a, x):
    n, m = a.shape
    out = np.zeros((n, m - 2))
    for k in range(3):
        out += x[k] * a[:, k : m - 2 + k]
    return np.sum(out**2) + x[-1]


def from_below(a, x):
    total = 0.0
    for i in range(a.shape[0] - 1, 0, -1):
        for j in range(1, a.shape[1]):
            total += a[i, j] * x[j] * a[i - 1, j]
    return total


def upper(a, x):
    y = np.zeros(x.shape[0])
    for i in range(a.shape[0]):
        for j in range(i, a.shape[1]):
            y[j] += a[i, j] * x[i]
    return np.sum(y * y)


def one_after_the_other(a, x):
    y = x.copy()
    for i in range(a.shape[0]):
        for j in range(1, a.shape[1]):
            y[j] = y[j] + a[i, j] * y[j - 1]
    return np.sum(y * y)


PROGRAMS = [product, columns, convolution, filter_of_three, from_below, upper, one_after_the_other]
TOGETHER = [product, columns, convolution, filter_of_three]


def given(n, m):
    rng = np.random.default_rng(n)
    return rng.normal(size=(n, m)), rng.normal(size=m)


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_gradients_agree_at_all_lengths(fun, in_python):
    compiled, plain = s2sad.grad(fun, (0, 1), jit=True), s2sad.grad(fun, (0, 1))
    for n in (2, 3, 4, 5, 7, 8):
        for one, other in zip(compiled(*given(n, 9)), plain(*given(n, 9))):
            assert one == pytest.approx(other, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("fun", TOGETHER, ids=lambda fun: fun.__name__)
def test_several_iterations_go_through_an_inner_loop_together(fun, in_python):
    gradient = s2sad.grad(fun, (0, 1), jit=True)
    gradient(*given(5, 9))
    if fun is not filter_of_three:  # three iterations need no loop
        assert re.search(r"range\(0, \w+, 4\)", gradient.source)
    else:
        assert not re.search(r"for k in range\(3\)", gradient.source)


def test_what_depends_on_the_iterations_before_goes_alone(in_python):
    gradient = s2sad.grad(one_after_the_other, (0, 1), jit=True)
    gradient(*given(5, 9))
    assert ", 4)" not in gradient.source


def scaled_rows(a, x):
    """Each iteration reads and writes a row of its own, and adds to what all have in common."""
    b = a @ np.ones((a.shape[1], a.shape[1]))
    y = np.zeros(x.shape[0])
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            b[i, j] = b[i, j] * x[j]
            y[j] += b[i, j]
    return np.sum(y * y) + np.sum(b @ b.T)


def test_rows_that_are_read_and_written_are_gone_through_alone(in_python):
    gradient, plain = s2sad.grad(scaled_rows, (0, 1), jit=True), s2sad.grad(scaled_rows, (0, 1))
    for found, wanted in zip(gradient(*given(5, 9)), plain(*given(5, 9))):
        np.testing.assert_allclose(found, wanted, rtol=1e-11)
    forward, reverse = gradient.source.split("# reverse sweep")
    assert ", 4)" not in forward
    assert ", 4)" not in reverse


def empty_slices(a, x):
    total = np.sum(a) * 0.5
    for k in range(12):
        total += np.sum(x[k:] * x[k:]) * x[k:].shape[0] + np.sum(x[k : k + 2]) + x[0] * len(x[k + 1 : k + 4])
    return total


def test_slices_that_begin_behind_the_end_are_empty(in_python):
    compiled, plain = s2sad.grad(empty_slices, 1, jit=True), s2sad.grad(empty_slices, 1)
    assert compiled(*given(2, 9)) == pytest.approx(plain(*given(2, 9)))
