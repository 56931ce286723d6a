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


def with_more_axes(a):
    pairs = np.zeros(a.shape + (2,))
    pairs[..., 0] = a
    pairs[..., 1] = np.reshape(a**2, list(a.shape))
    same = np.ones(list(a.shape), dtype=float)
    same[0] *= a[1]
    rows = np.zeros([a.shape[0], 2])
    rows[:, 1] = a[:, 0]
    return np.sum(pairs, axis=-1) + same + rows[:, 1:]


def precession(a):
    """A vector that turns: what a loop carries has a known rank, though `np.cross` of two vectors in a plane is a number."""
    moment, field = a[0], a[1]
    for _ in range(3):
        moment = moment + 0.1 * np.cross(moment, np.cross([0, 0, 1], moment) + field)
    return moment @ field


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
    "cross": lambda a: np.sum(np.cross(a, a[::-1] ** 2) ** 2 + np.cross(a, a[0]) * a),
    "cross along an axis": lambda a: np.sum(np.cross(a.T, a[1], axisa=0) ** 2 * a[0]),
    "differences of more": lambda a: np.sum(
        np.diff(a, axis=0, prepend=0.0) ** 2 * np.diff(a, axis=0, append=a[:1])
    )
    + np.sum(np.diff(a, prepend=a[:, -1:], append=0) ** 3),
    "norms of matrices": lambda a: np.linalg.norm(a, 1)
    + np.linalg.norm(a, np.inf) ** 2
    + np.linalg.norm(a, ord=-1)
    + np.linalg.norm(a, 2) * np.linalg.norm(a, "nuc"),
    "shapes": lambda a: np.sum(with_more_axes(a) ** 2),
    "cross in a loop": precession,
    "vdot of lists": lambda a: np.vdot([1, 2, 3], a[0]) * np.vdot(a, np.array([[1, 2, 3], [0, 1, 0]])),
    "cross of batches": lambda a: np.sum(np.cross(np.stack([a, a**2]), a, axisc=0)[1] ** 3),
    "hsplit": lambda a: np.sum(np.hsplit(a, 3)[1] ** 2),
}
OF_VECTORS = {
    "from a triangle": from_a_triangle,
    "parts": parts,
    "repeat": lambda x: np.sum(np.repeat(x, [1, 2, 0, 3, 1, 1]) ** 2),
    "quantiles": lambda x: np.sum(np.percentile(x, [25, 75]) ** 2 * np.quantile(x, [0.4, 0.5])),
    "polynomials": lambda x: np.sum(np.polyval([1.0, -2.0, 0.5], x)) + np.sum(np.polyval(x[:3], x)),
    "interpolated": lambda x: np.sum(np.interp(x, [-1.0, 0.2, 1.0], x[:3]) ** 2)
    + np.interp(x[1], np.arange(6.0) - 3.0, x, left=0.5) * np.interp(x[3], np.sort(x), x**2),
    "beyond the ends": lambda x: np.interp(x[0] + 9.0, np.sort(x), x)
    * np.interp(x[0] - 9.0, np.sort(x), x, 0.5),
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
