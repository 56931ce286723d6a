"""What derivatives of `scipy.linalg` need. Bands are stored as `solve_banded` takes them: A[i, j] is ab[u + i - j, j]."""

from typing import Any

import numpy as np
import scipy.linalg


def expm_change(a: Any, e: Any) -> Any:
    """The derivative of the exponential of a matrix along another one."""
    if np.ndim(a) == 2:
        return scipy.linalg.expm_frechet(a, e, compute_expm=False)
    return corner(scipy.linalg.expm(doubled(a, e)))


def doubled(a: Any, e: Any) -> Any:
    """[[a, e], [0, a]]: a function of it has the function's derivative along e in its corner (Mathias, 1996)."""
    above = np.concatenate([a, e], axis=-1)
    below = np.concatenate([np.zeros_like(a), a], axis=-1)
    return np.concatenate([above, below], axis=-2)


def corner(whole: Any) -> Any:
    """The upper right quarter."""
    half = np.shape(whole)[-1] // 2
    return whole[..., :half, half:]


# What SciPy leaves in the other triangle of a factor: zeros, or before version 1.18 what the matrix has there.
_OTHER_TRIANGLE = scipy.linalg.cho_factor(np.array([[2.0, 1.0], [1.0, 2.0]]), True)[0][0, 1]


def in_other_triangle(part: Any) -> Any:
    """The part of a matrix, or of its change, that its factor has in the other triangle."""
    return part * _OTHER_TRIANGLE


def cholesky_factor(a: Any, lower: bool) -> Any:
    """The triangle of a Cholesky factor, above or below what stands there in the matrix."""
    return scipy.linalg.cho_factor(a, lower)[0]


def order_of_pivots(piv: Any) -> np.ndarray:
    """The permutation of rows that a list of exchanges makes."""
    order = np.arange(len(piv))
    for i, j in enumerate(piv):
        order[i], order[j] = order[j], order[i]
    return order


def banded_product(ab: Any, x: Any, lower: int, upper: int) -> Any:
    """A @ x for a banded matrix and a vector, or a matrix of columns."""
    n = np.shape(x)[0]
    total = np.zeros_like(x, dtype=np.result_type(ab, x))
    for k in range(lower + upper + 1):
        d = k - upper
        first, last = max(0, -d), min(n, n - d)
        if first < last:
            band = ab[k, first:last]
            total[first + d : last + d] += (band if np.ndim(x) == 1 else band[:, None]) * x[first:last]
    return total


def band_outer(y: Any, x: Any, lower: int, upper: int) -> Any:
    """The bands of the outer product of two vectors, or of the sum over two matrices' columns."""
    n = np.shape(x)[0]
    bands = np.zeros((lower + upper + 1, n), dtype=np.result_type(y, x))
    for k in range(lower + upper + 1):
        d = k - upper
        first, last = max(0, -d), min(n, n - d)
        if first < last:
            products = y[first + d : last + d] * x[first:last]
            bands[k, first:last] = products if np.ndim(x) == 1 else np.sum(products, axis=-1)
    return bands


def transposed_bands(ab: Any, lower: int, upper: int) -> Any:
    """The bands of the transposed matrix."""
    n = np.shape(ab)[1]
    bands = np.zeros_like(ab)
    for k in range(lower + upper + 1):
        d = k - upper
        first, last = max(0, -d), min(n, n - d)
        if first < last:
            bands[lower + upper - k, first + d : last + d] = ab[k, first:last]
    return bands


def order_like(w: Any, found: Any) -> Any:
    """The places of numbers in the order of others, which are the same but for rounding."""
    left, order = list(range(len(w))), []
    for value in found:
        order.append(min(left, key=lambda place: abs(w[place] - value)))
        left.remove(order[-1])
    return np.array(order)


def vectors_found(a: Any, b: Any, lower: bool, by_index: Any, by_value: Any) -> Any:
    """The eigenvectors of a symmetric matrix, or of a pair, as SciPy gives them."""
    index = None if by_index is None else [int(place) for place in by_index]
    value = None if by_value is None else [float(end) for end in by_value]
    return scipy.linalg.eigh(a, b, lower=lower, subset_by_index=index, subset_by_value=value)[1]


def chosen_part(w: Any, by_index: Any, by_value: Any) -> Any:
    """The places of the eigenvalues that are asked for."""
    if by_value is not None:
        return np.flatnonzero((w > by_value[0]) & (w <= by_value[1]))
    return np.arange(len(w)) if by_index is None else np.arange(by_index[0], by_index[1] + 1)


def signs_of(vectors: Any, found: Any) -> Any:
    """The factor of each vector by which it is the one that was found."""
    inner = np.sum(np.conj(vectors) * found, axis=0)
    return inner / np.abs(inner)


def continuous_riccati(a: Any, b: Any, q: Any, r: Any) -> Any:
    """The solution for the symmetric parts of `q` and `r`."""
    return scipy.linalg.solve_continuous_are(a, b, (q + q.T) / 2.0, (r + r.T) / 2.0)


def discrete_riccati(a: Any, b: Any, q: Any, r: Any) -> Any:
    """The solution for the symmetric parts of `q` and `r`."""
    return scipy.linalg.solve_discrete_are(a, b, (q + q.T) / 2.0, (r + r.T) / 2.0)
