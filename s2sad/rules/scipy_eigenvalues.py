"""`scipy.linalg`: eigenvalues of any matrix, of pairs of matrices, of banded ones; parts of them.

Their derivative is that of NumPy's functions; the sign of each vector is the one that SciPy gives it. Eigenvalues have to be
simple.
"""

import numpy as np
import scipy.linalg

from s2sad.rules.declare import Sample, nondifferentiable, present, program, refused
from s2sad.runtime.linalg import symmetric, transposed, turned
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, in_form_of
from s2sad.runtime.scipy_linalg import chosen_part, order_like, signs_of, vectors_found

_A = np.array([[2.0, 0.3, -0.5], [0.7, -1.5, 0.2], [-0.1, 0.6, 3.0]])
_S = np.array([[2.0, 0.3, -0.5], [0.3, 1.5, 0.2], [-0.5, 0.2, 3.0]])
_M = np.array([[1.5, 0.2, 0.1], [0.2, 1.0, -0.3], [0.1, -0.3, 2.0]])
_D, _E = np.array([2.0, 1.5, 3.0]), np.array([0.3, -0.4])
WITHOUT = nondifferentiable("number", chosen_part, order_like, signs_of, vectors_found)


def of_pair(a, b):
    """The eigenvalues of inv(b) a, in SciPy's order."""
    w = np.linalg.eigvals(np.linalg.solve(b, a))
    return (w + 0j)[as_constant(order_like, w, as_constant(scipy.linalg.eigvals, a, b))]


@program(scipy.linalg.eigvals, at=[_A, (_A, _M)])
def eigvals(a, b=None, overwrite_a=False, check_finite=True):
    """dw = diag(inv(v) da v); of a pair of matrices as of inv(b) a"""
    if b is None:
        return np.linalg.eigvals(np.asarray(a)) + 0j
    return of_pair(np.asarray(a), np.asarray(b))


@program(scipy.linalg.eig, at=[Sample((_A,), {"right": False})])
def eig(a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True):
    """As `np.linalg.eig`, whose vectors are complex in newer versions of NumPy"""
    if left or (right and b is not None):
        raise NoDerivative(
            "scipy.linalg.eig has a derivative of eigenvalues, and of the right vectors of one matrix"
        )
    if not right:
        return scipy.linalg.eigvals(a, b)
    w, v = np.linalg.eig(np.asarray(a))
    return w + 0j, v


def upper_or_lower(a, lower):
    """A symmetric matrix, by the triangle that is read."""
    whole = np.asarray(a)
    return symmetric(whole) if lower else transposed(symmetric(transposed(whole)))


def ordered_pairs(a, b, lower, kind):
    """Eigenvalues and vectors; of a pair by Cholesky's factor of the second."""
    if kind != 1:
        raise NoDerivative("scipy.linalg.eigh has a derivative with type=1")
    if b is None:
        return np.linalg.eigh(upper_or_lower(a, lower))
    back = np.linalg.inv(np.linalg.cholesky(upper_or_lower(b, lower)))
    w, y = np.linalg.eigh(symmetric(back @ upper_or_lower(a, lower) @ turned(back)))
    return w, turned(back) @ y


@program(
    scipy.linalg.eigh,
    at=[Sample((_S,), {"subset_by_index": [0, 1], "eigvals_only": True}), Sample((_S, _M), {})],
)
def eigh_of_pair(
    a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True,
    subset_by_index=None, subset_by_value=None, driver=None,
):  # fmt: skip
    """Of a pair by the factor of the second; parts of them"""
    w, v = ordered_pairs(a, b, lower, type)
    kept = as_constant(chosen_part, w, subset_by_index, subset_by_value)
    if eigvals_only:
        return w[kept]
    found = as_constant(vectors_found, a, b, lower, subset_by_index, subset_by_value)
    vectors = v[:, kept]
    return w[kept], vectors * as_constant(signs_of, vectors, in_form_of(found, [[0.0]]))


@program(scipy.linalg.eigvalsh, at=[(_S, _M), Sample((_S,), {"subset_by_index": [1, 2]})])
def eigvalsh_of_pair(
    a, b=None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index=None,
    subset_by_value=None, driver=None,
):  # fmt: skip
    """As `eigh`"""
    w, _ = ordered_pairs(a, b, lower, type)
    return w[as_constant(chosen_part, w, subset_by_index, subset_by_value)]


def tridiagonal(d, e):
    return np.diag(np.asarray(d)) + np.diag(np.asarray(e), 1) + np.diag(np.asarray(e), -1)


@program(scipy.linalg.eigvalsh_tridiagonal, at=[(_D, _E)])
def eigvalsh_tridiagonal(d, e):
    """As `np.linalg.eigvalsh`, of the whole matrix"""
    return np.linalg.eigvalsh(tridiagonal(d, e))


@program(scipy.linalg.eigh_tridiagonal, at=[(_D, _E), (_D, _E, True)])
def eigh_tridiagonal(d, e, eigvals_only=False):
    """As `np.linalg.eigh`, of the whole matrix"""
    whole = tridiagonal(d, e)
    if eigvals_only:
        return np.linalg.eigvalsh(whole)
    w, v = np.linalg.eigh(whole)
    found = as_constant(scipy.linalg.eigh_tridiagonal, d, e)
    return w, v * as_constant(signs_of, v, in_form_of(found[1], [[0.0]]))


REFUSED = refused(
    *present(
        scipy.linalg,
        "schur rsf2csf qz ordqz hessenberg ldl rq qr_multiply cossin funm signm matrix_balance eig_banded eigvals_banded"
        " cholesky_banded cho_solve_banded qr_update qr_insert qr_delete solve_circulant_banded",
    ),
    reason="this decomposition has no derivative here",
    hint="use eig, eigh, svd, qr, lu, cholesky, expm, logm or sqrtm of the whole matrix, or solveh_banded",
)
