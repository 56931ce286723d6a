"""Linear algebra: inverses, solutions, determinants, norms and decompositions.

Most formulas are those of Giles, "An extended collection of matrix derivative results for forward and reverse mode
automatic differentiation" (2008). A stack of matrices is a batch of them.
"""

import numpy as np

from s2sad.rules.declare import Sample, adjoint, nondifferentiable, present
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.linalg import (
    adjugate,
    inverse_gaps,
    lower_half,
    on_lower,
    safe_quotient,
    symmetric,
    transposed,
    two_norm,
)
from s2sad.runtime.reductions import unreduce

_X = np.array([0.3, -1.2])
_A = np.array([[2.0, 0.3], [0.7, -1.5]])
_S = np.array([[2.0, 0.3], [0.3, 1.5]])
_B = np.stack([_A, _A.T + 0.1])
_T = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_WITHOUT = nondifferentiable("number", np.linalg.matrix_rank)


def inv_tangent(a_dot, a, *, out):
    return -np.matmul(np.matmul(out, a_dot), out)


@adjoint(np.linalg.inv, tangent=inv_tangent, at=[_A, _B])
def inv(out_bar, a, *, out):
    """d inv(a) = -inv(a) da inv(a)"""
    return -np.matmul(np.matmul(transposed(out), out_bar), transposed(out))


def det_tangent(a_dot, a, *, out):
    return np.sum(transposed(adjugate(a)) * a_dot, axis=(-1, -2))


@adjoint(np.linalg.det, tangent=det_tangent, at=[_A, _B])
def det(out_bar, a, *, out):
    """d det(a) = trace(adj(a) da), with the adjugate, which a singular matrix has too"""
    return np.expand_dims(out_bar, (-1, -2)) * transposed(adjugate(a))


def slogdet_tangent(a_dot, a, *, out):
    return np.zeros_like(out[0]), np.sum(transposed(np.linalg.inv(a)) * a_dot, axis=(-1, -2))


@adjoint(np.linalg.slogdet, tangent=slogdet_tangent, at=[_A, _B], outputs=2)
def slogdet(out_bar, a, *, out):
    """d log|det(a)| = trace(inv(a) da)"""
    return np.expand_dims(out_bar[1], (-1, -2)) * transposed(np.linalg.inv(a))


def solve_tangent(a_dot, b_dot, a, b, *, out):
    return -np.linalg.solve(a, np.matmul(a_dot, out)), np.linalg.solve(a, b_dot)


@adjoint(np.linalg.solve, tangent=solve_tangent, at=[(_A, _X), (_A, _T[:2]), (_B, _B)])
def solve(out_bar, a, b, *, out):
    """d solve(a, b) = solve(a, db - da solve(a, b))"""
    b_bar = np.linalg.solve(transposed(a), out_bar)
    if np.ndim(b) == 1:
        return -np.multiply.outer(b_bar, out), b_bar
    return unbroadcast(-np.matmul(b_bar, transposed(out)), a), unbroadcast(b_bar, b)


def pinv_tangent(a_dot, a, *, out):
    left = np.eye(np.shape(a)[-1]) - np.matmul(out, a)
    right = np.eye(np.shape(a)[-2]) - np.matmul(a, out)
    across = np.matmul(transposed(a_dot), right)
    change = np.matmul(np.matmul(out, transposed(out)), across) - np.matmul(np.matmul(out, a_dot), out)
    return change + np.matmul(np.matmul(left, transposed(a_dot)), np.matmul(transposed(out), out))


@adjoint(np.linalg.pinv, tangent=pinv_tangent, at=[_T, _T.T, _A])
def pinv(out_bar, a, *, out):
    """Golub & Pereyra, "The differentiation of pseudo-inverses", for a matrix of constant rank"""
    left = np.eye(np.shape(a)[-1]) - np.matmul(out, a)
    right = np.eye(np.shape(a)[-2]) - np.matmul(a, out)
    down, up = transposed(out_bar), transposed(out)
    found = np.matmul(np.matmul(right, np.matmul(down, out)), up) - np.matmul(np.matmul(up, out_bar), up)
    return found + np.matmul(np.matmul(np.matmul(up, out), down), left)


def cholesky_tangent(a_dot, a, *, out):
    inverse = np.linalg.inv(out)
    inner = np.matmul(np.matmul(inverse, symmetric(a_dot)), transposed(inverse))
    return np.matmul(out, lower_half(inner))


@adjoint(np.linalg.cholesky, tangent=cholesky_tangent, at=[_S, np.stack([_S, 2.0 * _S])])
def cholesky(out_bar, a, *, out):
    """dL = L low(inv(L) da inv(L).T), with half of the diagonal; only the lower triangle of a is read"""
    inverse = np.linalg.inv(out)
    inner = lower_half(np.matmul(transposed(out), out_bar))
    whole = np.matmul(np.matmul(transposed(inverse), inner), inverse)
    return on_lower((whole + transposed(whole)) / 2.0)


def eigh_tangent(a_dot, a, UPLO="L", *, out):
    w, v = out
    inner = np.matmul(np.matmul(transposed(v), symmetric(a_dot)), v)
    return np.diagonal(inner, 0, -2, -1), np.matmul(v, inverse_gaps(w) * inner)


@adjoint(np.linalg.eigh, tangent=eigh_tangent, at=[_S], outputs=2)
def eigh(out_bar, a, UPLO="L", *, out):
    """dw = diag(v.T da v), dv = v (F * (v.T da v)) with F = 1 / (w_j - w_i); only the lower triangle of a is read"""
    w_bar, v_bar = out_bar
    w, v = out
    inner = inverse_gaps(w) * np.matmul(transposed(v), v_bar)
    inner = inner + np.expand_dims(w_bar, -2) * np.eye(np.shape(a)[-1])
    whole = np.matmul(np.matmul(v, inner), transposed(v))
    return on_lower((whole + transposed(whole)) / 2.0)


def eigvalsh_tangent(a_dot, a, UPLO="L", *, out):
    w, v = np.linalg.eigh(a)
    return np.diagonal(np.matmul(np.matmul(transposed(v), symmetric(a_dot)), v), 0, -2, -1)


@adjoint(np.linalg.eigvalsh, tangent=eigvalsh_tangent, at=[_S])
def eigvalsh(out_bar, a, UPLO="L", *, out):
    """dw = diag(v.T da v); only the lower triangle of a is read"""
    w, v = np.linalg.eigh(a)
    return on_lower(np.matmul(v * np.expand_dims(out_bar, -2), transposed(v)))


def svd_tangent(a_dot, a, full_matrices=True, *, out):
    u, s, vh = out
    gaps = inverse_gaps(s * s)
    inner = np.matmul(np.matmul(transposed(u), a_dot), transposed(vh))
    s_dot = np.diagonal(inner, 0, -2, -1)
    row, column = np.expand_dims(s, -2), np.expand_dims(s, -1)
    left = gaps * (inner * row + column * transposed(inner))
    right = gaps * (column * inner + transposed(inner) * row)
    u_dot = np.matmul(u, left)
    v_dot = np.matmul(transposed(vh), right)
    if np.shape(a)[-2] > np.shape(a)[-1]:
        rest = np.matmul(a_dot, transposed(vh)) / row
        u_dot = u_dot + rest - np.matmul(u, np.matmul(transposed(u), rest))
    if np.shape(a)[-2] < np.shape(a)[-1]:
        rest = np.matmul(transposed(a_dot), u) / row
        v_dot = v_dot + rest - np.matmul(transposed(vh), np.matmul(vh, rest))
    return u_dot, s_dot, transposed(v_dot)


@adjoint(
    np.linalg.svd,
    tangent=svd_tangent,
    at=[Sample((_T,), {"full_matrices": False}), Sample((_T.T,), {"full_matrices": False}), _A],
    outputs=3,
)
def svd(out_bar, a, full_matrices=True, *, out):
    """Of the thin decomposition; ds = diag(u.T da v)"""
    u_bar, s_bar, vh_bar = out_bar
    u, s, vh = out
    gaps = inverse_gaps(s * s)
    row, column = np.expand_dims(s, -2), np.expand_dims(s, -1)
    left = gaps * np.matmul(transposed(u), u_bar)
    right = gaps * np.matmul(vh, transposed(vh_bar))
    inner = (left + transposed(left)) * row + column * (right + transposed(right))
    inner = inner + np.expand_dims(s_bar, -2) * np.eye(np.shape(s)[-1])
    a_bar = np.matmul(np.matmul(u, inner), vh)
    if np.shape(a)[-2] > np.shape(a)[-1]:
        rest = u_bar - np.matmul(u, np.matmul(transposed(u), u_bar))
        a_bar = a_bar + np.matmul(rest / row, vh)
    if np.shape(a)[-2] < np.shape(a)[-1]:
        rest = vh_bar - np.matmul(np.matmul(vh_bar, transposed(vh)), vh)
        a_bar = a_bar + np.matmul(u, rest / column)
    return a_bar


def qr_tangent(a_dot, a, mode="reduced", *, out):
    q, r = out
    inner = np.matmul(a_dot, np.linalg.inv(r))
    part = np.matmul(transposed(q), inner)
    lower = np.tril(part, -1)
    skew = lower - transposed(lower)
    return np.matmul(q, skew) + inner - np.matmul(q, part), np.matmul(part - skew, r)


@adjoint(np.linalg.qr, tangent=qr_tangent, at=[_A, _T], outputs=2)
def qr(out_bar, a, mode="reduced", *, out):
    """Of a matrix that is not wider than high, of full rank"""
    q_bar, r_bar = out_bar
    q, r = out
    inner = np.matmul(r, transposed(r_bar)) - np.matmul(transposed(q_bar), q)
    lower = np.tril(inner, -1)
    symmetric = np.tril(inner) + transposed(lower)
    return transposed(np.linalg.solve(r, transposed(q_bar + np.matmul(q, symmetric))))


def lstsq_tangent(a_dot, b_dot, a, b, rcond=None, *, out):
    x = out[0]
    square = np.matmul(transposed(a), a)
    rest = np.matmul(transposed(a_dot), b - np.matmul(a, x)) - np.matmul(transposed(a), np.matmul(a_dot, x))
    by_b = np.linalg.solve(square, np.matmul(transposed(a), b_dot))
    left = b - np.matmul(a, x)
    by_a_rest = -2.0 * np.sum(left * np.matmul(a_dot, x), axis=0) * np.ones_like(out[1])
    by_b_rest = 2.0 * np.sum(left * b_dot, axis=0) * np.ones_like(out[1])
    zero, zeros = 0 * out[2], np.zeros_like(out[3])
    return (np.linalg.solve(square, rest), by_a_rest, zero, zeros), (by_b, by_b_rest, zero, zeros)


@adjoint(np.linalg.lstsq, tangent=lstsq_tangent, at=[], outputs=4)
def lstsq(out_bar, a, b, rcond=None, *, out):
    """Of solution and residual, for a matrix of full rank that is not wider than high"""
    x = out[0]
    inner = np.linalg.solve(np.matmul(transposed(a), a), out_bar[0])
    rest = b - np.matmul(a, x)
    weight = out_bar[1] if np.size(out_bar[1]) else 0.0
    b_bar = np.matmul(a, inner) + 2.0 * weight * rest
    if np.ndim(b) == 1:
        return np.multiply.outer(rest, inner) - np.multiply.outer(b_bar, x), b_bar
    return np.matmul(rest, transposed(inner)) - np.matmul(b_bar, transposed(x)), b_bar


def norm_tangent(x_dot, x, ord=None, axis=None, keepdims=False, *, out):
    axes = axis if isinstance(axis, (int, tuple)) else None
    return np.sum(norm_slope(x, out, ord, axis, keepdims) * x_dot, axis=axes, keepdims=keepdims)


@adjoint(
    *present(np.linalg, "norm"),
    tangent=norm_tangent,
    at=[
        _X,
        _A,
        (_X, 1),
        (_X, np.inf),
        (_X, 3),
        Sample((_A,), {"axis": 1}),
        (_A, "fro"),
        (_A, 1),
        (_A, 2),
        (_A, "nuc"),
    ],
)
def norm(out_bar, x, ord=None, axis=None, keepdims=False, *, out):
    """d|x| = x dx / |x| for the root of the sum of squares, and so on; 0 has the derivative 0"""
    axes = axis if isinstance(axis, (int, tuple)) else None
    return norm_slope(x, out, ord, axis, keepdims) * unreduce(out_bar, np.shape(x), axes, keepdims)


def norm_slope(x, out, ord, axis, keepdims):
    """The derivative of a norm by each item."""
    whole = unreduce(out, np.shape(x), axis, keepdims)
    of_vector = isinstance(axis, int) or np.ndim(x) == 1
    if ord is None or ord == "fro" or (of_vector and ord == 2):
        return safe_quotient(np.conj(x), whole)
    if of_vector:
        return vector_slope(x, whole, ord, axis if isinstance(axis, int) else 0)
    return matrix_slope(x, ord, (-2, -1) if axis is None else axis)


def vector_slope(x, whole, ord, axis):
    if ord == 1:
        return np.sign(x)
    if ord == 0:
        return np.zeros_like(x)
    if ord == np.inf or ord == -np.inf:
        same = np.abs(x) == whole
        return np.sign(x) * same / np.sum(same, axis=axis, keepdims=True)
    return np.sign(x) * safe_quotient(np.abs(x), whole) ** (ord - 1)


def matrix_slope(x, ord, axis):
    rows = np.moveaxis(x, axis, (-2, -1))
    if ord == 1 or ord == np.inf or ord == -1 or ord == -np.inf:
        along = -2 if abs(ord) == 1 else -1
        sums = np.sum(np.abs(rows), axis=along, keepdims=True)
        best = (
            np.max(sums, axis=(-2, -1), keepdims=True)
            if ord > 0
            else np.min(sums, axis=(-2, -1), keepdims=True)
        )
        same = sums == best
        slope = np.sign(rows) * same / np.sum(same, axis=(-2, -1), keepdims=True)
        return np.moveaxis(slope, (-2, -1), axis)
    u, s, vh = np.linalg.svd(rows, full_matrices=False)
    if ord == 2:
        u, vh = u[..., :, :1], vh[..., :1, :]
    if ord == -2:
        u, vh = u[..., :, -1:], vh[..., -1:, :]
    return np.moveaxis(np.matmul(u, vh), (-2, -1), axis)


def two_norm_tangent(x_dot, x, axis, keepdims, *, out):
    return np.sum(
        safe_quotient(np.conj(x), unreduce(out, np.shape(x), axis, keepdims)) * x_dot,
        axis=axis,
        keepdims=keepdims,
    )


@adjoint(
    two_norm,
    tangent=two_norm_tangent,
    at=[(_X, None, False), (_A, 1, True), (0.0 * _X, None, False)],
    wrt=("x",),
)
def two_norm_(out_bar, x, axis, keepdims, *, out):
    """d|x| = x dx / |x|, which is 0 at 0"""
    whole = unreduce(out, np.shape(x), axis, keepdims)
    return unreduce(out_bar, np.shape(x), axis, keepdims) * safe_quotient(np.conj(x), whole)


def adjugate_tangent(a_dot, a, *, out):
    inner = np.matmul(np.linalg.inv(a), a_dot)
    return np.expand_dims(np.trace(inner, 0, -2, -1), (-1, -2)) * out - np.matmul(inner, out)


@adjoint(adjugate, tangent=adjugate_tangent, at=[_A, _B])
def adjugate_(out_bar, a, *, out):
    """d adj(a) = trace(inv(a) da) adj(a) - inv(a) da adj(a), for a matrix that is not singular"""
    inverse = transposed(np.linalg.inv(a))
    total = np.sum(out_bar * out, axis=(-1, -2))
    return np.expand_dims(total, (-1, -2)) * inverse - np.matmul(np.matmul(inverse, out_bar), transposed(out))
