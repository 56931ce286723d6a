"""`scipy.sparse.linalg`: linear systems by factors and by iterations, and eigenvalues; the matrix keeps its pattern."""

import numpy as np
from scipy.sparse import linalg

from s2sad.rules.declare import adjoint, linear, nondifferentiable, present, program, refused, stand_in
from s2sad.runtime.operands import is_sparse
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import in_form_of, root_of
from s2sad.runtime.sparse_matrices import SparseArray
from s2sad.runtime.sparse_operators import Operator, applied
from s2sad.runtime.sparse_patterns import outer_at, product, stored_in
from s2sad.runtime.sparse_places import by_places, dense_of, empty_pattern, everywhere, pattern_of, values_of
from s2sad.runtime.sparse_solvers import (
    LU,
    border_of,
    bordered,
    bordered_values,
    eigenpair,
    eigenpairs,
    eigenpairs_of_two,
    factors_of,
    given_factors,
    solved,
)

_PATTERN = by_places([0, 0, 1, 2, 2, 0], [0, 2, 1, 0, 2, 2], (3, 3))
_V = np.array([2.3, -1.2, 2.0, 0.7, 1.1, -0.4])
_X = np.array([0.5, 1.5, -0.7])
_B = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.1]])
_FACTORS = factors_of(_V, _PATTERN)

CONSTANT = nondifferentiable(
    "number",
    factors_of,
    eigenpairs,
    eigenpairs_of_two,
    bordered,
    border_of,
    given_factors,
)


def solved_tangent(values_dot, b_dot, values, b, pattern, factors, turned, *, out):
    side = pattern.turned if turned else pattern
    return (
        -solved(values, product(values_dot, out, side), pattern, factors, turned),
        solved(values, b_dot, pattern, factors, turned),
    )


@adjoint(
    solved,
    tangent=solved_tangent,
    at=[(_V, _X, _PATTERN, _FACTORS, False), (_V, _B, _PATTERN, _FACTORS, True)],
    wrt=("values", "b"),
)
def solved_(out_bar, values, b, pattern, factors, turned, *, out):
    """A dx = db - dA x; the cotangent of A is -y x^T where A has numbers, of A^T y = dx"""
    b_bar = solved(values, out_bar, pattern, factors, not turned)
    return -outer_at(b_bar, out, pattern.turned if turned else pattern), b_bar


def as_system(A) -> SparseArray:
    """The matrix of a system: a sparse one, or a dense one in the pattern of all places."""
    if isinstance(A, SparseArray):
        return A
    if is_sparse(A):
        return SparseArray(values_of(A), pattern_of(A))
    dense = dense_of(A)
    pattern = everywhere(np.shape(dense), "coo")
    return SparseArray(stored_in(dense, pattern), pattern)


def as_side(b):
    if isinstance(b, SparseArray):
        raise NoDerivative("a sparse right-hand side is not differentiated: pass b.toarray()")
    return np.asarray(b)


def decomposed(A, permc_spec=None, options=None) -> LU:
    system = as_system(A)
    factors = factors_of(system.values, system.pattern, permc_spec, options)
    return LU(system.values, system.pattern, factors)


@program(linalg.spsolve, at=[])
def spsolve(A, b, permc_spec=None, use_umfpack=True):
    """A dx = db - dA x; the cotangent of A has its pattern"""
    side = as_side(b)
    if np.ndim(side) == 2:
        found = decomposed(A, permc_spec).solve(side)
        return np.ravel(found) if np.shape(found)[1] == 1 else found
    return decomposed(A, permc_spec).solve(side)


@program(linalg.splu, linalg.factorized, at=[])
def splu(A, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options=None):
    """Factors, of which solutions are differentiated: as `spsolve`"""
    return decomposed(A, permc_spec)


@stand_in(linalg.SuperLU)
def super_lu(found):
    """Factors of a matrix that doesn't vary"""
    return LU(np.zeros(0), empty_pattern(found.shape), given_factors(found))


@program(linalg.spsolve_triangular, at=[])
def spsolve_triangular(A, b, lower=True, overwrite_A=False, overwrite_b=False, unit_diagonal=False):
    """As `spsolve`, with a triangle"""
    if unit_diagonal:
        raise NoDerivative("unit_diagonal=True is not differentiated: put ones on the diagonal")
    return decomposed(A, "NATURAL").solve(as_side(b))


@program(linalg.LinearOperator, at=[])
def linear_operator(shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None):
    """A matrix by its products"""
    return Operator(shape, matvec, rmatvec)


@program(linalg.aslinearoperator, at=[])
def as_linear_operator(A):
    """A matrix by its products"""
    return Operator(A.shape, lambda x: A @ x, lambda x: A.T @ x)


@stand_in(linalg.LinearOperator)
def given_operator(found):
    """An operator that doesn't vary; the transpose has to have its products too"""
    return Operator(found.shape, lambda x: applied(x, found, False), lambda x: applied(x, found, True))


@linear(applied, at=[], wrt=("x",))
def applied_(out_bar, x, found, turned):
    """The product with the transpose"""
    return applied(out_bar, found, not turned)


# -------------------------------------------------------------------------------------------------------- eigenvalues


def eigenpair_tangent(values_dot, values, pair, pattern, *, out):
    change = np.append(product(values_dot, out[:-1], pattern), 0.0)
    return -solved(
        bordered_values(values, out), change, bordered(pattern), border_of(values, out, pattern), False
    )


@adjoint(eigenpair, tangent=eigenpair_tangent, at=[], wrt=("values",))
def eigenpair_(out_bar, values, pair, pattern, *, out):
    """(A - w) dv - v dw = -dA v, v^T dv = 0"""
    factors = border_of(values, out, pattern)
    y = solved(bordered_values(values, out), out_bar, bordered(pattern), factors, True)
    return -outer_at(y[:-1], out[:-1], pattern)


def of_two_matrices(A, M, options, return_eigenvectors):
    """A v = w M v, v^T M v = 1"""
    one, other = as_system(A), as_system(M)
    values, pattern, lengths, other_pattern = one.values, one.pattern, other.values, other.pattern
    found = eigenpairs_of_two(values, pattern, lengths, other_pattern, options)
    numbers, vectors = in_form_of(found[0], [0.0]), in_form_of(found[1], [[0.0]])
    count = np.shape(vectors)[0]

    def equations(pair):
        v, w = pair[:count], pair[count]
        image = product(lengths, v, other_pattern)
        return np.append(product(values, v, pattern) - w * image, 0.5 * (np.dot(v, image) - 1.0))

    pairs = np.stack([root_of(equations, np.append(vectors[:, i], numbers[i])) for i in range(len(numbers))])
    return (pairs[:, -1], np.transpose(pairs[:, :-1])) if return_eigenvectors else pairs[:, -1]


@program(linalg.eigsh, at=[])
def eigsh(
    A, k=6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True,
    Minv=None, OPinv=None, mode="normal", rng=None,
):  # fmt: skip
    """(A - w) dv - v dw = -dA v, v^T dv = 0: simple eigenvalues"""
    options = {
        "k": k,
        "sigma": sigma,
        "which": which,
        "v0": v0,
        "ncv": ncv,
        "maxiter": maxiter,
        "tol": tol,
        "mode": mode,
    }
    if M is not None:
        return of_two_matrices(A, M, options, return_eigenvectors)
    system = as_system(A)
    found = eigenpairs(system.values, system.pattern, options)
    numbers, vectors = in_form_of(found[0], [0.0]), in_form_of(found[1], [[0.0]])
    pairs = np.stack(
        [
            eigenpair(system.values, np.append(vectors[:, i], numbers[i]), system.pattern)
            for i in range(len(numbers))
        ]
    )
    return (pairs[:, -1], np.transpose(pairs[:, :-1])) if return_eigenvectors else pairs[:, -1]


@program(linalg.norm, at=[])
def norm(x, ord=None, axis=None):
    """Frobenius' norm, and the largest sum of a column or a row; along an axis the length of each"""
    plain = as_system(x).summed_up()
    if axis is None:
        if ord == 1:
            return np.max(abs(plain).sum_along(0))
        if ord == np.inf:
            return np.max(abs(plain).sum_along(1))
        if ord not in (None, "fro"):
            raise NoDerivative("a norm of a sparse matrix has a derivative with ord=None, 'fro', 1 or np.inf")
        return np.linalg.norm(plain.values)
    if np.ndim(axis) != 0 or ord not in (None, 1, 2):
        raise NoDerivative("norms along an axis of a sparse matrix have a derivative with ord=None, 1 or 2")
    if ord == 1:
        return abs(plain).sum_along(axis)
    return np.sqrt(type(plain)(plain.values**2, plain.pattern).sum_along(axis))


REFUSED = refused(
    *present(
        linalg,
        "inv spilu eigs expm expm_multiply funm_multiply_krylov onenormest",
    ),
    reason="this function of a sparse matrix that varies has no derivative here",
    hint="use spsolve, splu, cg, gmres, bicgstab, lsqr, svds or eigsh; pass a preconditioner that doesn't vary",
)
