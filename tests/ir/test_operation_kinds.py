"""Kinds of what operators give, against what they give."""

import operator

import pytest

from s2sad.ir import kinds as K
from s2sad.ir import operation_kinds as of
from s2sad.ir.value_kinds import kind_of

VALUES = [True, 3, 2.5, 1j, "ab", [1], [2.0, "a"], (1,), (2, 3.0), {"a": 1}, {"b": 2.0}]
OPERATORS = {
    operator.add: of.added,
    operator.sub: of.arithmetic,
    operator.mul: of.multiplied,
    operator.truediv: of.divided,
    operator.pow: of.raised,
    operator.or_: of.united,
    operator.and_: of.bits,
    operator.xor: of.bits,
}


@pytest.mark.parametrize("function", OPERATORS, ids=lambda function: function.__name__)
def test_the_value_is_of_the_kind(function):
    told = 0
    for one in VALUES:
        for other in VALUES:
            try:
                value = function(one, other)
            except TypeError:
                continue
            kind = OPERATORS[function]((kind_of(one), kind_of(other)))
            found = kind_of(value)
            assert kind.name in (found.name, "unknown")
            if kind.item:
                assert K.join(kind.item, found.item) == kind.item
            told += kind != K.UNKNOWN
    assert told >= (4 if function in (operator.or_, operator.and_, operator.xor) else 9)


@pytest.mark.parametrize(
    "function, kinds, kind",
    [
        (of.arithmetic, (K.BOOL, K.BOOL), "int"),
        (of.arithmetic, (K.INT, K.FLOAT), "float"),
        (of.arithmetic, (K.BOTTOM, K.TEXT), "bottom"),
        (of.arithmetic, (K.TEXT, K.INT), "text"),
        (of.divided, (K.INT, K.INT), "float"),
        (of.divided, (K.BOTTOM, K.INT), "bottom"),
        (of.divided, (K.TEXT, K.INT), "unknown"),
        (of.raised, (K.BOTTOM, K.INT), "bottom"),
        (of.product, (K.BOTTOM, K.BOTTOM), "bottom"),
        (of.product, (K.TEXT, K.BOTTOM), "bottom"),
        (of.product, (K.TEXT, K.TEXT), "unknown"),
        (of.added, (K.tuple_kind((K.INT,)), K.tuple_kind((K.TEXT,))), "tuple[int, text]"),
        (of.multiplied, (K.INT, K.list_kind(K.FLOAT)), "list[float]"),
        (of.item, (K.list_kind(K.FLOAT), K.INT), "float"),
        (of.item, (K.list_kind(K.FLOAT), K.SLICE), "list[float]"),
        (of.item, (K.list_kind(K.FLOAT), K.BOTTOM), "bottom"),
        (of.item, (K.OBJECT, K.INT), "unknown"),
        (of.taken, (K.list_kind(K.INT),), "int"),
        (of.new_list, (K.INT, K.FLOAT), "list[float]"),
        (of.new_dict, (K.TEXT, K.INT, K.TEXT, K.FLOAT), "dict[float]"),
        (of.adjoint, (K.list_kind(K.FLOAT), K.list_kind(K.INT)), "list[float]"),
        (of.adjoint, (K.list_kind(K.FLOAT), K.tuple_kind((K.INT,))), "unknown"),
        (of.same, (K.TEXT, K.INT), "text"),
    ],
)
def test_kinds(function, kinds, kind):
    assert str(function(kinds)) == kind
