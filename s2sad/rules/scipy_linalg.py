"""`scipy.linalg`: solutions, inverses and decompositions of real matrices.

Most formulas are those of Giles, "An extended collection of matrix derivative results for forward and reverse mode
automatic differentiation" (2008). What NumPy has as well is differentiated as NumPy's function; the factors of
Cholesky and LU are in `scipy_factors`, functions of matrices and special ones in `scipy_matrices`.
"""

import numpy as np
import scipy.linalg

from s2sad.rules.declare import Sample, adjoint, program
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.linalg import (
    adjugate,
    conjugate,
    divided,
    from_triangle,
    gaps,
    on_lower,
    symmetric,
    to_triangle,
    transposed,
    turned,
)

_X = np.array([0.3, -1.2, 0.8])
_A = np.array([[2.0, 0.3, -0.5], [0.7, -1.5, 0.2], [-0.1, 0.6, 3.0]])
_S = np.array([[2.0, 0.3, -0.5], [0.3, 1.5, 0.2], [-0.5, 0.2, 3.0]])
_T = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])

# ---------------------------------------------------------------------------------------------------- solutions


def inv_tangent(a_dot, a, overwrite_a=False, check_finite=True, *, out):
    return -np.matmul(np.matmul(out, a_dot), out)


@adjoint(scipy.linalg.inv, tangent=inv_tangent, at=[_A])
def inv(out_bar, a, overwrite_a=False, check_finite=True, *, out):
    """d inv(a) = -inv(a) da inv(a)"""
    return -np.matmul(np.matmul(transposed(out), out_bar), transposed(out))


def det_tangent(a_dot, a, overwrite_a=False, check_finite=True, *, out):
    return np.sum(transposed(adjugate(a)) * a_dot, axis=(-1, -2))


@adjoint(scipy.linalg.det, tangent=det_tangent, at=[_A])
def det(out_bar, a, overwrite_a=False, check_finite=True, *, out):
    """d det(a) = trace(adj(a) da), with the adjugate, which a singular matrix has too"""
    return np.expand_dims(out_bar, (-1, -2)) * transposed(adjugate(a))


def as_read(a, lower, assume_a):
    """The matrix that `solve` takes from what it is told about its structure."""
    if assume_a is not None and assume_a != "gen" and np.iscomplexobj(a):
        raise NotImplementedError(
            "scipy.linalg.solve of complex matrices has a derivative without assume_a: leave it out"
        )
    if assume_a == "pos" or assume_a == "sym" or assume_a == "positive definite" or assume_a == "symmetric":
        return symmetric(a) if lower else transposed(symmetric(transposed(a)))
    if assume_a == "lower triangular":
        return np.tril(a)
    return np.triu(a) if assume_a == "upper triangular" else a


def as_written(a_bar, lower, assume_a):
    """The adjoint of `as_read`."""
    if assume_a == "pos" or assume_a == "sym" or assume_a == "positive definite" or assume_a == "symmetric":
        both = (a_bar + transposed(a_bar)) / 2.0
        return on_lower(both) if lower else transposed(on_lower(both))
    if assume_a == "lower triangular":
        return np.tril(a_bar)
    return np.triu(a_bar) if assume_a == "upper triangular" else a_bar


def solve_tangent(
    a_dot,
    b_dot,
    a,
    b,
    lower=False,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    assume_a=None,
    *,
    out,
):
    whole = as_read(a, lower, assume_a)
    return -np.linalg.solve(whole, np.matmul(as_read(a_dot, lower, assume_a), out)), np.linalg.solve(
        whole, b_dot
    )


@adjoint(
    scipy.linalg.solve,
    tangent=solve_tangent,
    at=[
        (_A, _X),
        (_A, _T),
        Sample((_S, _X), {"assume_a": "pos"}),
        Sample((_S, _T), {"assume_a": "sym", "lower": True}),
    ],
)
def solve(
    out_bar,
    a,
    b,
    lower=False,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    assume_a=None,
    *,
    out,
):
    """d solve(a, b) = solve(a, db - da solve(a, b)); of a symmetric matrix one triangle is read"""
    b_bar = np.linalg.solve(transposed(as_read(a, lower, assume_a)), out_bar)
    if np.ndim(b) == 1:
        return as_written(-np.multiply.outer(b_bar, out), lower, assume_a), b_bar
    a_bar = as_written(-np.matmul(b_bar, transposed(out)), lower, assume_a)
    return unbroadcast(a_bar, a), unbroadcast(b_bar, b)


@program(scipy.linalg.solve, at=[Sample((_A, _X), {"transposed": True})])
def solve_transposed(
    a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, *, transposed
):  # fmt: skip
    """With the transpose of the matrix"""
    return np.linalg.solve(
        np.transpose(as_read(a, lower, assume_a)) if transposed else as_read(a, lower, assume_a), b
    )


def is_plain(trans):
    """Whether a triangular matrix is taken as it is."""
    return trans == 0 or trans == "N"


def triangle_of(a, lower, unit_diagonal):
    """What `solve_triangular` reads of a matrix."""
    if lower:
        return np.tril(a, -1) if unit_diagonal else np.tril(a)
    return np.triu(a, 1) if unit_diagonal else np.triu(a)


def conjugate_if(a, trans):
    return np.conj(a) if trans == 2 or trans == "C" else a


def triangular_tangent(
    a_dot,
    b_dot,
    a,
    b,
    trans=0,
    lower=False,
    unit_diagonal=False,
    overwrite_b=False,
    check_finite=True,
    *,
    out,
):
    change = conjugate_if(triangle_of(a_dot, lower, unit_diagonal), trans)
    change = np.matmul(change if is_plain(trans) else transposed(change), out)
    by_a = -scipy.linalg.solve_triangular(a, change, trans=trans, lower=lower, unit_diagonal=unit_diagonal)
    return by_a, scipy.linalg.solve_triangular(
        a, b_dot, trans=trans, lower=lower, unit_diagonal=unit_diagonal
    )


_TRIANGULAR = [
    (0, False, False),
    (0, True, False),
    (1, True, True),
    ("T", False, False),
    ("N", False, True),
    (2, True),
]


@adjoint(
    scipy.linalg.solve_triangular,
    tangent=triangular_tangent,
    at=[
        (_A, _X),
        (_A, _T),
        *[(_A, _T, *how) for how in _TRIANGULAR],
        *[(_A, _X, *how) for how in _TRIANGULAR],
    ],
)
def solve_triangular(
    out_bar, a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True, *, out
):
    """As `solve`, of the triangle that is read"""
    matrix = conjugate_if(a, trans)
    back = 1 if is_plain(trans) else 0
    b_bar = scipy.linalg.solve_triangular(
        matrix, out_bar, trans=back, lower=lower, unit_diagonal=unit_diagonal
    )
    left, right = (b_bar, out) if is_plain(trans) else (out, b_bar)
    if np.ndim(b) == 1:
        whole = np.multiply.outer(left, right)
    else:
        whole = np.matmul(left, transposed(right))
    return conjugate_if(-triangle_of(whole, lower, unit_diagonal), trans), b_bar


# ------------------------------------------------------------------------------ eigenvalues, singular values


def eigh_tangent(a_dot, a, *, lower=True, out):
    w, v = out
    inner = np.matmul(np.matmul(turned(v), from_triangle(a_dot, not lower)), v)
    return np.copy(np.real(np.diagonal(inner, 0, -2, -1))), np.matmul(v, divided(inner, gaps(w)))


@adjoint(
    scipy.linalg.eigh,
    tangent=eigh_tangent,
    at=[_S[:2, :2], Sample((_S[:2, :2],), {"lower": False})],
    outputs=2,
)
def eigh(out_bar, a, *, lower=True, out):
    """dw = diag(v.T da v), dv = v (v.T da v / (w_j - w_i)); only one triangle of a is read"""
    w_bar, v_bar = out_bar
    w, v = out
    inner = divided(np.matmul(turned(v), conjugate(v_bar)), gaps(w))
    inner = inner + np.expand_dims(w_bar, -2) * np.eye(np.shape(a)[-1])
    whole = np.matmul(np.matmul(v, inner), turned(v))
    return conjugate(to_triangle((whole + turned(whole)) / 2.0, not lower))


@program(scipy.linalg.eigh, at=[Sample((_S,), {"eigvals_only": True})])
def eigh_or_values(a, *, lower=True, eigvals_only):
    """With or without the vectors"""
    return scipy.linalg.eigvalsh(a, lower=lower) if eigvals_only else scipy.linalg.eigh(a, lower=lower)


@program(scipy.linalg.eigvalsh, at=[_S, Sample((_S + np.eye(3, k=1),), {"lower": False})])
def eigvalsh(a, *, lower=True):
    """NumPy's function of the same name"""
    return np.linalg.eigvalsh(a if lower else transposed(a))


@program(scipy.linalg.svdvals, at=[_A, _T])
def svdvals(a, overwrite_a=False, check_finite=True):
    """The singular values of `np.linalg.svd`"""
    return np.linalg.svd(a, compute_uv=False)


@program(scipy.linalg.svd, at=[_A, (_T, False), Sample((_T,), {"compute_uv": False})])
def svd(
    a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"
):  # fmt: skip
    """NumPy's function of the same name"""
    if compute_uv:
        return np.linalg.svd(a, full_matrices=full_matrices)
    return np.linalg.svd(a, compute_uv=False)


@program(
    scipy.linalg.qr,
    at=[
        _A,
        _T.T,
        Sample((_T,), {"mode": "economic"}),
        Sample((_A,), {"mode": "r"}),
        Sample((_T,), {"mode": "r"}),
    ],
)
def qr(a, overwrite_a=False, lwork=None, mode="full"):
    """NumPy's function of the same name; the rows of r that are zero, but not what q has more then"""
    rows, columns = np.shape(a)
    if mode not in ("economic", "full", "r") or (mode == "full" and rows > columns):
        raise TypeError('scipy.linalg.qr has a derivative with mode="economic" or mode="r": pass it')
    if mode == "r" and rows > columns:
        return (np.concatenate((np.linalg.qr(a)[1], np.zeros((rows - columns, columns)))),)
    if mode == "r":
        return (np.linalg.qr(a)[1],)
    return np.linalg.qr(a)


@program(scipy.linalg.lstsq, at=[(_T, _X), (_T, _A), (_T.T, _X[:2])])
def lstsq(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None):
    """NumPy's function of the same name; the squares that are left are a number where b has one axis"""
    matrix, side = np.asarray(a), np.asarray(b)
    x, _, rank, values = np.linalg.lstsq(matrix, side, cond)
    if np.shape(matrix)[0] > np.shape(matrix)[1] == rank:
        rest = side - matrix @ x
        return x, np.sum(rest * rest, axis=0), int(rank), values
    return x, np.array([]), int(rank), values


@program(scipy.linalg.pinv, at=[_A, _T, _T.T])
def pinv(a, *, check_finite=True):
    """NumPy's function of the same name"""
    return np.linalg.pinv(a)


@program(scipy.linalg.pinvh, at=[_S])
def pinvh(a, *, lower=True, check_finite=True):
    """NumPy's pseudo-inverse, of the triangle that is read"""
    return np.linalg.pinv(symmetric(a) if lower else transposed(symmetric(transposed(a))))


@program(scipy.linalg.norm, at=[_X, _A, (_A, 1), (_X, np.inf), Sample((_A,), {"axis": 1})])
def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    """NumPy's function of the same name"""
    return np.linalg.norm(a, ord, axis, keepdims)
