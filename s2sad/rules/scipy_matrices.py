"""`scipy.linalg`: functions of matrices, matrix equations, banded systems, matrices made of vectors."""

import numpy as np
import scipy.linalg

from s2sad.rules.declare import Sample, adjoint, bilinear, linear, nondifferentiable, present, program
from s2sad.runtime.linalg import transposed
from s2sad.runtime.scipy_linalg import (
    band_outer,
    banded_product,
    corner,
    doubled,
    expm_change,
    transposed_bands,
)

_X = np.array([0.3, -1.2, 0.8])
_A = np.array([[2.0, 0.3, -0.5], [0.7, 1.5, 0.2], [-0.1, 0.6, 3.0]])
_S = np.array([[2.0, 0.3, -0.5], [0.3, 1.5, 0.2], [-0.5, 0.2, 3.0]])
_T = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_BANDS = np.array([[0.0, 0.3, -0.5, 0.4], [2.0, 1.5, 3.0, -2.5], [0.7, 0.6, 0.2, 0.0], [0.1, -0.4, 0.0, 0.0]])
_DEFINITE = np.array([[0.0, 0.3, -0.5, 0.4], [2.0, 1.5, 3.0, 2.5]])
_COLUMNS = np.array([[0.3, 1.0], [-1.2, 0.4], [2.0, -0.7], [0.7, 0.2]])
_WITHOUT = nondifferentiable("number", *present(scipy.linalg, "bandwidth ishermitian issymmetric"))

# ----------------------------------------------------------------------------------------- functions of matrices


def expm_tangent(a_dot, A, *, out):
    return expm_change(A, a_dot)


@adjoint(scipy.linalg.expm, tangent=expm_tangent, at=[_A, 0.1 * _A, np.stack([_A, -_A])])
def expm(out_bar, A, *, out):
    """d expm(A) along dA (Higham, "Functions of Matrices", section 10.6); the adjoint is that of the transposed"""
    return expm_change(transposed(A), out_bar)


def expm_change_tangent(a_dot, e_dot, a, e, *, out):
    both = doubled(a_dot, np.zeros_like(a_dot))
    return corner(expm_change(doubled(a, e), both)), expm_change(a, e_dot)


@adjoint(
    expm_change,
    tangent=expm_change_tangent,
    at=[(_A, 0.5 * _A.T), (np.stack([_A, -_A]), np.stack([_A, _A]))],
)
def expm_change_(out_bar, a, e, *, out):
    """The second derivative of the exponential, as the first one of a matrix twice as large"""
    both = doubled(out_bar, np.zeros_like(out_bar))
    by_a = corner(expm_change(doubled(transposed(a), transposed(e)), both))
    return by_a, expm_change(transposed(a), out_bar)


@program(scipy.linalg.expm_frechet, at=[Sample((_A, 0.5 * _A.T), {"compute_expm": False})])
def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    """The derivative of an exponential, after the exponential itself"""
    change = corner(scipy.linalg.expm(doubled(A, E)))
    if compute_expm:
        return scipy.linalg.expm(A), change
    return change


def logm_tangent(a_dot, A, *, out):
    return corner(scipy.linalg.logm(doubled(A, a_dot)))


@adjoint(scipy.linalg.logm, tangent=logm_tangent, at=[_A])
def logm(out_bar, A, *, out):
    """The corner of the logarithm of [[A, dA], [0, A]]"""
    return corner(scipy.linalg.logm(doubled(transposed(A), out_bar)))


def sqrtm_tangent(a_dot, A, *, out):
    return scipy.linalg.solve_sylvester(out, out, a_dot)


@adjoint(scipy.linalg.sqrtm, tangent=sqrtm_tangent, at=[_A])
def sqrtm(out_bar, A, *, out):
    """S dS + dS S = dA"""
    return scipy.linalg.solve_sylvester(transposed(out), transposed(out), out_bar)


def sinm_tangent(a_dot, A, *, out):
    return corner(scipy.linalg.sinm(doubled(A, a_dot)))


@adjoint(scipy.linalg.sinm, tangent=sinm_tangent, at=[_A])
def sinm(out_bar, A, *, out):
    """The corner of the sine of [[A, dA], [0, A]]"""
    return corner(scipy.linalg.sinm(doubled(transposed(A), out_bar)))


def cosm_tangent(a_dot, A, *, out):
    return corner(scipy.linalg.cosm(doubled(A, a_dot)))


@adjoint(scipy.linalg.cosm, tangent=cosm_tangent, at=[_A])
def cosm(out_bar, A, *, out):
    """The corner of the cosine of [[A, dA], [0, A]]"""
    return corner(scipy.linalg.cosm(doubled(transposed(A), out_bar)))


# ---------------------------------------------------------------------------------------------- matrix equations


def sylvester_tangent(a_dot, b_dot, q_dot, a, b, q, *, out):
    return (
        -scipy.linalg.solve_sylvester(a, b, np.matmul(a_dot, out)),
        -scipy.linalg.solve_sylvester(a, b, np.matmul(out, b_dot)),
        scipy.linalg.solve_sylvester(a, b, q_dot),
    )


@adjoint(scipy.linalg.solve_sylvester, tangent=sylvester_tangent, at=[(_A, _A.T, _A), (_A, _A[:2, :2], _T)])
def solve_sylvester(out_bar, a, b, q, *, out):
    """a dX + dX b = dq - da X - X db"""
    q_bar = scipy.linalg.solve_sylvester(transposed(a), transposed(b), out_bar)
    return -np.matmul(q_bar, transposed(out)), -np.matmul(transposed(out), q_bar), q_bar


@program(*present(scipy.linalg, "solve_continuous_lyapunov solve_lyapunov"), at=[(_A, _A @ _A.T)])
def solve_continuous_lyapunov(a, q):
    """Sylvester's equation with the conjugate transposed"""
    return scipy.linalg.solve_sylvester(a, np.conj(transposed(a)), q)


@program(scipy.linalg.solve_discrete_lyapunov, at=[(0.2 * _A, _A @ _A.T)])
def solve_discrete_lyapunov(a, q):
    """By a bilinear transformation: Gajic & Qureshi, "Lyapunov Matrix Equation in System Stability and Control" """
    unit, conjugate = np.eye(np.shape(a)[0]), np.conj(transposed(a))
    inverse = np.linalg.inv(conjugate + unit)
    b = np.matmul(conjugate - unit, inverse)
    c = 2.0 * np.matmul(np.matmul(np.linalg.inv(a + unit), q), inverse)
    return scipy.linalg.solve_sylvester(np.conj(transposed(b)), b, -c)


# ------------------------------------------------------------------------------------------------------- bands


@bilinear(banded_product, at=[(_BANDS, _COLUMNS[:, 0], 2, 1), (_BANDS, _COLUMNS, 2, 1)], wrt=("ab", "x"))
def banded_product_(out_bar, ab, x, lower, upper):
    """d(A x) = dA x + A dx"""
    return band_outer(out_bar, x, lower, upper), banded_product(
        transposed_bands(ab, lower, upper), out_bar, upper, lower
    )


@bilinear(
    band_outer,
    at=[(_COLUMNS[:, 1], _COLUMNS[:, 0], 2, 1), (_COLUMNS, 2.0 * _COLUMNS, 2, 1)],
    wrt=("y", "x"),
)
def band_outer_(out_bar, y, x, lower, upper):
    """d(y x.T) = dy x.T + y dx.T"""
    return banded_product(out_bar, x, lower, upper), banded_product(
        transposed_bands(out_bar, lower, upper), y, upper, lower
    )


@linear(transposed_bands, at=[(_BANDS, 2, 1)], wrt=("ab",))
def transposed_bands_(out_bar, ab, lower, upper):
    """d A.T = dA.T"""
    return transposed_bands(out_bar, upper, lower)


def banded_tangent(
    ab_dot, b_dot, l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True, *, out
):
    lower, upper = l_and_u
    by_ab = -scipy.linalg.solve_banded((lower, upper), ab, banded_product(ab_dot, out, lower, upper))
    return by_ab, scipy.linalg.solve_banded((lower, upper), ab, b_dot)


@adjoint(
    scipy.linalg.solve_banded,
    tangent=banded_tangent,
    at=[((2, 1), _BANDS, _COLUMNS[:, 0]), ((2, 1), _BANDS, _COLUMNS), ((1, 1), _BANDS[:3], _COLUMNS)],
    wrt=("ab", "b"),
)
def solve_banded(out_bar, l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True, *, out):
    """As `solve`; the adjoint solves with the transposed bands"""
    lower, upper = l_and_u
    b_bar = scipy.linalg.solve_banded((upper, lower), transposed_bands(ab, lower, upper), out_bar)
    return -band_outer(b_bar, out, lower, upper), b_bar


@program(
    scipy.linalg.solveh_banded,
    at=[(_DEFINITE, _COLUMNS[:, 0]), Sample((_DEFINITE[::-1], _COLUMNS), {"lower": True})],
)
def solveh_banded(ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True):
    """`solve_banded` with the bands of both sides"""
    count = np.shape(ab)[0] - 1
    if lower:
        whole = np.concatenate([transposed_bands(ab, count, 0)[:-1], ab])
    else:
        whole = np.concatenate([ab, transposed_bands(ab, 0, count)[1:]])
    return scipy.linalg.solve_banded((count, count), whole, b)


# ------------------------------------------------------------------------------------ matrices made of vectors


@program(scipy.linalg.toeplitz, at=[_X, (_X, _T[:, 0]), (_X, np.array([1.0, 2.0]))])
def toeplitz(c, r=None):
    """The first column and the first row say what stands on each diagonal"""
    first = np.asarray(c)
    row = np.conj(first) if r is None else np.asarray(r)
    values = np.concatenate([row[..., :0:-1], first], axis=-1)
    n, m = np.shape(first)[-1], np.shape(row)[-1]
    return values[..., np.arange(n)[:, None] - np.arange(m) + (m - 1)]


@program(scipy.linalg.circulant, at=[_X])
def circulant(c):
    """Every column is the one before, shifted by one"""
    first = np.asarray(c)
    n = np.shape(first)[-1]
    return first[..., (np.arange(n)[:, None] - np.arange(n)) % n]


@program(scipy.linalg.hankel, at=[_X, (_X, np.array([0.8, 2.0]))])
def hankel(c, r=None):
    """The first column and the last row say what stands on each antidiagonal"""
    first = np.asarray(c)
    row = np.zeros_like(first) if r is None else np.asarray(r)
    values = np.concatenate([first, row[..., 1:]], axis=-1)
    return values[..., np.arange(np.shape(first)[-1])[:, None] + np.arange(np.shape(row)[-1])]


@program(scipy.linalg.solve_toeplitz, at=[((_X, _X), _X), ((_X, _X[::-1] + 0.5), _T), (_X, _T)])
def solve_toeplitz(c_or_cr, b, check_finite=True):
    """The solution with the whole matrix; of a column and a row"""
    if isinstance(c_or_cr, tuple):
        return np.linalg.solve(scipy.linalg.toeplitz(c_or_cr[0], c_or_cr[1]), b)
    return np.linalg.solve(scipy.linalg.toeplitz(c_or_cr), b)


@program(scipy.linalg.matmul_toeplitz, at=[((_X, _X[::-1]), _X), (_X, _T)])
def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    """The product with the whole matrix"""
    if isinstance(c_or_cr, tuple):
        return scipy.linalg.toeplitz(c_or_cr[0], c_or_cr[1]) @ np.asarray(x)
    return scipy.linalg.toeplitz(c_or_cr) @ np.asarray(x)


@program(scipy.linalg.fractional_matrix_power, at=[(_S, 0.3), (_S, 2)])
def fractional_matrix_power(A, t):
    """exp(t log(A))"""
    if t == int(t):
        return np.linalg.matrix_power(np.asarray(A), int(t))
    return scipy.linalg.expm(t * scipy.linalg.logm(A))


@program(scipy.linalg.block_diag, at=[(_A, _T), (_T, 2.0 * _A, _T.T)])
def block_diag(*arrs):
    """Each array between zeros"""
    width = sum([np.shape(a)[1] for a in arrs])
    rows = []
    left = 0
    for a in arrs:
        count = np.shape(a)[1]
        rows.append(np.pad(a, ((0, 0), (left, width - left - count))))
        left += count
    return np.concatenate(rows)
