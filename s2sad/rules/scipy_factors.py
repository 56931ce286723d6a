"""`scipy.linalg`: the factors of Cholesky and of LU decompositions, and solutions by them."""

import numpy as np
import scipy.linalg

from s2sad.rules.declare import adjoint, nondifferentiable, program
from s2sad.runtime.linalg import conjugate, lower_half, on_lower, symmetric, transposed, turned
from s2sad.runtime.scipy_linalg import cholesky_factor, in_other_triangle, order_of_pivots

_X = np.array([0.3, -1.2, 0.8])
_A = np.array([[2.0, 0.3, -0.5], [0.7, -1.5, 0.2], [-0.1, 0.6, 3.0]])
_S = np.array([[2.0, 0.3, -0.5], [0.3, 1.5, 0.2], [-0.5, 0.2, 3.0]])
_T = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_Z = _S + 1j * np.array([[0.0, 0.2, 0.1], [-0.2, 0.0, 0.3], [-0.1, -0.3, 0.0]])
_WITHOUT = nondifferentiable("number", order_of_pivots)


def cholesky_change(a_dot, lower_factor):
    inverse = np.linalg.inv(lower_factor)
    inner = np.matmul(np.matmul(inverse, symmetric(a_dot)), turned(inverse))
    return np.matmul(lower_factor, lower_half(inner))


def cholesky_back(factor_bar, lower_factor):
    """Murray, "Differentiation of the Cholesky decomposition" (2016)"""
    inverse = np.linalg.inv(lower_factor)
    inner = lower_half(np.matmul(turned(lower_factor), conjugate(factor_bar)))
    whole = np.matmul(np.matmul(turned(inverse), inner), inverse)
    return conjugate(on_lower((whole + turned(whole)) / 2.0))


def cholesky_tangent(a_dot, a, lower=False, overwrite_a=False, check_finite=True, *, out):
    if lower:
        return cholesky_change(a_dot, out)
    return turned(cholesky_change(turned(a_dot), turned(out)))


@adjoint(scipy.linalg.cholesky, tangent=cholesky_tangent, at=[_S, (_S, True), _Z, (_Z, True)])
def cholesky(out_bar, a, lower=False, overwrite_a=False, check_finite=True, *, out):
    """dL = L low(inv(L) da inv(L).T), with half of the diagonal; only the triangle of the result is read"""
    if lower:
        return cholesky_back(out_bar, out)
    return turned(cholesky_back(turned(out_bar), turned(out)))


def factor_tangent(a_dot, a, lower, *, out):
    if lower:
        return cholesky_change(a_dot, np.tril(out)) + in_other_triangle(np.triu(a_dot, 1))
    return turned(cholesky_change(turned(a_dot), turned(np.triu(out)))) + in_other_triangle(
        np.tril(a_dot, -1)
    )


@adjoint(
    cholesky_factor, tangent=factor_tangent, at=[(_S, False), (_S, True), (_Z, False), (_Z, True)], wrt=("a",)
)
def factor(out_bar, a, lower, *, out):
    """As `cholesky`; the other triangle is that of the matrix"""
    if lower:
        return cholesky_back(np.tril(out_bar), np.tril(out)) + in_other_triangle(np.triu(out_bar, 1))
    back = cholesky_back(turned(np.triu(out_bar)), turned(np.triu(out)))
    return turned(back) + in_other_triangle(np.tril(out_bar, -1))


@program(scipy.linalg.cho_factor, at=[_S, (_S, True)])
def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """A factor, and which one it is"""
    return cholesky_factor(a, lower), lower


@program(scipy.linalg.cho_solve, at=[((_S, False), _X), ((_S, True), _T)])
def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution by two triangular ones"""
    c, lower = c_and_lower
    if lower:
        y = scipy.linalg.solve_triangular(c, b, lower=True)
        return scipy.linalg.solve_triangular(c, y, trans=2, lower=True)
    y = scipy.linalg.solve_triangular(c, b, trans=2)
    return scipy.linalg.solve_triangular(c, y)


def lu_change(rows_dot, packed):
    """The change of both factors, packed, from that of the permuted matrix."""
    inner = scipy.linalg.solve_triangular(packed, rows_dot, lower=True, unit_diagonal=True)
    inner = transposed(scipy.linalg.solve_triangular(packed, transposed(inner), trans=1))
    lower = np.tril(packed, -1) + np.eye(np.shape(packed)[-1])
    return np.matmul(lower, np.tril(inner, -1)) + np.matmul(np.triu(inner), np.triu(packed))


def lu_back(packed_bar, packed):
    """The adjoint of the permuted matrix: de Hoog, Anderssen & Lukas, "Differentiation of matrix functionals" (2011)."""
    lower = np.tril(packed, -1) + np.eye(np.shape(packed)[-1])
    inner = np.tril(np.matmul(transposed(lower), np.tril(packed_bar, -1)), -1)
    inner = inner + np.triu(np.matmul(np.triu(packed_bar), transposed(np.triu(packed))))
    inner = scipy.linalg.solve_triangular(packed, inner, trans=1, lower=True, unit_diagonal=True)
    return transposed(scipy.linalg.solve_triangular(packed, transposed(inner)))


def lu_factor_tangent(a_dot, a, overwrite_a=False, check_finite=True, *, out):
    return lu_change(a_dot[order_of_pivots(out[1])], out[0]), np.zeros_like(out[1])


@adjoint(scipy.linalg.lu_factor, tangent=lu_factor_tangent, at=[_A, _A[::-1]], outputs=2)
def lu_factor(out_bar, a, overwrite_a=False, check_finite=True, *, out):
    """dL = L low(inv(L) P.T da inv(U)), dU = up(inv(L) P.T da inv(U)) U; of a square matrix"""
    order = order_of_pivots(out[1])
    return lu_back(out_bar[0], out[0])[np.argsort(order)]


@program(
    scipy.linalg.lu_solve,
    at=[(scipy.linalg.lu_factor(_A[::-1]), _X), (scipy.linalg.lu_factor(_A[::-1]), _T, 1)],
)
def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The solution by two triangular ones"""
    lu, piv = lu_and_piv
    order = order_of_pivots(piv)
    if trans == 0:
        y = scipy.linalg.solve_triangular(lu, b[order], lower=True, unit_diagonal=True)
        return scipy.linalg.solve_triangular(lu, y)
    y = scipy.linalg.solve_triangular(lu, b, trans=trans)
    y = scipy.linalg.solve_triangular(lu, y, trans=trans, lower=True, unit_diagonal=True)
    return y[np.argsort(order)]


def lu_tangent(a_dot, a, *, out):
    p, lower, upper = out
    changed = lu_change(np.matmul(transposed(p), a_dot), np.tril(lower, -1) + upper)
    return np.zeros_like(p), np.tril(changed, -1), np.triu(changed)


@adjoint(scipy.linalg.lu, tangent=lu_tangent, at=[_A, _A[::-1]], outputs=3)
def lu(out_bar, a, *, out):
    """As `lu_factor`, in three parts"""
    packed_bar = np.tril(out_bar[1], -1) + np.triu(out_bar[2])
    return np.matmul(out[0], lu_back(packed_bar, np.tril(out[1], -1) + out[2]))
