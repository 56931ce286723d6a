"""What an index takes, by its kind, against what NumPy takes."""

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.index_kinds import Index, index_form, may_be_view_without_axes
from s2sad.ir.value_kinds import kind_of

A = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    "index, form",
    [
        (1, Index.BASIC),
        (slice(1, 3), Index.BASIC),
        (None, Index.BASIC),
        (..., Index.BASIC),
        ((1, slice(None)), Index.BASIC),
        ((slice(None), None, 2), Index.BASIC),
        ((), Index.BASIC),
        (A > 3.0, Index.MASK),
        ([True, False, True], Index.MASK),
        ((slice(None), np.array([True, False, True, False])), Index.MASK),
        ([0, 2], Index.GATHER),
        (np.array([0, 0, 2]), Index.GATHER),
        ((np.array([0, 2]), 1), Index.GATHER),
        ((np.array([True, False, True]), [0, 1]), Index.GATHER),
    ],
)
def test_forms(index, form):
    assert index_form(kind_of(index)) is form
    taken = A[index]
    shares = (
        np.shares_memory(taken, A) if isinstance(taken, np.ndarray) and taken.ndim else form is Index.BASIC
    )
    assert shares is (form is Index.BASIC)


def test_what_is_not_known():
    assert index_form(K.UNKNOWN) is index_form(K.tuple_kind((K.INT, K.OBJECT))) is Index.UNKNOWN
    assert index_form(K.array_kind(K.INT, 0)) is Index.BASIC


@pytest.mark.parametrize("index", [..., (0, 0, ...), (..., 0, 0), (0, 0), 0])
def test_views_without_axes(index):
    part = A[index]
    kind = K.array_kind(K.FLOAT, np.ndim(part))
    is_view = isinstance(part, np.ndarray) and part.ndim == 0
    assert may_be_view_without_axes(kind, kind_of(index)) is is_view
