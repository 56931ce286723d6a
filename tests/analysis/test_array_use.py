"""Whether a program has to do with arrays: by its arguments, by what it reads from outside, by what makes them."""

import numpy as np
import pytest

from s2sad.analysis.array_use import uses_arrays
from s2sad.ir import kinds as K
from s2sad.ir.parser import parse_function

VARIED_FLOAT = ((K.FLOAT, True),)


def calling(path, scope=None):
    return parse_function(f"function f(x)\n    y = {path} x\n    return y\n", scope)


def test_numbers_alone_need_none():
    assert not uses_arrays([calling("abs")], VARIED_FLOAT)


@pytest.mark.parametrize(
    "kind",
    [
        K.array_kind(K.FLOAT, 1),
        K.list_kind(K.array_kind(K.FLOAT, None)),
        K.tuple_kind((K.array_kind(K.INT, 2),)),
    ],
)
def test_an_argument_may_be_one_or_hold_one(kind):
    assert uses_arrays([calling("abs")], ((kind, True),))


def test_what_is_handed_over_and_not_known_may_be_one():
    assert uses_arrays([calling("abs")], ((K.UNKNOWN, False),))
    assert uses_arrays([calling("abs")], ((K.FUNCTION, False),))


def test_one_may_live_outside_or_be_made():
    assert uses_arrays([calling("mul table", {"table": np.ones(3)})], VARIED_FLOAT)
    assert uses_arrays([calling("numpy.linspace")], VARIED_FLOAT)
    assert not uses_arrays([parse_function("function f(x)\n    return 1.0\n")], VARIED_FLOAT)
