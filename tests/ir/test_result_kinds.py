"""Kinds of what library functions give, against what they give."""

import cmath
import math
import operator

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.operations import OPERATIONS
from s2sad.ir.result_kinds import call_kind, raises_for_none
from s2sad.ir.value_kinds import kind_of

CALLS = [
    (len, [1.0]),
    (int, 2.5),
    (str, 1.0),
    (bool, 0.5),
    (float, 1),
    (complex, 1.0),
    (range, 3),
    (isinstance, 1.0, float),
    (slice, 1, 2),
    (abs, -1),
    (abs, True),
    (abs, 1.5),
    (abs, 1j),
    (max, 1, 2.5),
    (min, True, 2),
    (round, 2.5),
    (operator.index, 3),
    (round, 2.5, 1),
    (round, True),
    (pow, 2, 3),
    (pow, 2.0, 3),
    (divmod, 7, 2),
    (divmod, 7.5, 2),
    (sum, [1, 2]),
    (sum, [1.0, 2.0]),
    (sum, [True]),
    (sum, [1, 2], 0.5),
    (list, (1, 2)),
    (tuple, [1.0]),
    (sorted, [2.0, 1.0]),
    (np.sin, 1.0),
    (np.float64, 1),
    (np.int64, 1),
    (np.add, 1.0, 2),
    *((getattr(math, name), 0.5) for name in "sin exp floor ceil trunc isnan isfinite modf frexp".split()),
    (math.comb, 5, 2),
    (math.gcd, 4, 6),
    (math.factorial, 3),
    (math.hypot, 3.0, 4.0),
    (math.isclose, 1.0, 2.0),
    *((getattr(cmath, name), 1j) for name in "sin phase polar isnan".split()),
]


@pytest.mark.parametrize("function, args", [(function, args) for function, *args in CALLS])
def test_the_value_is_of_the_kind(function, args):
    found, kind = kind_of(function(*args)), call_kind(function, tuple(map(kind_of, args)))
    if function is range:
        found = K.list_kind(K.INT)
    assert kind != K.UNKNOWN
    assert K.join(kind, found) == kind


@pytest.mark.parametrize("function, args", [(zip, ([1], [2.0])), (enumerate, (["a"],)), (reversed, ([1.0],))])
def test_iterators_are_lists_of_what_they_give(function, args):
    assert call_kind(function, tuple(map(kind_of, args))) == kind_of(list(function(*args)))


def test_of_what_is_not_known():
    assert call_kind(lambda x: x, (K.FLOAT,)) == K.UNKNOWN
    assert call_kind(type("Unhashable", (), {"__hash__": None})(), (K.FLOAT,)) == K.UNKNOWN
    assert call_kind(list, (K.dict_kind(K.FLOAT),)) == K.list_kind(K.UNKNOWN)


@pytest.mark.parametrize("name", ["add", "mul", "neg", "getitem", "eq"])
def test_arithmetic_with_none_raises(name):
    values = (None,) if name == "neg" else (None, 1.0)
    try:
        OPERATIONS[name].function(*values)
        raises = False
    except TypeError:
        raises = name != "getitem"
    assert raises_for_none(OPERATIONS[name], tuple(map(kind_of, values))) is raises
