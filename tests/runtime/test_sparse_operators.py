"""Matrices that are known by their products, against dense ones and SciPy's own operators."""

import numpy as np
import pytest

pytest.importorskip("scipy.sparse.linalg")

from s2sad.runtime.sparse_operators import Operator, applied, begun_with, operator_of

A = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, -0.2], [0.5, -0.2, 5.0]])
WIDE = A[:2]
X = np.array([0.3, -1.0, 2.0])


def operator(matrix):
    return Operator(matrix.shape, lambda x: matrix @ x, lambda x: matrix.T @ x)


def test_products_with_vectors_keep_their_shape():
    found = operator(WIDE)
    np.testing.assert_allclose(found.matvec(X), WIDE @ X)
    np.testing.assert_allclose(found.matvec(X[:, None]), WIDE @ X[:, None])
    np.testing.assert_allclose(found.rmatvec(X[:2]), WIDE.T @ X[:2])
    assert found.ndim == 2 and found.matvec(X[:, None]).shape == (2, 1)


def test_products_by_each_name():
    found, columns = operator(WIDE), np.stack([X, 2.0 * X], axis=1)
    for product in (found.dot, found.__matmul__, found.__mul__, found):
        np.testing.assert_allclose(product(X), WIDE @ X)
        np.testing.assert_allclose(product(columns), WIDE @ columns)


def test_transposes():
    assert operator(WIDE).T.shape == (3, 2)
    np.testing.assert_allclose(operator(WIDE).T @ X[:2], WIDE.T @ X[:2])
    own = operator_of(lambda x: WIDE @ x, lambda x: WIDE.T @ x, (2, 3))
    np.testing.assert_allclose(applied(X, own, False), WIDE @ X)
    np.testing.assert_allclose(applied(X[:2], own, True), WIDE.T @ X[:2])


def test_a_solver_of_scipy_gets_them():
    found, info = begun_with(lambda x: A @ x, lambda x: A.T @ x, (3, 3), X, "cg", {"rtol": 1e-12})
    assert info == 0
    np.testing.assert_allclose(A @ found, X, rtol=1e-10)
