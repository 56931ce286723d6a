"""Values that stand for all of their kind: they are of it, and functions have a value for them."""

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.dummies import Known, NoDummy, dummy
from s2sad.ir.value_kinds import kind_of


@pytest.mark.parametrize(
    "kind",
    [
        K.TEXT,
        K.BOOL,
        K.INT,
        K.FLOAT,
        K.COMPLEX,
        K.NONE,
        K.ELLIPSIS,
        K.SLICE,
        K.dtype_kind(K.INT),
        K.list_kind(K.FLOAT),
        K.tuple_kind((K.INT, K.list_kind(K.TEXT))),
        *(K.array_kind(item, n) for item in K.NUMBERS for n in range(4)),
    ],
    ids=str,
)
def test_a_dummy_is_of_its_kind(kind):
    assert kind_of(dummy(kind)) == kind


def test_matrices_are_positive_definite_and_vectors_increase():
    matrix, vector = dummy(K.array_kind(K.FLOAT, 2)), dummy(K.array_kind(K.FLOAT, 1))
    assert np.array_equal(matrix, matrix.T) and np.all(np.linalg.eigvalsh(matrix) > 0.0)
    assert np.all(np.diff(vector) > 0.0) and np.all(np.arcsin(vector) > 0.0)


@pytest.mark.parametrize(
    "kind",
    [
        K.UNKNOWN,
        K.OBJECT,
        K.list_kind(K.UNKNOWN),
        K.array_kind(K.FLOAT, None),
        K.array_kind(K.UNKNOWN, 1),
        K.dict_kind(K.FLOAT),
        K.Kind("tuple", K.INT),
    ],
    ids=str,
)
def test_what_has_none(kind):
    with pytest.raises(NoDummy):
        dummy(kind)


def test_literals_are_told_apart_by_their_types():
    assert dummy(Known("full")) == "full"
    assert Known(1) != Known(1.0) and Known(1) != Known(True) and Known(0.0) != Known(-0.0)
    assert Known((1, 2)) == Known((1, 2)) and len({Known(1), Known(1), Known(2)}) == 2


def test_sparse_matrices_and_arrays():
    sparse = pytest.importorskip("scipy.sparse")
    for made in (sparse.csr_matrix((2, 2)), sparse.csr_array((2, 2))):
        assert kind_of(dummy(kind_of(made))) == kind_of(made)
