"""Kinds that annotations of the runtime tell, against what the functions give."""

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.annotated_kinds import annotated_kind
from s2sad.ir.value_kinds import kind_of

sparse = pytest.importorskip("scipy.sparse")

A, M = sparse.csr_array(np.eye(2)), sparse.csr_matrix(np.eye(2))


@pytest.mark.parametrize(
    "name, args",
    [
        ("eye", (2,)),
        ("identity", (2,)),
        ("eye_array", (2,)),
        ("kron", (A, A)),
        ("kron", (M, M)),
        ("hstack", ([A, A],)),
        ("vstack", ([M, M],)),
        ("block_diag", ([M, M],)),
        ("diags", ([1.0, 2.0],)),
        ("diags_array", ([1.0, 2.0],)),
        ("tril", (A,)),
        ("triu", (M,)),
    ],
)
def test_what_makes_a_sparse_matrix(name, args):
    function = getattr(sparse, name, None)
    if function is None:
        pytest.skip("this SciPy has no such function")
    told = annotated_kind(function, tuple(map(kind_of, args)))
    assert told == kind_of(function(*args))


def test_of_blocks_that_are_not_known_nothing_is_told():
    assert annotated_kind(sparse.hstack, (K.list_kind(K.OBJECT),)) is None


def test_annotations_of_the_runtime():
    from s2sad.runtime.sparse_places import pattern_of, rearranged

    pattern = pattern_of(A)
    assert annotated_kind(pattern_of, ()) == kind_of(pattern)
    assert annotated_kind(rearranged, ()) == kind_of(rearranged(pattern, "csc"))


def test_nothing_is_told_of_other_functions():
    assert annotated_kind(np.sum, (K.FLOAT,)) is None
    assert annotated_kind(lambda x: x, (K.FLOAT,)) is None
