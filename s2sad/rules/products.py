"""Products of arrays: of matrices, of tensors, outer ones, convolutions, polynomials."""

import operator

import numpy as np

from s2sad.rules.declare import adjoint, bilinear, linear, present, program
from s2sad.runtime.broadcasting import known_ndim, unbroadcast
from s2sad.runtime.products import (
    convolve_by,
    dot_by_left,
    dot_by_right,
    einsum_again,
    einsum_by,
    einsum_by_change,
    einsum_operands,
    matmul_by_left,
    matmul_by_right,
    multi_dot_by,
    multi_dot_change,
    tensordot_by_left,
    tensordot_by_right,
)

_X = np.array([0.3, -1.2, 2.0])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_C = np.arange(1.0, 25.0).reshape(2, 4, 3) / 7.0
_Z = np.array([0.3 + 1.0j, -1.2 + 0.5j, 2.0 - 0.3j])
_PAIRS = [(_X, _X), (_A, _X), (_X, _A.T), (_A, _A.T), (_C, _X), (_C, _A.T), (_X, _C[:, :3, :])]


@bilinear(np.matmul, operator.matmul, *present(np.linalg, "matmul"), at=[*_PAIRS, (_Z, _Z)])
def matmul(out_bar, x1, x2):
    """d(x @ y) = dx @ y + x @ dy"""
    if known_ndim(x1) == 2 and known_ndim(x2) == 2:
        return np.matmul(out_bar, np.transpose(x2)), np.matmul(np.transpose(x1), out_bar)
    if known_ndim(x1) == 2 and known_ndim(x2) == 1:
        return np.multiply.outer(out_bar, x2), np.matmul(np.transpose(x1), out_bar)
    if known_ndim(x1) == 1 and known_ndim(x2) == 2:
        return np.matmul(x2, out_bar), np.multiply.outer(x1, out_bar)
    if known_ndim(x1) == 1 and known_ndim(x2) == 1:
        return out_bar * x2, out_bar * x1
    return matmul_by_left(out_bar, x1, x2), matmul_by_right(out_bar, x1, x2)


@bilinear(np.dot, np.ndarray.dot, at=[*_PAIRS[:6], (_X, 0.5), (_A, _C[0].T), (_C, _C[0].T)])
def dot(out_bar, a, b):
    """d dot(x, y) = dot(dx, y) + dot(x, dy)"""
    if known_ndim(a) == 2 and known_ndim(b) == 2:
        return np.dot(out_bar, np.transpose(b)), np.dot(np.transpose(a), out_bar)
    if known_ndim(a) == 2 and known_ndim(b) == 1:
        return np.multiply.outer(out_bar, b), np.dot(np.transpose(a), out_bar)
    if known_ndim(a) == 1 and known_ndim(b) == 1:
        return out_bar * b, out_bar * a
    return dot_by_left(out_bar, a, b), dot_by_right(out_bar, a, b)


@bilinear(np.vdot, at=[(_X, _X), (_A, _A), (_Z, _Z)])
def vdot(out_bar, a, b):
    """d vdot(x, y) = vdot(dx, y) + vdot(x, dy), with the conjugate of x"""
    return np.conj(out_bar * b), out_bar * np.conj(a)


@bilinear(np.inner, at=[(_X, _X), (_A, _X), (_A, _A)])
def inner(out_bar, a, b):
    """d inner(x, y) = inner(dx, y) + inner(x, dy)"""
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return unbroadcast(out_bar * b, a), unbroadcast(out_bar * a, b)
    return tensordot_by_left(out_bar, a, b, (-1, -1)), tensordot_by_right(out_bar, a, b, (-1, -1))


@bilinear(*present(np, "vecdot"), *present(np.linalg, "vecdot"), at=[(_X, _X), (_A, _X)])
def vecdot(out_bar, x1, x2, *, axis=-1):
    """d vecdot(x, y) = vecdot(dx, y) + vecdot(x, dy), with the conjugate of x"""
    whole = np.expand_dims(out_bar, axis)
    return unbroadcast(np.conj(whole * x2), x1), unbroadcast(whole * np.conj(x1), x2)


@bilinear(np.multiply.outer, at=[(_X, _X), (_X, _A), (0.5, _X)])
def multiply_outer(out_bar, A, B):
    """d(x outer y) = dx outer y + x outer dy"""
    if np.ndim(A) == 1 and np.ndim(B) == 1:
        return np.dot(out_bar, B), np.dot(A, out_bar)
    return np.tensordot(out_bar, B, np.ndim(B)), np.tensordot(A, out_bar, np.ndim(A))


@program(np.outer, *present(np.linalg, "outer"), at=[(_X, _X)])
def outer(a, b):
    """All products of an item of each"""
    if known_ndim(a) == 1 and known_ndim(b) == 1:
        return np.multiply.outer(a, b)
    return np.multiply.outer(np.ravel(a), np.ravel(b))


@program(np.add.outer, at=[(_X, _X)])
def add_outer(A, B):
    """All sums of an item of each"""
    return np.reshape(A, np.shape(A) + (1,) * np.ndim(B)) + B


@program(np.subtract.outer, at=[(_X, _X)])
def subtract_outer(A, B):
    """All differences of an item of each"""
    return np.reshape(A, np.shape(A) + (1,) * np.ndim(B)) - B


@program(np.divide.outer, at=[(_X, _X)])
def divide_outer(A, B):
    """All quotients of an item of each"""
    return np.reshape(A, np.shape(A) + (1,) * np.ndim(B)) / B


@program(np.maximum.outer, at=[(_X, _X + 0.1)])
def maximum_outer(A, B):
    """The greater of an item of each"""
    return np.maximum(np.reshape(A, np.shape(A) + (1,) * np.ndim(B)), B)


@program(np.minimum.outer, at=[(_X, _X + 0.1)])
def minimum_outer(A, B):
    """The lesser of an item of each"""
    return np.minimum(np.reshape(A, np.shape(A) + (1,) * np.ndim(B)), B)


@bilinear(
    np.tensordot,
    at=[(_A, _A.T, 1), (_C, _A, ([2], [1])), (_C, _C, 3), (_C, _C, ((0, 2), (0, 2)))],
    wrt=("a", "b"),
)
def tensordot(out_bar, a, b, axes=2):
    """d tensordot(x, y) = tensordot(dx, y) + tensordot(x, dy)"""
    return tensordot_by_left(out_bar, a, b, axes), tensordot_by_right(out_bar, a, b, axes)


@linear(np.einsum, at=[("ij->j", _A), ("ii", _A[:, :2]), ("...j->...", _C)], wrt=("x",))
def einsum_of_one(out_bar, subscripts, x, *, optimize=False):
    """d einsum(x) = einsum(dx)"""
    return einsum_by(out_bar, subscripts, (x,), 0)


@bilinear(np.einsum, at=[("ij,j->i", _A, _X), ("ij,kj", _A, _A), ("...j,j->...", _C, _X)], wrt=("x", "y"))
def einsum_of_two(out_bar, subscripts, x, y, *, optimize=False):
    """d einsum(x, y) = einsum(dx, y) + einsum(x, dy)"""
    return einsum_by(out_bar, subscripts, (x, y), 0), einsum_by(out_bar, subscripts, (x, y), 1)


@bilinear(np.einsum, at=[("i,ij,j->", _A[:, 0], _A, _X)], wrt=("x", "y", "z"))
def einsum_of_three(out_bar, subscripts, x, y, z, *, optimize=False):
    """d einsum(x, y, z) = einsum(dx, y, z) + einsum(x, dy, z) + einsum(x, y, dz)"""
    operands = (x, y, z)
    return (
        einsum_by(out_bar, subscripts, operands, 0),
        einsum_by(out_bar, subscripts, operands, 1),
        einsum_by(out_bar, subscripts, operands, 2),
    )


@bilinear(np.einsum, at=[("i,ij,j,k->k", _A[:, 0], _A, _X, _X)], wrt=("x", "y", "z", "w"))
def einsum_of_four(out_bar, subscripts, x, y, z, w, *, optimize=False):
    """The sum of four products, as for three"""
    operands = (x, y, z, w)
    return (
        einsum_by(out_bar, subscripts, operands, 0),
        einsum_by(out_bar, subscripts, operands, 1),
        einsum_by(out_bar, subscripts, operands, 2),
        einsum_by(out_bar, subscripts, operands, 3),
    )


def einsum_by_tangent(amount_dot, operands_dot, amount, subscripts, operands, place, *, out):
    return einsum_by(amount_dot, subscripts, operands, place), einsum_by_change(
        amount, subscripts, operands, operands_dot, place
    )


@adjoint(
    einsum_by,
    tangent=einsum_by_tangent,
    at=[(_X, "ij,j->i", [_A.T, _A[:, 0]], 0)],
    wrt=("amount", "operands"),
)
def einsum_by_(out_bar, amount, subscripts, operands, place, *, out):
    """The adjoint of an adjoint: sums of products as well"""
    return einsum_again(out_bar, subscripts, operands, place), einsum_operands(
        out_bar, amount, subscripts, operands, place
    )


@program(np.kron, at=[(_A, _A.T), (_X, _X)])
def kron(a, b):
    """Every item of the first times the whole of the second"""
    if np.ndim(a) == 1 and np.ndim(b) == 1:
        return np.ravel(np.multiply.outer(a, b))
    rows, columns = np.shape(a)[0] * np.shape(b)[0], np.shape(a)[1] * np.shape(b)[1]
    return np.reshape(np.moveaxis(np.multiply.outer(a, b), 1, 2), (rows, columns))


@program(np.cross, *present(np.linalg, "cross"), at=[(_X, _X[::-1]), (_A, _X)])
def cross(a, b, axis=-1):
    """The vector product in three dimensions"""
    a, b = np.moveaxis(a, axis, 0), np.moveaxis(b, axis, 0)
    if len(a) == 2 and len(b) == 2:
        return a[0] * b[1] - a[1] * b[0]
    parts = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return np.stack(parts, axis=axis)


@bilinear(np.convolve, at=[(_X, _X[:2]), (_X[:2], _X, "same"), (np.arange(5.0), _X, "valid")], wrt=("a", "v"))
def convolve(out_bar, a, v, mode="full"):
    """d(x * y) = dx * y + x * dy"""
    return convolve_by(out_bar, v, len(a), mode), convolve_by(out_bar, a, len(v), mode)


@bilinear(convolve_by, at=[(np.arange(4.0), _X[:2], 3, "full")], wrt=("amount", "other"))
def convolve_by_(out_bar, amount, other, length, mode):
    """d correlate(x, y) = correlate(dx, y) + correlate(x, dy)"""
    return np.convolve(out_bar, other, mode), convolve_by(amount, out_bar, len(other), mode)


@program(np.correlate, at=[(np.arange(5.0), _X), (_X, _X[:2], "full")])
def correlate(a, v, mode="valid"):
    """The convolution with the reverse of the conjugate"""
    return np.convolve(a, np.conj(v)[::-1], mode)


@program(np.polyval, at=[(_X, 0.5), (_X, _X)])
def polyval(p, x):
    """Horner's rule"""
    result = np.zeros_like(x)
    for coefficient in p:
        result = result * x + coefficient
    return result


@program(np.polyder, at=[_X])
def polyder(p, m=1):
    """The coefficients of the derivative of a polynomial"""
    for _ in range(m):
        p = p[:-1] * np.arange(len(p) - 1, 0, -1)
    return p


@program(np.polymul, at=[(_X, _X[:2])])
def polymul(a1, a2):
    """The coefficients of a product"""
    return np.convolve(a1, a2)


def multi_dot_tangent(arrays_dot, arrays, *, out):
    return multi_dot_change(arrays_dot, arrays)


@adjoint(np.linalg.multi_dot, tangent=multi_dot_tangent, at=[([_A.T, _A, _X],), ([_X, _A.T, _A],)])
def multi_dot(out_bar, arrays, *, out):
    """The sum of the products with one factor replaced by its tangent"""
    return multi_dot_by(out_bar, arrays)


@program(np.linalg.matrix_power, at=[(_A[:, :2], 3), (_A[:, :2], 0), (_A[:, :2], -2)])
def matrix_power(a, n):
    """Products of a matrix with itself"""
    if n == 0:
        return np.broadcast_to(np.eye(np.shape(a)[-1]), np.shape(a)) + 0.0 * a
    base = np.linalg.inv(a) if n < 0 else a
    result = base
    for _ in range(abs(n) - 1):
        result = np.matmul(result, base)
    return result
