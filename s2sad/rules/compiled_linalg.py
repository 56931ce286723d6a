"""`scipy.linalg` in compiled derivatives: NumPy's functions, which Numba has, and loops for the others.

Of matrices of real numbers. What SciPy overwrites stays as it is.
"""

import numpy as np
import scipy.linalg

from s2sad.rules.declare import Sample, compiled_program

_X = np.array([0.3, -1.2, 0.8])
_A = np.array([[2.0, 0.3, -0.5], [0.7, -1.5, 0.2], [-0.1, 0.6, 3.0]])
_S = np.array([[2.0, 0.3, -0.5], [0.3, 1.5, 0.2], [-0.5, 0.2, 3.0]])
_T = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_PADE = (
    *(64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0),
    *(
        10559470521600.0,
        670442572800.0,
        33522128640.0,
        1323241920.0,
        40840800.0,
        960960.0,
        16380.0,
        182.0,
        1.0,
    ),
)


@compiled_program(scipy.linalg.inv, at=[_A])
def inv(a, overwrite_a=False, check_finite=True):
    """NumPy's function of the same name"""
    return np.linalg.inv(a)


@compiled_program(scipy.linalg.det, at=[_A])
def det(a, overwrite_a=False, check_finite=True):
    """NumPy's function of the same name"""
    return np.linalg.det(a)


def both_triangles(a, lower):
    """The symmetric matrix of which one triangle is read."""
    if lower:
        return np.tril(a) + np.transpose(np.tril(a, -1))
    return np.triu(a) + np.transpose(np.triu(a, 1))


@compiled_program(
    scipy.linalg.solve,
    at=[
        (_A, _X),
        (_A, _T),
        Sample((_S, _X), {"assume_a": "pos"}),
        Sample((_S, _T), {"assume_a": "sym", "lower": True}),
        Sample((_A, _X), {"transposed": True}),
    ],
)
def solve(
    a,
    b,
    lower=False,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    assume_a=None,
    transposed=False,
):
    """NumPy's function of the same name, of the part of the matrix that is read"""
    matrix = a
    if assume_a in ("pos", "sym", "positive definite", "symmetric", "her", "hermitian"):
        matrix = both_triangles(a, lower)
    elif assume_a == "lower triangular":
        matrix = np.tril(a)
    elif assume_a == "upper triangular":
        matrix = np.triu(a)
    return np.linalg.solve(np.transpose(matrix) if transposed else matrix, b)


@compiled_program(
    scipy.linalg.solve_triangular,
    at=[(_A, _X), (_A, _T, 0, True), (_A, _T, 1, True, True), (_A, _X, "T"), (_A, _T, "N", False, True)],
)
def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
    """The unknowns one after the other"""
    matrix = a if trans == 0 or trans == "N" else np.transpose(a)
    is_lower = lower if trans == 0 or trans == "N" else not lower
    count = np.shape(b)[0]
    x = np.zeros(np.shape(b))
    for k in range(count):
        i = k if is_lower else count - 1 - k
        rest = matrix[i, :i] @ x[:i] if is_lower else matrix[i, i + 1 :] @ x[i + 1 :]
        x[i] = b[i] - rest if unit_diagonal else (b[i] - rest) / matrix[i, i]
    return x


@compiled_program(scipy.linalg.cholesky, at=[_S, (_S, True)])
def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """NumPy's function of the same name, of one triangle"""
    if lower:
        return np.linalg.cholesky(a)
    return np.transpose(np.linalg.cholesky(np.transpose(a)))


@compiled_program(scipy.linalg.cho_factor, at=[])
def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """A factor, and in the other triangle what the matrix has there"""
    if lower:
        return np.linalg.cholesky(a) + np.triu(a, 1), lower
    return np.transpose(np.linalg.cholesky(np.transpose(a))) + np.tril(a, -1), lower


@compiled_program(scipy.linalg.lu_factor, at=[])
def lu_factor(a, overwrite_a=False, check_finite=True):
    """Elimination, with the greatest item of each column as its pivot"""
    lu = np.array(a)
    count = np.shape(a)[0]
    pivots = np.arange(count)
    for k in range(count):
        pivot = k
        for i in range(k + 1, count):
            if abs(lu[i, k]) > abs(lu[pivot, k]):
                pivot = i
        pivots[k] = pivot
        for j in range(count):
            held = lu[k, j]
            lu[k, j] = lu[pivot, j]
            lu[pivot, j] = held
        for i in range(k + 1, count):
            lu[i, k] = lu[i, k] / lu[k, k]
            lu[i, k + 1 :] -= lu[i, k] * lu[k, k + 1 :]
    return lu, pivots


@compiled_program(scipy.linalg.lu_solve, at=[])
def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The rows of the right-hand side in the order of the pivots, and two triangular systems"""
    lu, pivots = lu_and_piv
    count = np.shape(b)[0]
    order = np.arange(count)
    for k in range(count):
        held = order[k]
        order[k] = order[pivots[k]]
        order[pivots[k]] = held
    if trans == 0:
        return scipy.linalg.solve_triangular(
            lu, scipy.linalg.solve_triangular(lu, b[order], 0, True, True), 0, False, False
        )
    y = scipy.linalg.solve_triangular(
        lu, scipy.linalg.solve_triangular(lu, b, 1, False, False), 1, True, True
    )
    x = np.zeros(np.shape(b))
    x[order] = y
    return x


@compiled_program(scipy.linalg.eigh, at=[])
def eigh(a, *, lower=True, eigvals_only=False):
    """NumPy's function of the same name, of one triangle"""
    if eigvals_only:
        return np.linalg.eigvalsh(a if lower else np.transpose(a))
    return np.linalg.eigh(a if lower else np.transpose(a))


@compiled_program(scipy.linalg.expm, at=[0.3 * _A, 4.0 * _A])
def expm(A):
    """Padé's approximation of a part of the exponent, squared: Higham (2005)"""
    largest = np.max(np.sum(np.abs(A), axis=0))
    times = 0
    while largest > 5.371920351148152:
        largest = 0.5 * largest
        times += 1
    b = _PADE
    a = A / 2.0**times
    a2 = a @ a
    a4 = a2 @ a2
    a6 = a4 @ a2
    one = np.eye(np.shape(A)[0])
    odd = a6 @ (b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * one
    even = a6 @ (b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * one
    odd = a @ odd
    result = np.linalg.solve(even - odd, even + odd)
    for _ in range(times):
        result = result @ result
    return result
