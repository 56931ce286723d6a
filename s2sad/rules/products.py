"""Products of arrays: of matrices, of tensors, outer ones, convolutions, polynomials."""

import operator

import numpy as np

from s2sad.rules.declare import Sample, adjoint, bilinear, linear, nondifferentiable, present, program
from s2sad.runtime.broadcasting import known_ndim, unbroadcast
from s2sad.runtime.products import (
    contracted,
    cross_by_left,
    cross_by_right,
    dot_by_left,
    dot_by_right,
    einsum_all,
    einsum_all_by,
    einsum_all_change,
    einsum_by,
    einsum_by_again,
    einsum_by_change,
    einsum_transposed,
    einsum_with,
    first_counting,
    kron_shapes,
    matmul_by_left,
    matmul_by_right,
    subscripts_of,
    tensordot_by_left,
    tensordot_by_right,
)

_X = np.array([0.3, -1.2, 2.0])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_S = np.array([[0.3, -1.2], [2.0, 0.7]])
_C = np.arange(1.0, 25.0).reshape(2, 4, 3) / 7.0
_Z = np.array([0.3 + 1.0j, -1.2 + 0.5j, 2.0 - 0.3j])
_ZA = np.array([[0.3 + 1.0j, -1.2, 2.0j], [2.5, 0.7 - 0.4j, -0.4]])
_PAIRS = [
    (_X, _X),
    (_A, _X),
    (_X, _A.T),
    (_A, _A.T),
    (_C, _X),
    (_C, _A.T),
    (_X, _C[:, :3]),
    (_Z, _Z),
    (_ZA, _Z),
]
_BATCHES = [
    (_C, np.swapaxes(_C, 1, 2)),
    (_C, _C[:1, :3]),
    (_A, np.swapaxes(_C, 1, 2)),
    (_C[:, None], _C[:, :3]),
]
_SHAPES = nondifferentiable(
    "other", contracted, einsum_transposed, first_counting, kron_shapes, subscripts_of
)

# ----------------------------------------------------------------------------------------------------- of matrices


@bilinear(np.matmul, operator.matmul, *present(np.linalg, "matmul"), at=[*_PAIRS, *_BATCHES])
def matmul(out_bar, x1, x2):
    """d(x @ y) = dx @ y + x @ dy"""
    if known_ndim(x1) == 2 and known_ndim(x2) == 2:
        return out_bar @ x2.T, x1.T @ out_bar
    if known_ndim(x1) == 2 and known_ndim(x2) == 1:
        return np.multiply.outer(out_bar, x2), x1.T @ out_bar
    if known_ndim(x1) == 1 and known_ndim(x2) == 2:
        return x2 @ out_bar, np.multiply.outer(x1, out_bar)
    if known_ndim(x1) == 1 and known_ndim(x2) == 1:
        return out_bar * x2, out_bar * x1
    return matmul_by_left(out_bar, x1, x2), matmul_by_right(out_bar, x1, x2)


@bilinear(np.dot, np.ndarray.dot, at=[*_PAIRS, (_X, 0.5), (_A, _C[:, :3]), (_C, _C[:, :3])])
def dot(out_bar, a, b):
    """d dot(x, y) = dot(dx, y) + dot(x, dy)"""
    if known_ndim(a) == 2 and known_ndim(b) == 2:
        return np.dot(out_bar, b.T), np.dot(a.T, out_bar)
    if known_ndim(a) == 2 and known_ndim(b) == 1:
        return np.multiply.outer(out_bar, b), np.dot(a.T, out_bar)
    if known_ndim(a) == 1 and known_ndim(b) == 2:
        return np.dot(b, out_bar), np.multiply.outer(a, out_bar)
    if known_ndim(a) == 1 and known_ndim(b) == 1:
        return out_bar * b, out_bar * a
    return dot_by_left(out_bar, a, b), dot_by_right(out_bar, a, b)


@bilinear(np.vdot, at=[(_X, _X), (_A, _A), (_A, _A.T), (_Z, _Z), (0.5, 2.0)])
def vdot(out_bar, a, b):
    """d vdot(x, y) = vdot(dx, y) + vdot(x, dy), with the conjugate of x"""
    if known_ndim(a) == 1 and known_ndim(b) == 1:
        return np.conj(out_bar * b), out_bar * np.conj(a)
    return np.reshape(np.conj(out_bar * b), np.shape(a)), np.reshape(out_bar * np.conj(a), np.shape(b))


@bilinear(np.inner, at=[(_X, _X), (_A, _X), (_X, _A), (_A, _A), (_C, _A), (_A, 0.5), (_Z, _Z)])
def inner(out_bar, a, b):
    """d inner(x, y) = inner(dx, y) + inner(x, dy)"""
    if known_ndim(a) == 1 and known_ndim(b) == 1:
        return out_bar * b, out_bar * a
    if known_ndim(a) == 2 and known_ndim(b) == 2:
        return np.matmul(out_bar, b), np.matmul(np.transpose(out_bar), a)
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return unbroadcast(out_bar * b, a), unbroadcast(out_bar * a, b)
    return tensordot_by_left(out_bar, a, b, (-1, -1)), tensordot_by_right(out_bar, a, b, (-1, -1))


@program(np.kron, at=[(_X, _X), (_A, _A.T), (_A, _X), (_X, _C), (0.5, _A), (_Z, _A)])
def kron(a, b):
    """Every item of the first times the whole of the second"""
    of_a, of_b, of_both = kron_shapes(a, b)
    return np.reshape(np.reshape(a, of_a) * np.reshape(b, of_b), of_both)


@bilinear(
    np.cross,
    at=[(_X, _X[::-1]), (_A, _X), (_X, _A), (_C, _C[:1]), (_A.T, _A.T, 0, 0, 0), (_C, _C[0].T, 2, 0, 1)],
    wrt=("a", "b"),
)
def cross(out_bar, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """d(x cross y) = dx cross y + x cross dy"""
    if axis is not None:
        axisa = axisb = axisc = axis
    return cross_by_left(out_bar, a, b, axisa, axisb, axisc), cross_by_right(
        out_bar, a, b, axisa, axisb, axisc
    )


# --------------------------------------------------------------------------------------------------- outer products


@bilinear(np.multiply.outer, at=[(_X, _X), (_X, _A), (_C, _X), (0.5, _X), (_A, 0.5), (0.5, 2.0), (_Z, _Z)])
def multiply_outer(out_bar, A, B):
    """d(x outer y) = dx outer y + x outer dy"""
    if known_ndim(A) == 1 and known_ndim(B) == 1:
        return np.dot(out_bar, B), np.dot(A, out_bar)
    if known_ndim(A) == 0:
        return np.sum(out_bar * B), A * out_bar
    if known_ndim(B) == 0:
        return out_bar * B, np.sum(A * out_bar)
    return np.tensordot(out_bar, B, np.ndim(B))[()], np.tensordot(A, out_bar, np.ndim(A))[()]


@bilinear(np.outer, *present(np.linalg, "outer"), at=[(_X, _X), (_X, _Z[:2])])
def outer(out_bar, a, b):
    """d(x outer y) = dx outer y + x outer dy, of arrays as vectors"""
    a_bar = np.dot(out_bar, b if known_ndim(b) == 1 else np.ravel(b))
    b_bar = np.dot(a if known_ndim(a) == 1 else np.ravel(a), out_bar)
    return (
        a_bar if known_ndim(a) == 1 else np.reshape(a_bar, np.shape(a)),
        b_bar if known_ndim(b) == 1 else np.reshape(b_bar, np.shape(b)),
    )


@program(np.add.outer, at=[(_X, _X), (_C, _X), (0.5, 2.0)])
def add_outer(A, B):
    """All sums of an item of each"""
    return np.reshape(A, np.shape(A) + (1,) * np.ndim(B)) + B


@program(np.subtract.outer, at=[(_X, _X), (_C, _X), (0.5, 2.0)])
def subtract_outer(A, B):
    """All differences of an item of each"""
    return np.reshape(A, np.shape(A) + (1,) * np.ndim(B)) - B


@program(np.divide.outer, at=[(_X, _X), (_C, _X), (0.5, 2.0)])
def divide_outer(A, B):
    """All quotients of an item of each"""
    return np.reshape(A, np.shape(A) + (1,) * np.ndim(B)) / B


@program(np.power.outer, at=[(_C, _X), (0.5, 2.0)])
def power_outer(A, B):
    """All powers of an item of the first to one of the second"""
    return np.reshape(A, np.shape(A) + (1,) * np.ndim(B)) ** B


@program(np.maximum.outer, at=[(_X, _X), (_C, _X), (0.5, 2.0)])
def maximum_outer(A, B):
    """The greater of an item of each"""
    return np.maximum(np.reshape(A, np.shape(A) + (1,) * np.ndim(B)), B)


@program(np.minimum.outer, at=[(_X, _X), (_C, _X), (0.5, 2.0)])
def minimum_outer(A, B):
    """The lesser of an item of each"""
    return np.minimum(np.reshape(A, np.shape(A) + (1,) * np.ndim(B)), B)


@program(np.hypot.outer, at=[(_X, _X), (_C, _X), (0.5, 2.0)])
def hypot_outer(A, B):
    """The root of the sum of squares of an item of each"""
    return np.hypot(np.reshape(A, np.shape(A) + (1,) * np.ndim(B)), B)


# ------------------------------------------------------------------------------------------------------ of tensors


@bilinear(
    np.tensordot,
    at=[
        Sample((_A, _A.T), {"axes": 1}),
        Sample((_A, _X), {"axes": 0}),
        Sample((_C, _C), {"axes": 3}),
        Sample((_C, _A), {"axes": ([2], [1])}),
        Sample((_C, _C), {"axes": ((0, -1), (0, 2))}),
        Sample((_C, np.transpose(_C, (1, 2, 0))), {"axes": ([2, 0], [1, 2])}),
        Sample((_C, _X), {"axes": (-1, 0)}),
        Sample((_ZA, _ZA), {"axes": (1, 1)}),
    ],
    wrt=("a", "b"),
)
def tensordot(out_bar, a, b, axes=2):
    """d tensordot(x, y) = tensordot(dx, y) + tensordot(x, dy)"""
    return tensordot_by_left(out_bar, a, b, axes), tensordot_by_right(out_bar, a, b, axes)


@linear(
    np.einsum,
    at=[
        *[(subscripts, _A) for subscripts in ("ij->j", "ij->", "ij->ji", "ij", "ba")],
        *[(subscripts, _S) for subscripts in ("ii", "ii->i", "i i -> ", "ij->ij")],
        *[(subscripts, _C) for subscripts in ("...j->...", "i...", "k...->...", "...->...")],
        ("iij->j", np.reshape(_C, (2, 2, 6))),
        Sample(("ij->i", _ZA), {"optimize": True}),
    ],
    wrt=("x",),
)
def einsum_of_one(out_bar, subscripts, x, *, optimize=False):
    """d einsum(x) = einsum(dx)"""
    return einsum_by(out_bar, subscripts, (x,), 0, optimize)


@bilinear(
    np.einsum,
    at=[
        ("ij,j->i", _A, _X),
        ("ij,kj", _A, _A),
        ("i,j->", _X, _X),
        ("ii,ij->j", _S, _A),
        ("ij,ij->j", _A, _A[:1]),
        ("...j,j->...", _C, _X),
        ("...ij,...jk", _C, _A.T),
        ("...ij,...jk->...ik", _C[:, None], _C[:1, :3]),
        (",ij->ij", 0.5, _A),
        Sample(("ij,j->i", _ZA, _Z), {"optimize": "greedy"}),
    ],
    wrt=("x", "y"),
)
def einsum_of_two(out_bar, subscripts, x, y, *, optimize=False):
    """d einsum(x, y) = einsum(dx, y) + einsum(x, dy)"""
    operands = (x, y)
    return einsum_by(out_bar, subscripts, operands, 0, optimize), einsum_by(
        out_bar, subscripts, operands, 1, optimize
    )


@bilinear(
    np.einsum,
    at=[
        ("i,ij,j->", _A[:, 0], _A, _X),
        ("ii,ij,kj->k", _S, _A, _A),
        Sample(("ij,jk,kl", _S, _A, _A.T), {"optimize": True}),
    ],
    wrt=("x", "y", "z"),
)
def einsum_of_three(out_bar, subscripts, x, y, z, *, optimize=False):
    """d einsum(x, y, z) = einsum(dx, y, z) + einsum(x, dy, z) + einsum(x, y, dz)"""
    operands = (x, y, z)
    return (
        einsum_by(out_bar, subscripts, operands, 0, optimize),
        einsum_by(out_bar, subscripts, operands, 1, optimize),
        einsum_by(out_bar, subscripts, operands, 2, optimize),
    )


@program(
    np.einsum,
    at=[("i,ij,j,k->k", _A[:, 0], _A, _X, _X), Sample(("a,b,c,d,e", *[_S[0]] * 5), {"optimize": True})],
)
def einsum_of_many(subscripts, x, y, z, w, *operands, optimize=False):
    """Of any number of operands"""
    return einsum_all(subscripts, [x, y, z, w, *operands], optimize)


def einsum_all_tangent(operands_dot, subscripts, operands, optimize=False, *, out):
    return einsum_all_change(operands_dot, subscripts, operands, optimize)


@adjoint(
    einsum_all, tangent=einsum_all_tangent, at=[("i,ij,j,k->k", [_A[:, 0], _A, _X, _X])], wrt=("operands",)
)
def einsum_all_(out_bar, subscripts, operands, optimize=False, *, out):
    """The sum of the products with one factor replaced by its tangent"""
    return einsum_all_by(out_bar, subscripts, operands, optimize)


def einsum_by_tangent(amount_dot, operands_dot, amount, subscripts, operands, place, optimize=False, *, out):
    return (
        einsum_by(amount_dot, subscripts, operands, place, optimize),
        einsum_by_change(operands_dot, amount, subscripts, operands, place, optimize),
    )


@adjoint(
    einsum_by,
    tangent=einsum_by_tangent,
    at=[(_A[:, 0], "ij,j->i", [_A, _X], 0), (0.5, "ii,ij,kj->", [_S, _A, _A], 0)],
    wrt=("amount", "operands"),
)
def einsum_by_(out_bar, amount, subscripts, operands, place, optimize=False, *, out):
    """From <amount, einsum(operands)>, which is linear in all of them"""
    return (
        einsum_with(out_bar, subscripts, operands, place, optimize),
        einsum_by_again(out_bar, amount, subscripts, operands, place, optimize),
    )
