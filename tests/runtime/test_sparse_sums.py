"""Matrices of NumPy's as `np.matrix` has them."""

import numpy as np
import pytest

from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.sparse_sums import DenseMatrix

A = np.arange(6.0).reshape(2, 3)
MINE, NUMPYS = DenseMatrix(A), np.matrix(A)
OTHER = np.matrix(np.arange(6.0).reshape(3, 2) - 2.0)
OPERATIONS = [
    lambda m, o: m.T,
    lambda m, o: m.flatten(),
    lambda m, o: m.ravel(),
    lambda m, o: m.sum(axis=0),
    lambda m, o: m.sum(axis=1),
    lambda m, o: m @ np.asarray(o),
    lambda m, o: m * o,
    lambda m, o: o * m,
    lambda m, o: m * 2.0,
    lambda m, o: 2.0 * m,
    lambda m, o: m / 2.0,
    lambda m, o: m + 1.0,
    lambda m, o: 1.0 + m,
    lambda m, o: m - m,
    lambda m, o: 1.0 - m,
    lambda m, o: -m,
    lambda m, o: m @ np.arange(3.0),
]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_operations(operation):
    found = operation(MINE, DenseMatrix(np.asarray(OTHER)))
    wanted = operation(NUMPYS, OTHER)
    assert found.shape == wanted.shape and np.array_equal(np.asarray(found.array), np.asarray(wanted))


def test_what_it_has():
    assert MINE.shape == NUMPYS.shape and MINE.size == 6 and MINE.sum() == 15.0 and MINE[1, 2] == 5.0
    for name in ("A", "A1"):
        assert np.array_equal(getattr(MINE, name), getattr(NUMPYS, name))
    assert np.array_equal(MINE.getA1(), NUMPYS.getA1()) and np.array_equal(MINE.getA(), A)


@pytest.mark.parametrize("index", [0, (slice(None), 0), (0, slice(None))])
def test_parts_that_are_matrices(index):
    with pytest.raises(NoDerivative, match="is a matrix: take np.asarray"):
        MINE[index]
