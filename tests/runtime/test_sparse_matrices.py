"""Sparse matrices that vary: attributes and operators of SciPy's, number by number."""

import numpy as np
import pytest

sparse = pytest.importorskip("scipy.sparse")
from s2sad.runtime.sparse_matrices import SparseArray  # noqa: E402
from s2sad.runtime.sparse_places import pattern_of, values_of  # noqa: E402

RANDOM = np.random.default_rng(9)
DENSE = np.where(RANDOM.random((3, 4)) < 0.6, np.round(RANDOM.normal(size=(3, 4)), 2), 0.0)
SCIPYS = sparse.csr_array(DENSE)
SQUARE = sparse.csr_array(DENSE[:, :3] + np.eye(3))


def mine(matrix):
    return SparseArray(values_of(matrix), pattern_of(matrix))


OPERATIONS = {
    "T": lambda a: a.T,
    "conj": lambda a: a.conj(),
    "copy": lambda a: a.copy(),
    "tocsc": lambda a: a.tocsc(),
    "tocoo": lambda a: a.tocoo(),
    "asformat": lambda a: a.asformat("csc"),
    "toarray": lambda a: a.toarray(),
    "times a vector": lambda a: a @ np.arange(4.0),
    "times a matrix": lambda a: a @ np.ones((4, 2)),
    "dot": lambda a: a.dot(np.arange(4.0)),
    "product": lambda a: a @ a.T,
    "scaled": lambda a: a * 2.0,
    "scaled from the left": lambda a: 2.0 * a,
    "by items": lambda a: a.multiply(a),
    "by a dense one": lambda a: a.multiply(np.arange(12.0).reshape(3, 4)),
    "divided": lambda a: a / 2.0,
    "sum": lambda a: a + a,
    "difference": lambda a: a - 2.0 * a,
    "negative": lambda a: -a,
    "absolute": lambda a: abs(a),
    "power": lambda a: a.power(2),
    "row": lambda a: a[[1], :],
    "part": lambda a: a[1:, ::2],
    "item": lambda a: a[1, 2],
    "items": lambda a: a[[0, 2], [1, 3]],
    "diagonal": lambda a: a.diagonal(),
    "another diagonal": lambda a: a.diagonal(-1),
    "trace": lambda a: a.trace(),
    "all": lambda a: a.sum(),
    "columns": lambda a: a.sum(axis=0),
    "rows": lambda a: a.sum(axis=1),
    "mean": lambda a: a.mean(axis=1),
    "whole mean": lambda a: a.mean(),
}


def dense(value):
    return value.toarray() if hasattr(value, "toarray") else np.asarray(value)


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_operators(name, form):
    given = SCIPYS.asformat(form)
    if form == "coo" and name in ("row", "part", "item", "items"):
        given = SCIPYS
    found, wanted = OPERATIONS[name](mine(given)), OPERATIONS[name](given)
    assert dense(found) == pytest.approx(dense(wanted)) and np.shape(dense(found)) == np.shape(dense(wanted))


def test_attributes():
    one = mine(SCIPYS)
    assert (one.shape, one.ndim, one.format, one.nnz) == (SCIPYS.shape, 2, "csr", SCIPYS.nnz)
    assert one.data.tolist() == SCIPYS.data.tolist() and one.indices.tolist() == SCIPYS.indices.tolist()
    assert one.indptr.tolist() == SCIPYS.indptr.tolist() and one.dtype == float
    assert mine(SCIPYS.tocoo()).row.tolist() == SCIPYS.tocoo().row.tolist()
    assert one.stands_for(sparse.csr_array) and not one.stands_for(sparse.csc_array)


def test_powers_of_square_ones():
    found, wanted = mine(SQUARE) ** 2, SQUARE**2
    assert dense(found) == pytest.approx(dense(wanted))
