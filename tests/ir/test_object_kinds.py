"""Of which objects the class counts."""

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.value_kinds import kind_of


def test_of_sparse_matrices_the_form_does_not_count():
    sparse = pytest.importorskip("scipy.sparse")
    csr, csc = kind_of(sparse.csr_matrix((2, 2))), kind_of(sparse.csc_matrix((2, 2)))
    assert csr == csc and K.is_of_sparse(csr) and K.is_instance(csr)
    assert csr != kind_of(sparse.csr_array((2, 2)))
