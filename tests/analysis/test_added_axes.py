"""Indices that take a whole array: which axes they add, held against NumPy's own shapes."""

import numpy as np
import pytest

from s2sad.analysis.added_axes import added_axes, only_adds_axes
from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.operations import op

LENGTHS = (2, 3)


@pytest.mark.parametrize(
    "index",
    [
        None,
        ...,
        slice(None),
        (None, ...),
        (..., None),
        (slice(None), None),
        (None, slice(None), None),
        (slice(None), None, slice(None)),
        (None, ..., slice(None), None),
    ],
)
def test_axes_are_where_numpy_adds_them(index):
    part = np.zeros(LENGTHS)[index]
    assert only_adds_axes({}, Const(index))
    added = added_axes({}, Const(index), 2)
    assert tuple(1 if new else -1 for new in added) == tuple(1 if n == 1 else -1 for n in part.shape)
    assert sum(added) == part.ndim - 2


@pytest.mark.parametrize("index", [0, (None, 0), slice(1, None), (slice(None, None, -1), None), (0, ...)])
def test_what_takes_a_part(index):
    assert not only_adds_axes({}, Const(index))


def test_indices_that_are_made_by_entries():
    cut, index, end = Var("cut"), Var("index"), Var("end")
    whole = Entry((cut,), op("slice"), (Const(None), Const(None)))
    pair = Entry((index,), op("tuple_of"), (cut, Const(None)))
    assert only_adds_axes({cut: whole, index: pair}, index)
    assert added_axes({cut: whole, index: pair}, index, 2) == (False, True, False)
    assert not only_adds_axes({cut: Entry((cut,), op("slice"), (Const(None), end)), index: pair}, index)
    assert not only_adds_axes({}, index)
