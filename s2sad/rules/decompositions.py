"""Decompositions, and what is solved by them: least squares, pseudo-inverses.

Their formulas are those of Giles, "An extended collection of matrix derivative results for forward and reverse mode
automatic differentiation" (2008), of Walter & Lehmann, "Algorithmic differentiation of linear algebra functions"
(2010) for QR, and of Wan & Zhang (2019) for complex singular vectors. Where eigenvalues or singular values are equal,
their vectors have no derivative: what depends on them gets a value that is no number, all other is finite.
"""

import numpy as np

from s2sad.rules.declare import Sample, adjoint, linear, nondifferentiable, present, program
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.linalg import (
    conjugate,
    divided,
    from_triangle,
    gaps,
    least_squares,
    lower_half,
    lstsq_cutoff,
    on_diagonal,
    per_column,
    product_of_three,
    qr_by,
    qr_change,
    singular_values,
    svd_by,
    svd_change,
    times_turned,
    to_triangle,
    transposed,
    turned,
)
from s2sad.runtime.refusals import NoDerivative

_X = np.array([0.3, -1.2])
_V = np.array([0.3, -1.2, 2.0])
_A = np.array([[2.0, 0.3], [0.7, -1.5]])
_T = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_B = np.stack([_A, _A.T + 0.1])
_C = np.arange(1.0, 25.0).reshape(2, 4, 3) % 5.0 / 7.0
_SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
_P = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, -0.2], [0.1, -0.2, 3.0]])
_Z = _A + 1j * np.array([[0.5, 0.2], [-0.3, 1.0]])
_ZT = _T + 1j * _T[::-1] ** 2
_ZP = _P + 1j * np.array([[0.0, 0.2, 0.1], [-0.2, 0.0, 0.3], [-0.1, -0.3, 0.0]])
CUTOFF = nondifferentiable("number", lstsq_cutoff)
_TRIANGLES = [_P, np.stack([_P, 2.0 * _P]), _P + np.triu(_P)]

# ------------------------------------------------------------------------------------------------- positive definite


def cholesky_tangent(a_dot, a, *, upper=False, out):
    factor = turned(out) if upper else out
    inverse = np.linalg.inv(factor)
    inner = np.matmul(np.matmul(inverse, from_triangle(a_dot, upper)), turned(inverse))
    change = np.matmul(factor, lower_half(inner))
    return turned(change) if upper else change


@adjoint(np.linalg.cholesky, tangent=cholesky_tangent, at=[*_TRIANGLES, _ZP])
def cholesky(out_bar, a, *, upper=False, out):
    """dL = L low(inv(L) da inv(L).T), with half of the diagonal; only one triangle of a is read"""
    factor = turned(out) if upper else out
    factor_bar = transposed(out_bar) if upper else conjugate(out_bar)
    inverse = np.linalg.inv(factor)
    inner = lower_half(np.matmul(turned(factor), factor_bar))
    whole = np.matmul(np.matmul(turned(inverse), inner), inverse)
    return conjugate(to_triangle((whole + turned(whole)) / 2.0, upper))


# ------------------------------------------------------------------------------------------------------- eigenvalues


def eigh_tangent(a_dot, a, UPLO="L", *, out):
    w, v = out
    inner = np.matmul(np.matmul(turned(v), from_triangle(a_dot, UPLO == "U")), v)
    return np.copy(np.real(np.diagonal(inner, 0, -2, -1))), np.matmul(v, divided(inner, gaps(w)))


@adjoint(
    np.linalg.eigh,
    tangent=eigh_tangent,
    at=[*_TRIANGLES, (_P + np.triu(_P), "U"), Sample((_P,), {"UPLO": "L"})],
    outputs=2,
)
def eigh(out_bar, a, UPLO="L", *, out):
    """dw = diag(v.T da v), dv = v (v.T da v / (w_j - w_i)); only one triangle of a is read"""
    w, v = out
    inner = divided(np.matmul(turned(v), conjugate(out_bar[1])), gaps(w)) + on_diagonal(out_bar[0])
    whole = np.matmul(np.matmul(v, inner), turned(v))
    return conjugate(to_triangle((whole + turned(whole)) / 2.0, UPLO == "U"))


def eigvalsh_tangent(a_dot, a, UPLO="L", *, out):
    v = np.linalg.eigh(a, UPLO)[1]
    return np.real(np.sum(conjugate(v) * np.matmul(from_triangle(a_dot, UPLO == "U"), v), axis=-2))


@adjoint(
    np.linalg.eigvalsh, tangent=eigvalsh_tangent, at=[*_TRIANGLES, (_P + np.triu(_P), "U"), _ZP], real=True
)
def eigvalsh(out_bar, a, UPLO="L", *, out):
    """dw = diag(v.T da v)"""
    v = np.linalg.eigh(a, UPLO)[1]
    whole = np.matmul(v * np.expand_dims(out_bar, -2), turned(v))
    return conjugate(to_triangle(whole, UPLO == "U"))


def eig_tangent(a_dot, a, *, out):
    w, v = out
    inner = np.linalg.solve(v, np.matmul(a_dot, v))
    v_dot = np.matmul(v, divided(inner, gaps(w)))
    along = np.sum(conjugate(v) * v_dot, axis=-2, keepdims=True)
    return np.copy(np.diagonal(inner, 0, -2, -1)), v_dot - v * along


@adjoint(np.linalg.eig, tangent=eig_tangent, at=[_P, _A, _B], outputs=2)
def eig(out_bar, a, *, out):
    """dw = diag(inv(v) da v), and vectors of length 1 (Boeddeker et al. 2017), whose phase stays as it is"""
    w, v = out
    v_bar = out_bar[1] - conjugate(v) * np.sum(v * out_bar[1], axis=-2, keepdims=True)
    inner = divided(np.matmul(transposed(v), v_bar), gaps(w)) + on_diagonal(out_bar[0])
    return np.linalg.solve(transposed(v), np.matmul(inner, transposed(v)))


def eigvals_tangent(a_dot, a, *, out):
    v = np.linalg.eig(a)[1]
    return np.copy(np.diagonal(np.linalg.solve(v, np.matmul(a_dot, v)), 0, -2, -1))


@adjoint(np.linalg.eigvals, tangent=eigvals_tangent, at=[_P, _A, _B, np.array([[1.0, -2.0], [0.5, 0.3]]), _Z])
def eigvals(out_bar, a, *, out):
    """dw = diag(inv(v) da v)"""
    v = np.linalg.eig(a)[1]
    return np.linalg.solve(transposed(v), np.expand_dims(out_bar, -1) * transposed(v))


# --------------------------------------------------------------------------------------------------- singular values


def svd_tangent(a_dot, a, full_matrices=True, *, out):
    u, s, vh = out
    u_dot, s_dot, vh_dot = svd_change(a_dot, u, s, vh)
    return u_dot, s_dot, vh_dot


@adjoint(
    np.linalg.svd,
    tangent=svd_tangent,
    at=[_A, _B, (_T, False), (_T.T, False), Sample((_C,), {"full_matrices": False})],
    outputs=3,
)
def svd(out_bar, a, full_matrices=True, *, out):
    """ds = diag(u.T da v), and vectors that turn by what is beside the diagonal over s_j² - s_i²"""
    u_bar, s_bar, vh_bar = out_bar
    u, s, vh = out
    return svd_by(u_bar, s_bar, vh_bar, u, s, vh)


@program(np.linalg.svd, at=[Sample((_T,), {"compute_uv": False}), Sample((_T, False), {"compute_uv": True})])
def svd_or_values(a, full_matrices=True, *, compute_uv):
    """With vectors or without"""
    return np.linalg.svd(a, full_matrices) if compute_uv else singular_values(a)


@program(np.linalg.svd, at=[(_T, False, False), (_T, False, True)])
def svd_or_values_by_position(a, full_matrices, compute_uv):
    """With vectors or without"""
    return np.linalg.svd(a, full_matrices) if compute_uv else singular_values(a)


def singular_values_tangent(a_dot, a, *, out):
    u, s, vh = np.linalg.svd(a, False)
    return np.real(np.sum(np.matmul(turned(u), a_dot) * conjugate(vh), axis=-1))


@adjoint(
    singular_values,
    *present(np.linalg, "svdvals"),
    tangent=singular_values_tangent,
    at=[_T, _C, _ZT, _P],
    real=True,
)
def singular_values_(out_bar, x, *, out):
    """ds = diag(u.T da v)"""
    u, s, vh = np.linalg.svd(x, False)
    return conjugate(np.matmul(u * np.expand_dims(out_bar, -2), vh))


# ---------------------------------------------------------------------------------------- orthogonal and triangular


def qr_tangent(a_dot, a, *, out):
    q, r = out
    q_dot, r_dot = qr_change(a_dot, a, q, r)
    return q_dot, r_dot


@adjoint(
    np.linalg.qr,
    tangent=qr_tangent,
    at=[_A, _T, _T.T, _B, _C, _ZT],
    outputs=2,
)
def qr(out_bar, a, *, out):
    """Of a matrix whose first columns are of full rank"""
    q_bar, r_bar = out_bar
    q, r = out
    return qr_by(q_bar, r_bar, a, q, r)


@program(np.linalg.qr, at=[(_T, "reduced"), (_A, "complete"), (_T, "r"), Sample((_C,), {"mode": "r"})])
def qr_by_mode(a, mode):
    """Both factors, or the triangular one alone"""
    if mode == "r":
        return np.linalg.qr(a)[1]
    if mode != "reduced" and (mode != "complete" or np.shape(a)[-2] > np.shape(a)[-1]):
        raise NoDerivative(
            "np.linalg.qr has a derivative with mode reduced or r, and with complete if there are no more rows than columns"
        )
    return np.linalg.qr(a)


# ----------------------------------------------------------------------------------------------------- least squares


def pinv_tangent(a_dot, a, rcond=None, *, rtol=None, out):
    flipped, back = turned(a_dot), turned(out)
    by_rows = product_of_three(out, back, flipped)
    by_columns = product_of_three(flipped, back, out)
    across = by_rows - product_of_three(by_rows, a, out) + by_columns - product_of_three(out, a, by_columns)
    return across - product_of_three(out, a_dot, out)


@adjoint(
    np.linalg.pinv,
    tangent=pinv_tangent,
    at=[_T, _T.T, _A, _B, _C, _ZT, _ZT.T, (_T, 1e-10), Sample((_T,), {"rcond": 1e-10})],
)
def pinv(out_bar, a, rcond=None, *, rtol=None, out):
    """Golub & Pereyra, "The differentiation of pseudo-inverses" (1973), for a matrix of constant rank"""
    flipped, back = transposed(out_bar), turned(out)
    by_rows = product_of_three(flipped, out, back)
    by_columns = product_of_three(back, out, flipped)
    across = by_rows - product_of_three(a, out, by_rows) + by_columns - product_of_three(by_columns, out, a)
    return conjugate(across) - product_of_three(transposed(out), out_bar, transposed(out))


@program(
    np.linalg.lstsq, at=[(_T, _V), (_T, _C[0, :3]), (_T.T, _X), (_A, _X), (_SINGULAR, _X), (_T, _V, 1e-10)]
)
def lstsq(a, b, rcond=None):
    """The singular values are found on their own: most callers do without them"""
    x, residuals, rank = least_squares(a, b, rcond)
    return x, residuals, rank, np.linalg.svd(a, compute_uv=False)


def least_squares_tangent(a_dot, b_dot, a, b, rcond, *, out):
    x, inverse = out[0], np.linalg.pinv(a, lstsq_cutoff(a, rcond))
    rest = b - np.matmul(a, x)
    across = np.matmul(turned(a_dot), np.matmul(turned(inverse), x))
    by_a = np.matmul(
        inverse, np.matmul(turned(inverse), np.matmul(turned(a_dot), rest)) - np.matmul(a_dot, x)
    )
    x_dot = by_a + across - np.matmul(inverse, np.matmul(a, across))
    rest_by_a = np.real(np.sum(conjugate(rest) * np.matmul(a_dot, x), axis=0))
    rest_by_b = np.real(np.sum(conjugate(rest) * b_dot, axis=0))
    some = np.zeros_like(out[1])
    return (x_dot, some - 2.0 * np.ravel(rest_by_a)[: np.size(some)], 0), (
        np.matmul(inverse, b_dot),
        some + 2.0 * np.ravel(rest_by_b)[: np.size(some)],
        0,
    )


@adjoint(
    least_squares,
    tangent=least_squares_tangent,
    at=[(_T, _V, None), (_T, _C[0, :3], None), (_T.T, _X, None), (_A, _X, None), (_ZT, _ZT[:, :1], None)],
    wrt=("a", "b"),
    outputs=3,
)
def least_squares_(out_bar, a, b, rcond, *, out):
    """d pinv(a) b, of Golub & Pereyra; what is left is orthogonal to its change"""
    x, inverse = out[0], np.linalg.pinv(a, lstsq_cutoff(a, rcond))
    rest = b - np.matmul(a, x)
    x_bar = conjugate(out_bar[0])
    outside = x_bar - np.matmul(inverse, np.matmul(a, x_bar))
    inside = np.matmul(turned(inverse), x_bar)
    weighted = 2.0 * rest * per_column(out_bar[1], x)
    a_bar = times_turned(rest, np.matmul(inverse, inside)) - times_turned(inside + weighted, x)
    a_bar = a_bar + times_turned(np.matmul(turned(inverse), x), outside)
    return conjugate(a_bar), conjugate(inside + weighted)


# -------------------------------------------------------------------------------------------------- parts of a matrix


@linear(per_column, at=[(_X, _T), (_X[:0], _T), (_X[:1], _V)], wrt=("amount",), flat=("x",))
def per_column_(out_bar, amount, x):
    """Nothing where there is nothing"""
    return np.reshape(np.ravel(out_bar)[: np.size(amount)], np.shape(amount))


@linear(transposed, at=[_T, _ZT, _B])
def transposed_(out_bar, a):
    """d a.T = da.T"""
    return transposed(out_bar)


@linear(conjugate, at=[_T, _ZT])
def conjugate_(out_bar, a):
    """d conj(a) = conj(da)"""
    return conjugate(out_bar)


@linear(turned, at=[_T, _ZT, _B])
def turned_(out_bar, a):
    """d conj(a.T) = conj(da.T)"""
    return turned(out_bar)


@linear(lower_half, at=[_P, _ZP])
def lower_half_(out_bar, a):
    """A diagonal matrix, if items are in a row"""
    return lower_half(out_bar)


@linear(on_diagonal, at=[_V, _T])
def on_diagonal_(out_bar, values):
    """d diag(a) = diag(da)"""
    return np.diagonal(out_bar, 0, -2, -1)


@linear(from_triangle, at=[(_A, False), (_A, True), (_Z, False)], wrt=("a",))
def from_triangle_(out_bar, a, upper):
    """What stands on both sides of the diagonal is added up"""
    return conjugate(to_triangle(conjugate(out_bar), upper))


@linear(to_triangle, at=[(_A, False), (_A, True), (_Z, False)], wrt=("gradient",))
def to_triangle_(out_bar, gradient, upper):
    """One triangle goes to both"""
    return conjugate(from_triangle(conjugate(out_bar), upper))


def divided_tangent(x_dot, y_dot, x, y, *, out):
    return divided(x_dot, y), -divided(out * y_dot, y)


@adjoint(divided, tangent=divided_tangent, at=[(_A, _A + 0.1), (_B, _A), (0.0 * _A, _A)])
def divided_(out_bar, x, y, *, out):
    """d(x / y) = dx / y - (x / y) dy / y"""
    amount = divided(out_bar, y)
    return unbroadcast(amount, x), -unbroadcast(divided(out_bar * out, y), y)
