"""`scipy.sparse.linalg`: least squares, and singular values; the matrix keeps its pattern."""

import numpy as np
from scipy.sparse import linalg

from s2sad.rules.declare import nondifferentiable, partials, program
from s2sad.rules.scipy_sparse_linalg import as_side, as_system
from s2sad.runtime.operations import unmoved
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import in_form_of
from s2sad.runtime.sparse_patterns import product
from s2sad.runtime.sparse_solvers import (
    augmented,
    begun,
    eigenpair,
    embedded,
    estimate_by_solver,
    factors_of,
    solved,
    triplets,
)

CONSTANT = nondifferentiable("number", triplets, augmented, embedded)


def fitted(found, A, b, damp):
    """The solution of A^T (b - A x) = damp^2 x, as a part of that of a system with the pattern of A."""
    rows, columns = A.pattern.shape
    own = 1.0 * A.values
    values = 1.0 * np.concatenate([np.ones(rows), own, own, -damp * damp * np.ones(columns)])
    pattern = augmented(A.pattern)
    sides = 1.0 * np.concatenate([1.0 * b, np.zeros(columns)])
    exact = solved(values, sides, pattern, factors_of(values, pattern), False)[rows:]
    return in_form_of(found, [0.0]) + (exact - unmoved(exact))


def lengths(x, system, side, damp):
    """The length of what is left, of that with what damping counts, and of the solution."""
    rest = side - product(system.values, x, system.pattern)
    squares, own = np.sum(rest * rest), np.sum(x * x)
    return np.sqrt(squares), np.sqrt(squares + damp * damp * own), np.sqrt(own)


def beside(found, exact):
    """The number that was found, with the derivative of an exact one."""
    return in_form_of(found, 0.0) + (exact - unmoved(exact))


def guess(found, source):
    return estimate_by_solver(in_form_of(found, 0.0), source)


@partials(estimate_by_solver, at=[])
def estimate_by_solver_(xp, value, system, *, out):
    """No derivative is known of an estimate"""
    return 0.0, None


@program(linalg.lsqr, at=[], stand_ins=True)
def lsqr(
    A, b, damp=0.0, atol=1e-06, btol=1e-06, conlim=1e8, iter_lim=None, show=False, calc_var=False, x0=None
):  # fmt: skip
    """A^T (A dx) = dA^T r - A^T dA x + A^T db"""
    system, side = as_system(A), as_side(b)
    options = {"damp": damp, "atol": atol, "btol": btol, "conlim": conlim, "iter_lim": iter_lim, "show": show}
    more = {**options, "calc_var": calc_var, "x0": x0}
    found = begun(system.values, side, system.pattern, "lsqr", more)
    x = fitted(found[0], system, side, damp)
    left, whole, length = lengths(x, system, side, damp)
    first, second = beside(found[3], left), beside(found[4], whole)
    scale, condition = guess(found[5], length), guess(found[6], length)
    slope = guess(found[7], length)
    return x, found[1], found[2], first, second, scale, condition, slope, beside(found[8], length), found[9]


@program(linalg.lsmr, at=[], stand_ins=True)
def lsmr(A, b, damp=0.0, atol=1e-06, btol=1e-06, conlim=1e8, maxiter=None, show=False, x0=None):
    """As `lsqr`"""
    system, side = as_system(A), as_side(b)
    options = {"damp": damp, "atol": atol, "btol": btol, "conlim": conlim, "maxiter": maxiter, "show": show}
    found = begun(system.values, side, system.pattern, "lsmr", {**options, "x0": x0})
    x = fitted(found[0], system, side, damp)
    _, whole, length = lengths(x, system, side, damp)
    slope, scale = guess(found[4], length), guess(found[5], length)
    condition = guess(found[6], length)
    return x, found[1], found[2], beside(found[3], whole), slope, scale, condition, beside(found[7], length)


@program(linalg.svds, at=[])
def svds(
    A, k=6, ncv=None, tol=0, which="LM", v0=None, maxiter=None, return_singular_vectors=True, solver="arpack",
    rng=None, options=None,
):  # fmt: skip
    """An eigenvalue of [[0, A], [A^T, 0]], whose vector is u above v"""
    if isinstance(return_singular_vectors, str):
        raise NoDerivative("svds has a derivative with return_singular_vectors=True or False")
    given = as_system(A)
    rows = given.pattern.shape[0]
    values, pattern = np.concatenate([given.values, given.values]), embedded(given.pattern)
    chosen = {
        "k": k,
        "ncv": ncv,
        "tol": tol,
        "which": which,
        "v0": v0,
        "maxiter": maxiter,
        "solver": solver,
        "options": options,
    }
    found = triplets(given.values, given.pattern, chosen)
    u, s, vt = in_form_of(found[0], [[0.0]]), in_form_of(found[1], [0.0]), in_form_of(found[2], [[0.0]])
    half = np.sqrt(0.5)
    pairs = np.stack(
        [
            eigenpair(values, np.concatenate([half * u[:, i], half * vt[i], s[i : i + 1]]), pattern)
            for i in range(len(s))
        ]
    )
    if not return_singular_vectors:
        return pairs[:, -1]
    return np.transpose(pairs[:, :rows]) / half, pairs[:, -1], pairs[:, rows:-1] / half
