"""Which lists may be arrays, against the arrays that NumPy makes of them."""

import numpy as np
import pytest

from s2sad.ir.value_kinds import kind_of
from s2sad.loops.list_kinds import array_of, depth_of, is_list


@pytest.mark.parametrize(
    "value", [[1.0, 2.0], [1, 2], [True], [[1.0], [2.0]], [np.zeros(2)], [[np.zeros((2, 2))]]]
)
def test_the_array_that_a_list_becomes(value):
    kind, made = kind_of(value), np.array(value)
    assert is_list(kind) and depth_of(kind) == made.ndim
    assert array_of(kind) == kind_of(made)


@pytest.mark.parametrize("value", [["a"], [None], (1.0, 2.0), [{"a": 1}], [1.0, "a"], {"a": 1.0}])
def test_what_becomes_none(value):
    assert depth_of(kind_of(value)) is None
