"""What derivatives of linear algebra need."""

from typing import Any

import numpy as np


def transposed(a: Any) -> np.ndarray:
    """The last two axes exchanged."""
    return np.swapaxes(a, -1, -2)


def lower_half(a: np.ndarray) -> np.ndarray:
    """The lower triangle, with half of the diagonal."""
    return np.tril(a) - 0.5 * (a * np.eye(a.shape[-1], dtype=a.dtype))


def symmetric(a: np.ndarray) -> np.ndarray:
    """The symmetric matrix of which a decomposition reads the lower triangle."""
    return np.tril(a) + transposed(np.tril(a, -1))


def on_lower(a_bar: np.ndarray) -> np.ndarray:
    """The adjoint of the lower triangle, from that of the symmetric matrix."""
    return np.tril(a_bar + transposed(a_bar)) - a_bar * np.eye(a_bar.shape[-1], dtype=a_bar.dtype)


def inverse_gaps(w: np.ndarray) -> np.ndarray:
    """1 / (w_j - w_i), and 0 on the diagonal and for equal values."""
    gaps = np.expand_dims(w, -2) - np.expand_dims(w, -1)
    equal = gaps == 0
    return np.where(equal, 0.0, 1.0 / np.where(equal, 1.0, gaps))


def adjugate(a: np.ndarray) -> np.ndarray:
    """The transposed matrix of cofactors, which a singular matrix has too, by its singular values."""
    u, s, vh = np.linalg.svd(a)
    sign = np.linalg.det(u) * np.linalg.det(vh)
    others = np.stack([np.prod(np.delete(s, i, -1), axis=-1) for i in range(s.shape[-1])], axis=-1)
    inner = np.expand_dims(others, -1) * transposed(u)
    return np.expand_dims(sign, (-1, -2)) * np.matmul(transposed(vh), inner)


def two_norm(x: np.ndarray, axis: Any, keepdims: bool) -> Any:
    """The root of the sum of squares along axes."""
    return np.sqrt(np.sum(np.abs(x) ** 2, axis=axis, keepdims=keepdims))


def safe_quotient(x: Any, y: Any) -> np.ndarray:
    """x / y, and 0 where y is 0."""
    zero = y == 0
    return np.where(zero, 0.0, x / np.where(zero, 1.0, y))
