"""Patterns of sparse matrices, and the linear functions of their numbers, against dense matrices."""

import numpy as np
import pytest

sparse = pytest.importorskip("scipy.sparse")
from s2sad.runtime import sparse_patterns as S  # noqa: E402
from s2sad.runtime.sparse_places import pattern_of, values_of  # noqa: E402

RANDOM = np.random.default_rng(7)
DENSE = np.where(RANDOM.random((4, 5)) < 0.5, RANDOM.normal(size=(4, 5)), 0.0)


@pytest.fixture(params=["csr", "csc", "coo"])
def made(request):
    matrix = sparse.csr_array(DENSE).asformat(request.param)
    return values_of(matrix), pattern_of(matrix)


def test_the_matrix_and_the_transposed_one(made):
    values, pattern = made
    assert np.array_equal(pattern.matrix(values).toarray(), DENSE)
    assert np.array_equal(pattern.turned.matrix(values).toarray(), DENSE.T)
    assert pattern.turned.turned is pattern and pattern.is_plain
    assert np.array_equal(S.spread_out(values, pattern), DENSE)
    assert np.array_equal(S.stored_in(DENSE, pattern), values)


@pytest.mark.parametrize("columns", [(), (3,)])
def test_products_and_their_transposes(made, columns):
    values, pattern = made
    x, y = RANDOM.normal(size=(5, *columns)), RANDOM.normal(size=(4, *columns))
    assert S.product(values, x, pattern) == pytest.approx(DENSE @ x)
    outer = S.outer_at(y, x, pattern)
    assert outer @ values == pytest.approx(np.sum(y * (DENSE @ x)))
    assert np.sum(S.product(values, y, pattern.turned) * x) == pytest.approx(outer @ values)


def test_numbers_at_places():
    values, places = np.array([1.0, 2.0, 5.0]), np.array([2, 0, 2])
    assert S.picked(values, places).tolist() == [5.0, 1.0, 5.0]
    assert S.gathered(values, places, 4).tolist() == [2.0, 0.0, 6.0, 0.0]
    assert S.gathered(1j * values, places, 4).tolist() == [2j, 0j, 6j, 0j]


def test_places_that_stand_twice_and_numbered_matrices():
    twice = S.Pattern("coo", (2, 2), np.array([0, 0]), np.array([1, 1]))
    assert not twice.is_plain
    assert twice.numbered(False, 5).toarray()[0, 1] == 11.0
    assert type(pattern_of(sparse.csr_array(DENSE)).numbered(True)) is sparse.csr_matrix
