"""Functions of NumPy's that are written in other words, against central differences."""

import numpy as np
import pytest

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])
S = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
X = np.array([0.3, -1.2, 0.7, 2.1, -0.4, 0.9])


def from_a_triangle(x):
    lower = np.zeros((3, 3))
    lower[np.tril_indices(3)] = x
    return np.sum((lower @ lower.T) ** 2)


def with_diagonal(s):
    s = s.copy()
    rows, columns = np.diag_indices(3)
    s[rows, columns] += 2.0
    np.fill_diagonal(s, s[0, 1])
    return np.linalg.det(s + 3 * np.eye(3))


def parts(x):
    first, second = np.split(x, 2)
    a, b, c = np.split(x, [1, 4])
    rest = np.array_split(x, 4)
    return np.sum(first * second) + a[0] * np.sum(b**2) * np.sum(c) + sum(np.sum(p) ** 2 for p in rest)


OF_MATRICES = {
    "triangle": lambda s: np.sum(s[np.triu_indices(3, 1)] ** 2) + np.sum(s[np.tril_indices_from(s)] ** 3),
    "places": lambda s: np.sum(s[np.nonzero(s > 0.3)] ** 2) + np.sum(s[np.where(s < 1.5)]),
    "diagonal": with_diagonal,
    "power": lambda s: np.sum(np.linalg.matrix_power(s * 0.3, 3)) + np.sum(np.linalg.matrix_power(s, 2)),
    "roll": lambda s: np.sum(np.roll(s, (1, 2), axis=(0, 1)) * s),
}
OF_ARRAYS = {
    "tensordot": lambda a: np.sum(np.tensordot(a, a, axes=([1], [1])) ** 2),
    "tensordot of two": lambda a: np.tensordot(a, a**2, axes=((0, 1), (0, 1))) * a[0, 0],
    "kron": lambda a: np.sum(np.kron(a, a.T)[1] ** 2),
    "tile": lambda a: np.sum(np.tile(a, (2, 3))[3] ** 2),
    "sum": lambda a: np.sum(sum(a) ** 2),
    "quantile": lambda a: np.sum(np.quantile(a, 0.4, axis=0) ** 2) + np.percentile(a, 30),
    "hsplit": lambda a: np.sum(np.hsplit(a, 3)[1] ** 2),
}
OF_VECTORS = {
    "from a triangle": from_a_triangle,
    "parts": parts,
    "repeat": lambda x: np.sum(np.repeat(x, [1, 2, 0, 3, 1, 1]) ** 2),
    "windows": lambda x: np.sum(np.lib.stride_tricks.sliding_window_view(x, 3).mean(axis=1) ** 2),
    "numbers and arrays": lambda x: np.concatenate(([0.0, x[1]], np.cumsum(x)))[3] ** 2,
    "finite": lambda x: np.sum(np.nan_to_num(x) ** 2),
    "kron": lambda x: np.sum(np.kron(x, x[:2]) ** 2),
}


@pytest.mark.parametrize("fun", OF_MATRICES.values(), ids=OF_MATRICES.keys())
def test_of_matrices(check, fun):
    check(fun, S)


@pytest.mark.parametrize("fun", OF_ARRAYS.values(), ids=OF_ARRAYS.keys())
def test_of_arrays(check, fun):
    check(fun, A)


@pytest.mark.parametrize("fun", OF_VECTORS.values(), ids=OF_VECTORS.keys())
def test_of_vectors(check, fun):
    check(fun, X)
