"""What derivatives of linear algebra need; a stack of matrices is a batch of them.

The cotangent of a complex matrix is the conjugate of the gradient that the formulas of the textbooks give, so that
`conjugate` stands at the beginning and at the end of them; of real matrices it gives them back as they are.
"""

from typing import Any

import numpy as np

from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.reductions import products_of_others

_VECTORS_IN_STACKS = np.lib.NumpyVersion(np.__version__) < "2.0.0"

# -------------------------------------------------------------------------------------------------- parts of a matrix


def transposed(a: Any) -> np.ndarray:
    """The last two axes exchanged."""
    return np.swapaxes(a, -1, -2)


def conjugate(a: Any) -> Any:
    """The complex conjugate; of real numbers no copy is made."""
    return np.conj(a) if np.iscomplexobj(a) else a


def turned(a: Any) -> np.ndarray:
    """Transposed and conjugated."""
    return conjugate(np.swapaxes(a, -1, -2))


def lower_half(a: np.ndarray) -> np.ndarray:
    """The lower triangle, with half of the diagonal."""
    return (np.tril(a) + np.tril(a, -1)) * 0.5


def from_triangle(a: np.ndarray, upper: bool) -> np.ndarray:
    """The Hermitian matrix of which a decomposition reads one triangle."""
    part = np.triu(a, 1) if upper else np.tril(a, -1)
    return part + turned(part) + np.triu(np.tril(np.real(a)))


def to_triangle(gradient: np.ndarray, upper: bool) -> np.ndarray:
    """The gradient of one triangle, from that of the Hermitian matrix."""
    whole = gradient + turned(gradient)
    part = np.triu(whole, 1) if upper else np.tril(whole, -1)
    return part + np.triu(np.tril(np.real(gradient)))


def symmetric(a: np.ndarray) -> np.ndarray:
    """The symmetric matrix of which a decomposition reads the lower triangle."""
    return from_triangle(a, False)


def on_lower(gradient: np.ndarray) -> np.ndarray:
    """The gradient of the lower triangle, from that of the symmetric matrix."""
    return to_triangle(gradient, False)


def on_diagonal(values: np.ndarray) -> np.ndarray:
    """Matrices with the values on their diagonals, and zeros."""
    return np.expand_dims(values, -2) * np.eye(values.shape[-1], dtype=values.dtype)


def product_of_three(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """x @ y @ z in the order that takes fewer multiplications."""
    (rows, inner), (middle, columns) = x.shape[-2:], z.shape[-2:]
    if rows * middle * (inner + columns) <= inner * columns * (middle + rows):
        return np.matmul(np.matmul(x, y), z)
    return np.matmul(x, np.matmul(y, z))


# ---------------------------------------------------------------------------------------- quotients and determinants


def safe_quotient(x: Any, y: Any) -> Any:
    """x / y, and 0 where y is 0."""
    zero = y == 0
    return np.where(zero, 0.0, x / np.where(zero, 1.0, y))


def divided(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """x / y, and 0 where x is 0: between equal eigenvalues there is no derivative, unless nothing depends on it."""
    zero = x == 0
    return np.where(zero, 0.0, x / np.where(zero, 1.0, y))


def gaps(w: np.ndarray) -> np.ndarray:
    """w_j - w_i, infinity on the diagonal, and 0 where only rounding tells the two apart."""
    return _told_apart(np.expand_dims(w, -2) - np.expand_dims(w, -1), w)


def gaps_of_squares(s: np.ndarray) -> np.ndarray:
    """s_j² - s_i², infinity on the diagonal, and 0 where only rounding tells the two apart."""
    row, column = np.expand_dims(s, -2), np.expand_dims(s, -1)
    return _told_apart((row - column) * (row + column), s)


def _told_apart(between: np.ndarray, w: np.ndarray) -> np.ndarray:
    """What is between any two of w, without those that are within rounding of the decomposition that found them."""
    n = np.shape(w)[-1]
    rounding = n * np.finfo(w.dtype).eps * np.expand_dims(np.sum(np.expand_dims(np.abs(w), -1), -2), -1)
    equal = np.abs(np.expand_dims(w, -2) - np.expand_dims(w, -1)) <= rounding
    return np.where(np.eye(n, dtype=np.bool_), np.inf, np.where(equal, 0.0, between))


def cofactors(a: np.ndarray) -> np.ndarray:
    """The gradient of the determinant: det(a) inv(a).T, but of singular matrices too, by their singular values."""
    inverse = _inverse_if_regular(a)
    if inverse is not None:
        return np.expand_dims(np.linalg.det(a), (-1, -2)) * transposed(inverse)
    u, s, vh = np.linalg.svd(a)
    sign = np.expand_dims(np.linalg.det(u) * np.linalg.det(vh), (-1, -2))
    return sign * conjugate(np.matmul(u * np.expand_dims(products_of_others(s, -1), -2), vh))


def adjugate(a: np.ndarray) -> np.ndarray:
    """The transposed matrix of cofactors."""
    return transposed(cofactors(a))


def cofactors_change(e: np.ndarray, a: np.ndarray) -> np.ndarray:
    """The change of `cofactors` along e: a symmetric form, for it is the second derivative of the determinant."""
    inverse = _inverse_if_regular(a)
    if inverse is not None:
        whole = transposed(inverse)
        along = np.expand_dims(np.sum(whole * e, axis=(-1, -2)), (-1, -2)) * whole
        return np.expand_dims(np.linalg.det(a), (-1, -2)) * (
            along - np.matmul(np.matmul(whole, transposed(e)), whole)
        )
    u, s, vh = np.linalg.svd(a)
    sign = np.expand_dims(np.linalg.det(u) * np.linalg.det(vh), (-1, -2))
    inner, others = np.matmul(np.matmul(turned(u), e), turned(vh)), _products_without_two(s)
    diagonal = np.diagonal(inner, 0, -2, -1)
    changed = np.matmul(others, np.expand_dims(diagonal, -1))[..., 0]
    core = on_diagonal(changed) - transposed(inner) * others
    return sign * np.matmul(np.matmul(conjugate(u), core), conjugate(vh))


def _inverse_if_regular(a: np.ndarray) -> np.ndarray | None:
    """The inverse, if it says the cofactors as well as the singular values do."""
    try:
        inverse = np.linalg.inv(a)
    except np.linalg.LinAlgError:
        return None
    condition = np.max(np.abs(a), axis=(-1, -2), initial=0) * np.max(
        np.abs(inverse), axis=(-1, -2), initial=0
    )
    return None if np.any(condition >= 1e8) else inverse  # what is no number stays one


def _products_without_two(s: np.ndarray) -> np.ndarray:
    """For each two of the values the product of all others, and 0 on the diagonal."""
    n = s.shape[-1]
    result = np.zeros((*s.shape, n), s.dtype)
    for i in range(n):
        others = [j for j in range(n) if j != i]
        result[..., i, others] = products_of_others(s[..., others], -1)
    return result


# ---------------------------------------------------------------------------------------------------- decompositions


def singular_values(x: np.ndarray) -> np.ndarray:
    """The singular values alone."""
    return np.linalg.svd(x, compute_uv=False)


def svd_change(a_dot: np.ndarray, u: np.ndarray, s: np.ndarray, vh: np.ndarray) -> tuple:
    """The changes of u, s and vh, thin or whole: the vectors of no singular value turn with the others."""
    k = s.shape[-1]
    first, v = u[..., :k], turned(vh[..., :k, :])
    row, column, between = np.expand_dims(s, -2), np.expand_dims(s, -1), gaps_of_squares(s)
    by_v, by_u = np.matmul(a_dot, v), np.matmul(turned(a_dot), first)
    core = np.matmul(turned(first), by_v)
    left = divided(core * row + column * turned(core), between)
    right = divided(column * core + turned(core) * row, between)
    if np.iscomplexobj(core):
        left = left + divided(on_diagonal(1j * np.imag(np.diagonal(core, 0, -2, -1))), row)
    u_dot, v_dot = np.matmul(first, left), np.matmul(v, right)
    if u.shape[-2] > k:
        rest = divided(by_v - np.matmul(first, core), row)
        others = u[..., k:]
        u_dot = np.concatenate([u_dot + rest, -np.matmul(first, np.matmul(turned(rest), others))], axis=-1)
    if vh.shape[-1] > k:
        rest = divided(by_u - np.matmul(v, turned(core)), row)
        others = turned(vh[..., k:, :])
        v_dot = np.concatenate([v_dot + rest, -np.matmul(v, np.matmul(turned(rest), others))], axis=-1)
    return u_dot, np.real(np.diagonal(core, 0, -2, -1)), turned(v_dot)


def svd_by(
    u_bar: np.ndarray, s_bar: np.ndarray, vh_bar: np.ndarray, u: np.ndarray, s: np.ndarray, vh: np.ndarray
) -> np.ndarray:
    """The cotangent of the matrix, from those of u, s and vh, thin or whole."""
    k = s.shape[-1]
    first, v = u[..., :k], turned(vh[..., :k, :])
    u_bar, v_bar = conjugate(u_bar), transposed(vh_bar)
    row, column, between = np.expand_dims(s, -2), np.expand_dims(s, -1), gaps_of_squares(s)
    of_u = np.matmul(turned(first), u_bar[..., :k])
    left = divided(of_u, between)
    right = divided(np.matmul(turned(v), v_bar[..., :k]), between)
    inner = (left + turned(left)) * row + column * (right + turned(right)) + on_diagonal(s_bar)
    if np.iscomplexobj(inner):
        inner = inner + divided(on_diagonal(1j * np.imag(np.diagonal(of_u, 0, -2, -1))), row)
    found = np.matmul(np.matmul(first, inner), turned(v))
    if u.shape[-2] > k:
        rest = _of_others(u_bar, u, k)
        found = found + np.matmul(divided(rest, row), turned(v))
    if vh.shape[-1] > k:
        rest = _of_others(v_bar, turned(vh), k)
        found = found + np.matmul(first, turned(divided(rest, row)))
    return conjugate(found)


def _of_others(u_bar: np.ndarray, u: np.ndarray, k: int) -> np.ndarray:
    """What turns the first vectors towards those that belong to no singular value."""
    first, others = u[..., :k], u[..., k:]
    own = u_bar[..., :k] - np.matmul(first, np.matmul(turned(first), u_bar[..., :k]))
    return own - np.matmul(others, np.matmul(turned(u_bar[..., k:]), first))


def qr_change(a_dot: np.ndarray, a: np.ndarray, q: np.ndarray, r: np.ndarray) -> tuple:
    """The changes of q and r; of a wide matrix, q depends on the first columns only."""
    k = q.shape[-1]
    by_r = np.matmul(a_dot[..., :k], np.linalg.inv(r[..., :k]))
    part = np.matmul(turned(q), by_r)
    lower = np.tril(part, -1)
    turning = (
        lower - turned(lower) + on_diagonal(1j * np.imag(np.diagonal(part, 0, -2, -1)))
        if np.iscomplexobj(part)
        else lower - turned(lower)
    )
    q_dot = np.matmul(q, turning - part) + by_r
    return q_dot, np.matmul(turned(q), a_dot) - np.matmul(turning, r)


def qr_by(q_bar: np.ndarray, r_bar: np.ndarray, a: np.ndarray, q: np.ndarray, r: np.ndarray) -> np.ndarray:
    """The cotangent of the matrix, from those of q and r."""
    k = q.shape[-1]
    q_bar, r_bar = conjugate(q_bar), conjugate(r_bar)
    first = r[..., :k]
    q_bar = q_bar + np.matmul(a[..., k:], turned(r_bar[..., k:]))
    core = np.triu(np.matmul(r_bar[..., :k], turned(first)) - np.matmul(turned(q), q_bar))
    whole = core + turned(core) - np.triu(np.tril(np.real(core)))
    own = np.matmul(q_bar + np.matmul(q, whole), turned(np.linalg.inv(first)))
    return conjugate(np.concatenate([own, np.matmul(q, r_bar[..., k:])], axis=-1))


# --------------------------------------------------------------------------------------------------------- equations


def is_vector(a: Any, b: Any) -> bool:
    """Whether `np.linalg.solve(a, b)` takes b as a vector, or a stack of them as before NumPy 2."""
    return np.ndim(b) == 1 or (_VECTORS_IN_STACKS and np.ndim(b) == np.ndim(a) - 1)


def solve_by_left(b_bar: np.ndarray, a: np.ndarray, b: np.ndarray, out: np.ndarray) -> np.ndarray:
    """The cotangent of a in `out = np.linalg.solve(a, b)`, from that of b in the shape of the result."""
    if is_vector(a, b):
        return unbroadcast(-(np.expand_dims(b_bar, -1) * np.expand_dims(out, -2)), a)
    return unbroadcast(-np.matmul(b_bar, transposed(out)), a)


def solve_any(a: np.ndarray, b: np.ndarray, of_vectors: bool) -> np.ndarray:
    """`np.linalg.solve` that is told whether the last axis of b has vectors, or the last two matrices."""
    if of_vectors:
        return np.linalg.solve(a, np.expand_dims(b, -1))[..., 0]
    return np.linalg.solve(a, b)


def matmul_any(a: np.ndarray, b: np.ndarray, of_vectors: bool) -> np.ndarray:
    """`a @ b` that is told whether the last axis of b has vectors, or the last two matrices."""
    return np.matmul(a, np.expand_dims(b, -1))[..., 0] if of_vectors else np.matmul(a, b)


def least_squares(a: np.ndarray, b: np.ndarray, rcond: float | None) -> tuple:
    """The solution, the sums of squares that are left, and the rank, as `np.linalg.lstsq` gives them."""
    return np.linalg.lstsq(a, b, rcond)[:3]


def lstsq_cutoff(a: np.ndarray, rcond: float | None) -> float:
    """The singular values that `np.linalg.lstsq` takes as zero, relative to the greatest."""
    if rcond is None or rcond < 0:
        return float(np.finfo(np.result_type(a, np.float32)).eps) * (max(np.shape(a)) if rcond is None else 1)
    return rcond


def times_turned(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The product with the transposed conjugate, of columns or of vectors as columns."""
    return np.multiply.outer(x, conjugate(y)) if np.ndim(x) == 1 else np.matmul(x, turned(y))


def per_column(amount: np.ndarray, x: np.ndarray) -> Any:
    """What belongs to the sums of squares that are left: one number for each column, or 0 where there are none."""
    if np.size(amount) == 0:
        return np.zeros(np.shape(x)[1:], amount.dtype)
    return np.reshape(amount, np.shape(x)[1:])


# ------------------------------------------------------------------------------------------------------------- norms


def phase(x: np.ndarray) -> np.ndarray:
    """The derivative of the absolute value: the sign, or the conjugate of a complex number of length 1; 0 at 0."""
    return safe_quotient(np.conj(x), np.abs(x)) if np.iscomplexobj(x) else np.sign(x)


def power_norm_slope(x: np.ndarray, p: float, whole: np.ndarray) -> np.ndarray:
    """The derivative of the root of the sum of powers, which is `whole`, by each item; 0 at 0."""
    size = np.abs(x)
    ratio = np.where(size == 0, 1.0, safe_quotient(size, whole))
    return phase(x) * ratio ** (p - 1)
