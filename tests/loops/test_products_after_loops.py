"""What all iterations add to a matrix, a column times a row, is one product after the loop."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(5)
W = 0.4 * RNG.normal(size=(3, 3))
X = RNG.normal(size=(5, 3))


def recurrent(W, x):
    h = np.zeros(W.shape[0])
    for t in range(x.shape[0]):
        h = np.tanh(W @ h + x[t])
    return np.sum(h * h)


def from_the_left(W, x):
    h = np.ones(W.shape[0])
    for t in range(x.shape[0]):
        h = np.tanh(h @ W) + x[t]
    return np.sum(h * h)


def in_two_loops(W, x):
    h = np.ones(W.shape[0])
    for _ in range(x.shape[0]):
        h = np.tanh(W @ h)
    for t in range(x.shape[0]):
        h = np.tanh(W @ h + x[t])
    return np.sum(h)


def in_two_steps(W, x):
    h = np.ones(W.shape[0])
    for _ in range(x.shape[0]):
        h = h + 0.1 * np.tanh(W @ (h + 0.5 * np.tanh(W @ h)))
    return np.sum(h * h)


def summed_by_hand(W, x):
    """The sum is one of the function's own, and its transpose another one."""
    n, m = x.shape
    c, d = np.zeros((m, m)), np.zeros((m, m))
    for t in range(n):
        for j in range(m):
            for k in range(m):
                c[j, k] += np.sin(x[t, j]) * (x[t, k] + W[0, k])
                d[k, j] += x[t, j] * k
    return np.sum(c * c * d)


def matrix_is_read(W, x):
    """Each iteration reads what the ones before have added."""
    c, total = np.zeros((3, 3)), 0.0
    for t in range(x.shape[0]):
        for j in range(3):
            for k in range(3):
                c[j, k] += x[t, j] * x[t, k]
        total += np.sum(c @ W)
    return total


def row_is_written(W, x):
    """What one iteration of the middle loop multiplies by, the one before has changed."""
    m = x.shape[1]
    c, row = np.zeros((m, m)), np.ones(m)
    for t in range(x.shape[0]):
        for j in range(m):
            for k in range(m):
                c[j, k] += x[t, j] * row[k]
                row[k] = row[k] * 0.5 + W[j, k]
    return np.sum(c * c)


def part_of_a_matrix(W, x):
    n, m = x.shape
    c = np.ones((m, m))
    for t in range(n):
        for j in range(m - 1):
            for k in range(m):
                c[j, k] += x[t, j] * x[t, k]
    return np.sum(c * W * c)


EVERY = [recurrent, from_the_left, in_two_loops, in_two_steps, summed_by_hand]
OTHERS = [matrix_is_read, row_is_written, part_of_a_matrix]


@pytest.mark.parametrize("function", [*EVERY, *OTHERS])
def test_gradients(check, function):
    check(function, W, X)


@pytest.mark.parametrize("function", EVERY)
def test_the_product_is_after_the_loop(in_python, function):
    gradient = s2sad.grad(function, jit=True)
    gradient(W, X)
    assert "left.T @ right" in gradient.source or "left_1.T @ right_1" in gradient.source


@pytest.mark.parametrize("function", OTHERS)
def test_what_one_product_would_not_be_stays(in_python, function):
    gradient = s2sad.grad(function, jit=True)
    gradient(W, X)
    assert "left" not in gradient.source


def test_without_iterations(in_python):
    gradient = s2sad.grad(recurrent, jit=True)
    assert not gradient(W, X[:0]).any()


def test_second_derivatives(in_python):
    v = RNG.normal(size=W.shape)
    plain, compiled = (s2sad.hvp(recurrent, (W, X), (v, 0.0 * X), **given) for given in ({}, {"jit": True}))
    for one, other in zip(plain, compiled):
        np.testing.assert_allclose(other, one, rtol=1e-10)


def of_a_product(W, x):
    """The adjoint of a matrix that is made here is added to, and its tangent is made like it."""
    M = W @ W.T + np.eye(len(W))
    h = np.ones(len(M))
    for t in range(len(x)):
        h = np.tanh(M @ h + x[t])
    return np.sum(h * h)


def test_second_derivatives_by_a_matrix_that_is_made(in_python):
    v = RNG.normal(size=W.shape)
    plain, compiled = (s2sad.hvp(of_a_product, (W, X), (v, None), **given) for given in ({}, {"jit": True}))
    np.testing.assert_allclose(compiled[0], plain[0], rtol=1e-10)


def test_arrays_saved_beside_each_other_are_apart(in_python):
    """Both products of a step go after the loop, though the vectors that they multiply were saved together."""
    gradient = s2sad.grad(in_two_steps, jit=True)
    gradient(W, X)
    assert "left.T @ right" in gradient.source and "left_1.T @ right_1" in gradient.source


def of_complex_numbers(W, x):
    """A real matrix makes a complex one, which multiplies real rows."""
    M = W + 1j * W.T
    h, total = np.ones(len(M)), 0.0
    for t in range(len(x)):
        z = M @ h
        h = np.abs(z) / (1.0 + np.abs(z)) + x[t]
        total += np.sum(z.imag * h)
    return total


def test_rows_of_complex_numbers(check, in_python):
    check(of_complex_numbers, W, X)
    gradient = s2sad.grad(of_complex_numbers, jit=True)
    gradient(W, X)
    assert "left.T @ right" in gradient.source and "dtype=np.complex128)" in gradient.source
