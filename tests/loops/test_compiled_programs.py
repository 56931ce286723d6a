"""Functions of NumPy's and SciPy's that are compiled as programs of loops."""

import numpy as np
import pytest

import s2sad

linalg = pytest.importorskip("scipy.linalg")
special = pytest.importorskip("scipy.special")

A = np.array([[0.2, 0.3, -0.5], [0.7, -1.5, 0.2], [-3.1, 0.6, 3.0]])
B = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
X, P = np.array([0.3, -1.2, 0.8]), np.array([0.3, 0.6, 0.8])


def by_triangles(a, b):
    found = linalg.solve_triangular(a, b, lower=True) + linalg.solve_triangular(a, b, 1)
    return np.sum(found**2) + np.sum(linalg.solve_triangular(a, b[:, 0], trans="T", unit_diagonal=True) ** 3)


def likelihood(a, x):
    covariance = a @ a.T + np.eye(3)
    factor = linalg.cho_factor(covariance, lower=True)
    return x @ linalg.cho_solve(factor, x) + 2.0 * np.sum(np.log(np.diag(factor[0])))


def by_pivots(a, x):
    lu = linalg.lu_factor(a)
    return np.sum(linalg.lu_solve(lu, x) ** 2) + linalg.lu_solve(lu, x, trans=1) @ x + linalg.det(a)


def of_a_symmetric_part(a, x):
    return linalg.solve(a @ a.T, x, assume_a="pos") @ x + np.sum(linalg.eigh(a + a.T, eigvals_only=True) ** 3)


def exponentials(a):
    return np.sum(linalg.expm(0.1 * a) ** 2) + linalg.expm(3.0 * a)[0, 1]


def of_constants(x):
    inverse = linalg.inv(np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]]))
    return np.sum((inverse @ x) ** 2)


def of_probabilities(p):
    quantiles = special.ndtri(p) + special.erfinv(p) * special.erfcinv(p)
    return np.sum(special.log_ndtr(quantiles) + special.betaln(p, 2.0) + special.beta(p, p))


def of_the_gamma_function(p):
    return np.sum(special.polygamma(1, p) + special.rgamma(p) * special.binom(5.5, p)) + np.sum(
        special.expm1(p) * special.cosm1(p) * special.erfcx(p)
    )


def polynomials(x):
    return np.polyval(x, 0.7) * np.polyval([1.0, 2.0, -1.0], x[0]) + np.sum(np.polyval(x, x) ** 2)


def without_some(x):
    leave_one_out = sum(np.prod(np.delete(x, i)) for i in range(len(x)))
    return leave_one_out * np.sum(np.delete(x, [0, 2]) ** 2)


def with_more(x):
    return np.sum(np.insert(np.cumsum(x), 0, 0.5) ** 2) + np.insert(x, -1, x[:2] ** 2)[3]


def in_one_shape(x, a):
    one, other = np.broadcast_arrays(x, a)
    return np.sum(one * other**2)


@pytest.mark.parametrize(
    "fun, at",
    [
        (by_triangles, (A, B)),
        (likelihood, (A, X)),
        (by_pivots, (A, X)),
        (of_a_symmetric_part, (A, X)),
        (exponentials, (A,)),
        (of_constants, (X,)),
        (polynomials, (X,)),
        (without_some, (X,)),
        (with_more, (X,)),
        (in_one_shape, (X, A)),
        (of_probabilities, (P,)),
        (of_the_gamma_function, (P,)),
    ],
)
def test_gradients(check, fun, at):
    check(fun, *at)


def test_an_argument_that_is_asked_for_twice_has_two_gradients():
    pytest.importorskip("numba")
    one, other = s2sad.grad(lambda x: np.sum(x * x), (0, 0), jit=True)(np.array([1.0, 2.0]))
    assert one.tolist() == other.tolist() == [2.0, 4.0]
    assert not np.shares_memory(one, other)
