"""How many axes an array has that is made of a value: as NumPy says, or not known."""

import numpy as np
import pytest

from s2sad.frontend.ranks import rank_of, rank_of_kind
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref
from s2sad.ir.value_kinds import kind_of


@pytest.mark.parametrize(
    "value", [2.0, 3, [1.0, 2.0], [[1.0], [2.0]], (1.0, 2.0), np.zeros((2, 3)), [np.zeros(2), np.ones(2)]]
)
def test_kinds_tell_the_rank_that_numpy_makes(value):
    assert rank_of_kind(kind_of(value)) == np.ndim(np.asarray(value))


@pytest.mark.parametrize("kind", [K.UNKNOWN, K.array_kind(K.FLOAT, None), K.list_kind(K.UNKNOWN), K.TEXT])
def test_otherwise_it_is_not_known(kind):
    assert rank_of_kind(kind) is None


def test_what_lives_outside_is_asked_itself():
    assert rank_of(None, Ref("A", np.zeros((2, 2, 2)))) == 3
    assert rank_of(None, Ref("f", len)) is None
