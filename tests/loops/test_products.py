"""Products of vectors and matrices, as sums of products."""

import re

import numpy as np
import pytest

import s2sad

A, X, Y = np.arange(6.0).reshape(2, 3) / 5.0 - 0.4, np.array([0.3, -0.5, 0.8]), np.array([1.1, -0.7])


def of_vectors(a, x, y):
    return (x @ x) * np.dot(y, y) + np.inner(x, a[0]) + np.vdot(y, a[:, 1])


def matrix_and_vector(a, x, y):
    return np.sum(np.sin(a @ x) * y) + np.sum((y @ a) * x) + np.sum(a.dot(x))


def of_matrices(a, x, y):
    return np.sum((a @ a.T) * np.outer(y, y)) + np.trace(a.T @ a)


def outer(a, x, y):
    return np.sum(np.outer(y, x) * a) + np.sum(np.outer(x, x) ** 2)


def sums_over_letters(a, x, y):
    return (
        np.einsum("ij,j,i->", a, x, y)
        + np.sum(np.einsum("ij,kj->ik", a, a) ** 2)
        + np.sum(np.einsum("ij->j", a) * x)
    )


def lengths(a, x, y):
    return np.linalg.norm(x) * np.linalg.norm(a) + np.linalg.norm(y - 1.0)


@pytest.mark.parametrize(
    "function", [of_vectors, matrix_and_vector, of_matrices, outer, sums_over_letters, lengths]
)
def test_gradients(check, function):
    check(function, A, X, Y)


def test_a_matrix_times_a_vector_is_a_loop_and_two_matrices_are_a_call(in_python):
    def code(function):
        made = s2sad.grad(function, (0, 1, 2), jit=True)
        made(A, X, Y)
        return re.sub("#.*", "", made.source)

    assert "@" not in code(matrix_and_vector).replace("@njit", "")
    assert re.search(r"np\.(dot|matmul)\(| @ ", code(of_matrices))


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: np.sum(np.multiply.outer(np.multiply.outer(x, x), 2.0 * y) ** 2),
        lambda x, y: np.sum(np.multiply.outer(2.0 * x, y[0])),
        lambda x, y: np.sum(np.sin(np.linspace(x[0], y[1], 5))),
    ],
)
def test_outer_products_of_any_rank(check, function):
    check(function, np.array([0.3, -0.7, 1.1]), np.array([0.5, -1.5]))
