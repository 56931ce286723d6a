"""What derivatives of `scipy.linalg` need, against dense matrices."""

import numpy as np
import pytest

linalg = pytest.importorskip("scipy.linalg")
from s2sad.runtime import scipy_linalg as S  # noqa: E402

RANDOM = np.random.default_rng(2)
A, E = RANDOM.normal(size=(2, 3, 3)), RANDOM.normal(size=(2, 3, 3))


def dense(ab, lower, upper):
    n = ab.shape[1]
    found = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if -lower <= j - i <= upper:
                found[i, j] = ab[upper + i - j, j]
    return found


@pytest.mark.parametrize("a, e", [(A[0], E[0]), (A, E)])
def test_the_exponential_along_a_matrix(a, e):
    step = 1e-5
    wanted = (linalg.expm(a + step * e) - linalg.expm(a - step * e)) / (2 * step)
    assert S.expm_change(a, e) == pytest.approx(wanted, rel=1e-6, abs=1e-7)


def test_a_function_of_the_doubled_matrix():
    step = 1e-5
    wanted = (linalg.sinm(A[0] + step * E[0]) - linalg.sinm(A[0] - step * E[0])) / (2 * step)
    assert S.corner(linalg.sinm(S.doubled(A[0], E[0]))) == pytest.approx(wanted, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("lower", [True, False])
def test_factors(lower):
    matrix = A[0] @ A[0].T + np.eye(3)
    assert np.array_equal(S.cholesky_factor(matrix, lower), linalg.cho_factor(matrix, lower)[0])
    whole = linalg.cho_factor(matrix, True)[0]
    assert np.triu(whole, 1) == pytest.approx(S.in_other_triangle(np.triu(matrix, 1)))


def test_pivots():
    lu, piv = linalg.lu_factor(A[0])
    lower, upper = np.tril(lu, -1) + np.eye(3), np.triu(lu)
    assert lower @ upper == pytest.approx(A[0][S.order_of_pivots(piv)])


@pytest.mark.parametrize("lower, upper", [(1, 1), (2, 0), (0, 3), (1, 2)])
@pytest.mark.parametrize("columns", [(), (2,)])
def test_bands(lower, upper, columns):
    ab, x = RANDOM.normal(size=(lower + upper + 1, 5)), RANDOM.normal(size=(5, *columns))
    matrix = dense(ab, lower, upper)
    assert S.banded_product(ab, x, lower, upper) == pytest.approx(matrix @ x)
    turned = S.transposed_bands(ab, lower, upper)
    assert dense(turned, upper, lower) == pytest.approx(matrix.T)
    y = RANDOM.normal(size=(5, *columns))
    outer = np.outer(y, x) if not columns else y @ x.T
    mask = dense(np.ones_like(ab), lower, upper)
    assert dense(S.band_outer(y, x, lower, upper), lower, upper) == pytest.approx(outer * mask)
