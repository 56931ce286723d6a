"""Matrices that are known by their products (`LinearOperator`), and what is said where a sparse matrix can't go."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import NotANumber

sparse = pytest.importorskip("scipy.sparse")
linalg = pytest.importorskip("scipy.sparse.linalg")

K = np.array([1.1, 0.6, 1.7])
B = np.array([1.0, 2.0, 0.5])
GIVEN = linalg.aslinearoperator(
    sparse.csr_array(np.array([[4.0, 1.0, 0.0], [0.0, 3.0, 1.0], [1.0, 0.0, 5.0]]))
)


def symmetric(k):
    def product(x):
        return k[0] * x + 0.1 * k[1] * np.roll(x, 1) + 0.1 * k[1] * np.roll(x, -1)

    return linalg.LinearOperator((5, 5), matvec=product, dtype=float)


def by_cg(k):
    return np.sum(linalg.cg(symmetric(k), np.arange(5.0) * k[2], rtol=1e-13, atol=0.0)[0] ** 2)


def by_gmres(k):
    def product(x):
        return k[0] * x + 0.2 * k[1] * np.roll(x, 1)

    found, failed = linalg.gmres(
        linalg.LinearOperator((5, 5), product), np.ones(5) * k[2], rtol=1e-13, atol=0.0
    )
    return np.sum(found**2) if failed == 0 else 0.0


def products(k):
    A = linalg.LinearOperator((3, 3), matvec=lambda x: k * x, rmatvec=lambda x: k * x)
    return np.sum(A @ B + A.matvec(k) + A.dot(k) + A.T @ B + A.rmatvec(B)) + np.sum(A.dot(k**2))


def of_a_matrix(k):
    A = linalg.aslinearoperator(sparse.diags(2.0 + k))
    return np.sum(linalg.bicgstab(A, B, rtol=1e-13, atol=0.0)[0])


def given(k):
    return np.sum((GIVEN @ k) ** 2) + np.sum(linalg.gmres(GIVEN, k, rtol=1e-13, atol=0.0)[0] ** 3)


@pytest.mark.parametrize("f", [by_cg, by_gmres, products, of_a_matrix, given])
def test_programs(f):
    slopes = [(f(K + 1e-5 * u) - f(K - 1e-5 * u)) / 2e-5 for u in np.eye(3)]
    value, gradient = s2sad.value_and_grad(f)(K)
    assert value == pytest.approx(f(K), rel=1e-12)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-7)
    assert s2sad.jvp(f, (K,), (B,))[1] == pytest.approx(np.dot(gradient, B), rel=1e-9)
    (product,) = s2sad.hvp(f, (K,), (B,))
    bends = (s2sad.grad(f)(K + 1e-5 * B) - s2sad.grad(f)(K - 1e-5 * B)) / 2e-5
    np.testing.assert_allclose(product, bends, rtol=1e-5, atol=1e-6)


def test_second_derivatives_of_least_squares():
    A = sparse.csr_array(np.array([[4.0, 1.0, 0.0], [0.0, 3.0, 1.0], [1.0, 0.0, 5.0]]))

    def f(b):
        return np.sum(linalg.lsqr(A, b, atol=1e-14, btol=1e-14)[0] ** 2)

    inverse = np.linalg.inv(A.toarray())
    np.testing.assert_allclose(s2sad.hvp(f, (K,), (B,))[0], 2.0 * inverse.T @ inverse @ B, rtol=1e-9)


def test_a_sparse_result_is_refused_with_a_way_out():
    for take in (
        lambda: s2sad.jacobian(lambda v: sparse.diags(v))(B),
        lambda: s2sad.jvp(sparse.diags, (B,), (B,)),
    ):
        with pytest.raises(s2sad.DifferentiationError):
            take()
    with pytest.raises(s2sad.DifferentiationError, match="sparse matrix that varies.*\n*.*") as found:
        s2sad.jvp(lambda v: sparse.diags(v**2), (B,), (B,))
    assert "toarray" in found.value.hint


def test_a_sparse_argument_does_not_vary():
    A = sparse.csr_array(np.diag(K))
    np.testing.assert_allclose(s2sad.grad(lambda x, A: np.sum((A @ x) ** 2))(B, A), 2.0 * K * K * B)
    np.testing.assert_allclose(s2sad.grad(lambda x, held: np.sum(held["A"] @ x))(B, {"A": A}), K)
    with pytest.raises(NotANumber) as found:
        s2sad.grad(lambda A, x: np.sum(A @ x))(A, B)
    assert "vector of its numbers" in found.value.hint
