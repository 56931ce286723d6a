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


def singular_values_of_matrix(x: np.ndarray) -> np.ndarray:
    """The singular values alone."""
    return np.linalg.svd(x)[1]
