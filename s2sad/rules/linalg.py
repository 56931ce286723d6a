"""Linear algebra: inverses, determinants, equations, norms, and the products that `np.linalg` has.

Most formulas are those of Giles, "An extended collection of matrix derivative results for forward and reverse mode
automatic differentiation" (2008). A stack of matrices is a batch of them. Decompositions have a module of their own.
"""

import numpy as np

from s2sad.rules.declare import Sample, adjoint, bilinear, linear, nondifferentiable, present, program
from s2sad.runtime.broadcasting import known_ndim, unbroadcast
from s2sad.runtime.linalg import (
    cofactors,
    cofactors_change,
    conjugate,
    is_vector,
    matmul_any,
    phase,
    power_norm_slope,
    safe_quotient,
    solve_any,
    solve_by_left,
    transposed,
)
from s2sad.runtime.products import multi_dot_by, multi_dot_change
from s2sad.runtime.reductions import share_of_extreme, unreduce

_X = np.array([0.3, -1.2])
_V = np.array([0.3, -1.2, 2.0])
_A = np.array([[2.0, 0.3], [0.7, -1.5]])
_T = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_B = np.stack([_A, _A.T + 0.1])
_C = np.arange(1.0, 25.0).reshape(2, 4, 3) / 7.0
_SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
_EIGHT = np.eye(8).reshape(2, 4, 8) + np.arange(8.0) / 10.0
_O = np.zeros((3, 3))
_Z = _A + 1j * np.array([[0.5, 0.2], [-0.3, 1.0]])
_ZV = _V + 1j * _V[::-1] ** 2
_ZT = _T + 1j * _T[::-1] ** 2
_TO_DOT = [(_V, _V), (_T.T, _V), (_ZV, _ZV), (_ZT.T, _ZV), Sample((_C, _C[:, :1]), {"axis": 0})]
_WITHOUT = nondifferentiable("number", np.linalg.matrix_rank, is_vector)

# ---------------------------------------------------------------------------------------- inverses and determinants


def inv_tangent(a_dot, a, *, out):
    return -np.matmul(np.matmul(out, a_dot), out)


@adjoint(np.linalg.inv, tangent=inv_tangent, at=[_A, _B, _Z])
def inv(out_bar, a, *, out):
    """d inv(a) = -inv(a) da inv(a)"""
    return -np.matmul(np.matmul(transposed(out), out_bar), transposed(out))


def det_tangent(a_dot, a, *, out):
    return np.sum(cofactors(a) * a_dot, axis=(-1, -2))


@adjoint(
    np.linalg.det,
    tangent=det_tangent,
    at=[_A, _B, _Z, _SINGULAR, np.stack([_A, _SINGULAR]), np.outer(_V, _V)],
)
def det(out_bar, a, *, out):
    """d det(a) = sum of cofactors(a) da, which a singular matrix has too"""
    if known_ndim(a) == 2:
        return out_bar * cofactors(a)
    return np.expand_dims(out_bar, (-1, -2)) * cofactors(a)


def cofactors_tangent(a_dot, a, *, out):
    return cofactors_change(a_dot, a)


@adjoint(cofactors, tangent=cofactors_tangent, at=[_A, _B, _Z, _SINGULAR, _O, np.outer(_V, _V)])
def cofactors_(out_bar, a, *, out):
    """The second derivative of the determinant is symmetric"""
    return cofactors_change(out_bar, a)


@program(cofactors_change, at=[(_A, _B[1]), (_B, _B), (_Z, _A)])
def cofactors_change_(e, a):
    """The change of det(a) inv(a).T, of a matrix that is not singular"""
    whole = transposed(np.linalg.inv(a))
    along = np.expand_dims(np.sum(whole * e, axis=(-1, -2)), (-1, -2)) * whole
    change = along - np.matmul(np.matmul(whole, transposed(e)), whole)
    return np.expand_dims(np.linalg.det(a), (-1, -2)) * change


def slogdet_tangent(a_dot, a, *, out):
    change = np.sum(transposed(np.linalg.inv(a)) * a_dot, axis=(-1, -2))
    return out[0] * (change - np.real(change)), np.real(change)


@adjoint(np.linalg.slogdet, tangent=slogdet_tangent, at=[_A, _B, _Z], outputs=2)
def slogdet(out_bar, a, *, out):
    """d log|det(a)| = trace(inv(a) da); of a complex sign its imaginary part is the change of the angle"""
    turning = out_bar[0] * out[0]
    amount = out_bar[1] + (turning - np.real(turning))
    if known_ndim(a) == 2:
        return amount * transposed(np.linalg.inv(a))
    return np.expand_dims(amount, (-1, -2)) * transposed(np.linalg.inv(a))


# --------------------------------------------------------------------------------------------------------- equations


def solve_tangent(a_dot, b_dot, a, b, *, out):
    if known_ndim(a) == 2 and known_ndim(b) == 1:
        return -np.linalg.solve(a, np.matmul(a_dot, out)), np.linalg.solve(a, b_dot)
    if known_ndim(a) == 2 and known_ndim(b) == 2:
        return -np.linalg.solve(a, np.matmul(a_dot, out)), np.linalg.solve(a, b_dot)
    of_vectors = is_vector(a, b)
    return -solve_any(a, matmul_any(a_dot, out, of_vectors), of_vectors), np.linalg.solve(a, b_dot)


@adjoint(
    np.linalg.solve,
    tangent=solve_tangent,
    at=[(_A, _X), (_A, _T.T), (_B, _B), (_A, _B), (_B, _B[:1]), (_B[:, None], _B), (_Z, _X), (_A, _Z)],
)
def solve(out_bar, a, b, *, out):
    """d solve(a, b) = solve(a, db - da solve(a, b))"""
    if known_ndim(a) == 2 and known_ndim(b) == 1:
        b_bar = np.linalg.solve(np.transpose(a), out_bar)
        return -np.multiply.outer(b_bar, out), b_bar
    if known_ndim(a) == 2 and known_ndim(b) == 2:
        b_bar = np.linalg.solve(np.transpose(a), out_bar)
        return -np.matmul(b_bar, np.transpose(out)), b_bar
    found = solve_any(transposed(a), out_bar, is_vector(a, b))
    return solve_by_left(found, a, b, out), unbroadcast(found, b)


@program(np.linalg.tensorsolve, at=[(_EIGHT, _C[:, :, 0]), (_A.reshape(2, 2, 1), _X, (0,))])
def tensorsolve(a, b, axes=None):
    """`np.linalg.solve` of matrices"""
    if axes is not None:
        a = np.moveaxis(a, axes, range(-len(axes), 0))
    shape = np.shape(a)[np.ndim(b) :]
    return np.reshape(np.linalg.solve(np.reshape(a, (np.size(b), -1)), np.ravel(b)), shape)


@program(np.linalg.tensorinv, at=[(_EIGHT, 2), (_A, 1)])
def tensorinv(a, ind=2):
    """`np.linalg.inv` of matrices"""
    rows, columns = np.shape(a)[:ind], np.shape(a)[ind:]
    return np.reshape(np.linalg.inv(np.reshape(a, (int(np.prod(rows)), -1))), columns + rows)


# ------------------------------------------------------------------------------------------------------------- norms


_ORDERS = [None, 0, 1, 2, np.inf, -np.inf, 3, 1.5, -1, -2.5]


def norm_tangent(x_dot, x, ord=None, axis=None, keepdims=False, *, out):
    slope = norm_slope(x, ord, axis, keepdims, out)
    return np.real(np.sum(slope * x_dot, axis=axis, keepdims=keepdims))


@adjoint(
    np.linalg.norm,
    tangent=norm_tangent,
    at=[_V, _A, _C, _ZT, 0.0 * _V, *[Sample((_C,), {"axis": axis}) for axis in (0, -1, (0, 2))]]
    + [Sample((_C,), {"axis": axis, "keepdims": True}) for axis in (None, 1, (1, 2))]
    + [(_V, order) for order in _ORDERS]
    + [(_T, order) for order in (None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf)]
    + [(_C, order, 1) for order in _ORDERS]
    + [(_C, order, axis) for order in ("fro", "nuc", 1, 2, -2, -np.inf) for axis in ((0, 1), (-1, 0))]
    + [Sample((_C, order, (2, 0)), {"keepdims": True}) for order in (None, "nuc", -1, 2)]
    + [Sample((_C, order, axis), {"keepdims": True}) for order in (None, 0, 1, 3) for axis in (0, (1,))]
    + [Sample((_T, 2), {"keepdims": True}), (_ZT, 1), (_ZT, "nuc"), (_ZT, 3, 0), (_ZT, np.inf, 1)],
    wrt=("x",),
    real=True,
)
def norm(out_bar, x, ord=None, axis=None, keepdims=False, *, out):
    """d|x| = x dx / |x| for the root of the sum of squares, and so on; 0 has the derivative 0"""
    if ord is None and axis is None and not keepdims:
        return out_bar * safe_quotient(conjugate(x), out)
    return unreduce(out_bar, np.shape(x), axis, keepdims) * norm_slope(x, ord, axis, keepdims, out)


def norm_slope(x, ord, axis, keepdims, out):
    if ord is None or ord == "fro" or ord == "f":
        return safe_quotient(conjugate(x), unreduce(out, np.shape(x), axis, keepdims))
    if axis is None:
        axis = 0 if np.ndim(x) == 1 else (0, 1)
    if isinstance(axis, int) or len(axis) == 1:
        return slope_of_vectors(x, ord, axis, unreduce(out, np.shape(x), axis, keepdims))
    return slope_of_matrices(x, ord, axis[0], axis[1])


def slope_of_vectors(x, ord, axis, whole):
    if ord == 2:
        return safe_quotient(conjugate(x), whole)
    if ord == 1:
        return phase(x)
    if ord == 0:
        return np.zeros_like(x)
    if abs(ord) < 1e300:  # a literal, which the compiler compares with another, but not with `np.inf`
        return power_norm_slope(x, ord, whole)
    return phase(x) * share_of_extreme(np.abs(x), whole, axis, True)


def slope_of_matrices(x, ord, rows, columns):
    if ord == "nuc" or ord == 2 or ord == -2:
        u, s, vh = np.linalg.svd(np.moveaxis(x, (rows, columns), (-2, -1)), False)
        weights = np.sign(s)
        if ord != "nuc":
            best = np.max(s, axis=-1) if ord == 2 else np.min(s, axis=-1)
            weights = weights * share_of_extreme(s, best, -1, False)
        slope = conjugate(np.matmul(u * np.expand_dims(weights, -2), vh))
        return np.moveaxis(slope, (-2, -1), (rows, columns))
    sums = np.sum(np.abs(x), axis=rows if abs(ord) == 1 else columns, keepdims=True)
    if ord > 0:
        best = np.max(sums, axis=(rows, columns), keepdims=True)
    else:
        best = np.min(sums, axis=(rows, columns), keepdims=True)
    return phase(x) * share_of_extreme(sums, best, (rows, columns), True)


def vector_norm_tangent(x_dot, x, *, axis=None, keepdims=False, ord=2, out):
    slope = slope_of_vectors(x, ord, axis, unreduce(out, np.shape(x), axis, keepdims))
    return np.real(np.sum(slope * x_dot, axis=axis, keepdims=keepdims))


@adjoint(
    *present(np.linalg, "vector_norm"),
    tangent=vector_norm_tangent,
    at=[_V, _C, Sample((_C,), {"axis": 1}), Sample((_C,), {"axis": (0, 2), "ord": 3})]
    + [Sample((_C,), {"ord": order, "keepdims": True}) for order in (0, 1, 2, 3, np.inf)],
    real=True,
)
def vector_norm(out_bar, x, *, axis=None, keepdims=False, ord=2, out):
    """As `np.linalg.norm`, of vectors whose items may stand along several axes"""
    slope = slope_of_vectors(x, ord, axis, unreduce(out, np.shape(x), axis, keepdims))
    return unreduce(out_bar, np.shape(x), axis, keepdims) * slope


def matrix_norm_tangent(x_dot, x, *, keepdims=False, ord="fro", out):
    slope = norm_slope(x, ord, (-2, -1), keepdims, out)
    return np.real(np.sum(slope * x_dot, axis=(-2, -1), keepdims=keepdims))


@adjoint(
    *present(np.linalg, "matrix_norm"),
    tangent=matrix_norm_tangent,
    at=[_A, _C, Sample((_B,), {"ord": "nuc"}), Sample((_C,), {"ord": 1, "keepdims": True})],
    real=True,
)
def matrix_norm(out_bar, x, *, keepdims=False, ord="fro", out):
    """As `np.linalg.norm`, of the matrices of a stack"""
    return unreduce(out_bar, np.shape(x), (-2, -1), keepdims) * norm_slope(x, ord, (-2, -1), keepdims, out)


@program(np.linalg.cond, at=[_A, _T, _B] + [(_A, p) for p in (None, 1, -1, 2, -2, np.inf, "fro", "nuc")])
def cond(x, p=None):
    """The product of the norms of a matrix and its inverse"""
    if p is None or p == 2 or p == -2:
        values = np.linalg.svd(x, compute_uv=False)
        return values[..., -1] / values[..., 0] if p == -2 else values[..., 0] / values[..., -1]
    return np.linalg.norm(x, p, (-2, -1)) * np.linalg.norm(np.linalg.inv(x), p, (-2, -1))


# ---------------------------------------------------------------------------------------------------------- products


def multi_dot_tangent(arrays_dot, arrays, *, out):
    return multi_dot_change(arrays_dot, arrays)


@adjoint(
    np.linalg.multi_dot,
    tangent=multi_dot_tangent,
    at=[([_T, _T.T, _V],), ([_V, _T, _T.T],), ([_V, _T, _A, _T.T, _V],), ([_T.T, _V],), ([_ZT, _A, _ZT.T],)],
)
def multi_dot(out_bar, arrays, *, out):
    """The sum of the products with one factor replaced by its tangent"""
    return multi_dot_by(out_bar, arrays)


@program(np.linalg.matrix_power, at=[(_A, n) for n in (0, 1, 2, 3, 7, -1, -2)] + [(np.stack([_A, _A.T]), 5)])
def matrix_power(a, n):
    """Squares of squares, as far as they are factors"""
    power = np.linalg.inv(a) if n < 0 else a
    n = abs(n)
    if n == 0:
        return np.zeros_like(a) + np.eye(np.shape(a)[-1], dtype=a.dtype)
    if n == 3:
        return np.matmul(np.matmul(power, power), power)
    while n % 2 == 0:
        power = np.matmul(power, power)
        n = n // 2
    result = power
    while n > 1:
        power = np.matmul(power, power)
        n = n // 2
        if n % 2:
            result = np.matmul(result, power)
    return result


@bilinear(*present(np, "vecdot"), *present(np.linalg, "vecdot"), at=_TO_DOT)
def vecdot(out_bar, x1, x2, *, axis=-1):
    """d vecdot(x, y) = vecdot(dx, y) + vecdot(x, dy), with the conjugate of x"""
    whole = np.expand_dims(out_bar, -1)
    if axis == -1:
        return unbroadcast(conjugate(whole * x2), x1), unbroadcast(whole * conjugate(x1), x2)
    one, other = np.moveaxis(x1, axis, -1), np.moveaxis(x2, axis, -1)
    one_bar, other_bar = unbroadcast(conjugate(whole * other), one), unbroadcast(
        whole * conjugate(one), other
    )
    return np.moveaxis(one_bar, -1, axis), np.moveaxis(other_bar, -1, axis)


@bilinear(*present(np, "matvec"), at=[(_T.T, _V), (_C, _V), (_T.T, _C), (_ZT.T, _ZV)])
def matvec(out_bar, x1, x2):
    """d(A x) = dA x + A dx"""
    column = np.expand_dims(out_bar, -1)
    x2_bar = np.matmul(transposed(x1), column)[..., 0]
    return unbroadcast(column * np.expand_dims(x2, -2), x1), unbroadcast(x2_bar, x2)


@bilinear(*present(np, "vecmat"), at=[(_V, _T), (_V, _C[:, :3]), (_C[..., :2], _T.T), (_ZV, _ZT)])
def vecmat(out_bar, x1, x2):
    """d(x A) = dx A + x dA, with the conjugate of x"""
    x1_bar = conjugate(np.matmul(x2, np.expand_dims(out_bar, -1))[..., 0])
    x2_bar = np.expand_dims(conjugate(x1), -1) * np.expand_dims(out_bar, -2)
    return unbroadcast(x1_bar, x1), unbroadcast(x2_bar, x2)


@program(*present(np.linalg, "cross"), at=[(_V, _V[::-1]), Sample((_T, _T * _T), {"axis": 0})])
def cross(x1, x2, *, axis=-1):
    """`np.cross`"""
    return np.cross(x1, x2, axis=axis)


@program(*present(np.linalg, "tensordot"), at=[(_T, _T.reshape(3, 2, 1)), Sample((_T, _T), {"axes": (0, 0)})])
def tensordot(x1, x2, *, axes=2):
    """`np.tensordot`"""
    return np.tensordot(x1, x2, axes)


@linear(*present(np.linalg, "matrix_transpose"), *present(np, "matrix_transpose"), at=[_T, _C])
def matrix_transpose(out_bar, x):
    """d x.mT = dx.mT"""
    return np.swapaxes(out_bar, -1, -2)


@program(*present(np.linalg, "diagonal"), at=[_T, _C, Sample((_C,), {"offset": -1})])
def diagonal(x, *, offset=0):
    """The diagonals of the matrices of a stack"""
    return np.diagonal(x, offset, -2, -1)


@program(*present(np.linalg, "trace"), at=[_T, _C, Sample((_C,), {"offset": 1})])
def trace(x, *, offset=0):
    """The sums of the diagonals of the matrices of a stack"""
    return np.trace(x, offset, -2, -1)
