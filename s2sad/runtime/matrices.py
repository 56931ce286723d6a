"""What `runtime/linalg.py` does for stacks of matrices of any kind, of one real matrix: as machine code takes it."""

import numpy as np


def cofactors_of_matrix(a: np.ndarray) -> np.ndarray:
    """The gradient of the determinant, by singular values: det(u) det(vh) u diag(products of the others) vh."""
    u, s, vh = np.linalg.svd(a)
    others = np.ones_like(s)
    for i in range(len(s)):
        for j in range(len(s)):
            if i != j:
                others[i] *= s[j]
    return (u * others) @ vh * (np.linalg.det(u) * np.linalg.det(vh))


def cofactors_change_of_matrix(e: np.ndarray, a: np.ndarray) -> np.ndarray:
    """The change of the gradient of the determinant along e, by the products of all singular values but two."""
    u, s, vh = np.linalg.svd(a)
    inner = u.T @ e @ vh.T
    core = np.zeros_like(inner)
    for i in range(len(s)):
        for j in range(len(s)):
            if i != j:
                others = 1.0
                for k in range(len(s)):
                    if k != i and k != j:
                        others *= s[k]
                core[i, i] += inner[j, j] * others
                core[i, j] -= inner[j, i] * others
    return (u @ core) @ vh * (np.linalg.det(u) * np.linalg.det(vh))


def singular_values_of_matrix(x: np.ndarray) -> np.ndarray:
    """The singular values alone."""
    return np.linalg.svd(x)[1]


def broadcast_as(tangent: np.ndarray, like: np.ndarray) -> np.ndarray:
    """A tangent in the shape of its primal: a new array."""
    return np.zeros(np.shape(like)) + tangent
