"""Kinds: a lattice, whose elements say of values what Python says of them."""

import collections
import itertools

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.value_kinds import kind_of

SOME = [
    K.BOTTOM,
    K.UNKNOWN,
    K.BOOL,
    K.INT,
    K.FLOAT,
    K.COMPLEX,
    K.TEXT,
    K.NONE,
    K.OBJECT,
    K.array_kind(K.FLOAT, 1),
    K.array_kind(K.INT, 2),
    K.array_kind(K.COMPLEX, 1),
    K.array_kind(K.FLOAT, None),
    K.list_kind(K.INT),
    K.list_kind(K.FLOAT),
    K.tuple_kind((K.INT, K.FLOAT)),
    K.tuple_kind((K.FLOAT, K.TEXT)),
    K.known_dict_kind(("a",), (K.FLOAT,)),
    K.known_dict_kind(("a", "b"), (K.INT, K.TEXT)),
    K.dict_kind(K.FLOAT, K.TEXT),
    K.indexed_kind(list, frozenset({1})),
]


@pytest.mark.parametrize("one, other", list(itertools.combinations_with_replacement(SOME, 2)), ids=str)
def test_a_join_holds_both_whichever_comes_first(one, other):
    both = K.join(one, other)
    assert both == K.join(other, one)
    if K.holds_indexed(both):  # `None` in the place of a container is no other kind
        return
    assert K.join(both, one) == both and K.join(both, other) == both


def test_bottom_and_unknown_are_the_ends():
    for kind in SOME:
        assert K.join(K.BOTTOM, kind) == kind
        assert K.join(K.UNKNOWN, kind) == K.UNKNOWN or K.holds_indexed(kind)


@pytest.mark.parametrize(
    "one, other, both",
    [
        (K.BOOL, K.INT, "int"),
        (K.INT, K.FLOAT, "float"),
        (K.FLOAT, K.COMPLEX, "complex"),
        (K.FLOAT, K.TEXT, "unknown"),
        (K.array_kind(K.INT, 1), K.array_kind(K.FLOAT, 1), "array[float, 1]"),
        (K.array_kind(K.INT, 1), K.array_kind(K.FLOAT, 2), "array[float]"),
        (K.array_kind(K.FLOAT, 1), K.array_kind(K.COMPLEX, 1), "array[unknown, 1]"),
        (K.array_kind(K.FLOAT, 1), K.INT, "array[float]"),
        (K.list_kind(K.INT), K.list_kind(K.FLOAT), "list[float]"),
        (K.tuple_kind((K.INT, K.TEXT)), K.tuple_kind((K.FLOAT, K.TEXT)), "tuple[float, text]"),
        (K.tuple_kind((K.INT,)), K.tuple_kind((K.FLOAT, K.FLOAT)), "tuple[float]"),
        (K.list_kind(K.INT), K.tuple_kind((K.INT,)), "unknown"),
        (K.known_dict_kind(("a",), (K.INT,)), K.known_dict_kind(("a",), (K.FLOAT,)), "dict[float]"),
        (K.known_dict_kind(("a",), (K.INT,)), K.known_dict_kind(("b",), (K.TEXT,)), "dict[unknown]"),
        (K.indexed_kind(list, frozenset({1})), K.NONE, "list or None"),
        (K.indexed_kind(list, frozenset({1})), K.FLOAT, "mixed"),
        (
            K.indexed_kind(list, frozenset({1})),
            K.indexed_kind(collections.deque, frozenset({2})),
            "MutableSequence",
        ),
    ],
)
def test_joins(one, other, both):
    assert str(K.join(one, other)) == both


def test_how_many_axes_one_of_two_has():
    vector, matrix, deep = (K.array_kind(K.FLOAT, n) for n in (1, 2, 3))
    assert K.join(vector, K.FLOAT).most == 1
    assert K.join(vector, matrix).most == 2
    assert K.join(matrix, deep).most is None
    assert [K.join(vector, other).least for other in (K.FLOAT, matrix, deep)] == [0, 1, 1]
    assert not K.may_be_number(K.join(matrix, deep))


@pytest.mark.parametrize(
    "value", [[1, 2.0], (1, 2), np.zeros(3), np.zeros((2, 3)), {"a": 1.0}, {2: 1.0}, {(1, 2): 3}]
)
def test_what_a_loop_gets(value):
    kind = kind_of(value)
    for item in value:
        assert K.join(K.iterated(kind), kind_of(item)) == K.iterated(kind)
    assert K.iterated(kind) != K.UNKNOWN


def test_parts():
    pair, table = kind_of((1, 2.0)), kind_of({"a": 1, "b": 2.0})
    assert [K.part(pair, i) for i in (0, 1, -1, 2, "a")] == [K.INT, K.FLOAT, K.FLOAT, None, None]
    assert [K.part(table, key) for key in ("a", "b", "c")] == [K.INT, K.FLOAT, None]
    assert K.part(K.list_kind(K.FLOAT), 0) is None


@pytest.mark.parametrize(
    "value, has",
    [
        (1.0, True),
        (1, False),
        ("a", False),
        ([1], False),
        ([1, 2.0], True),
        ((1, 2), False),
        ((1, 2.0), True),
        ({"a": 1, "b": 1j}, True),
        (np.zeros(2), True),
        (np.zeros(2, dtype=int), False),
    ],
)
def test_what_may_have_a_derivative(value, has):
    assert K.differentiable(kind_of(value)) is has
    assert K.is_differentiated(kind_of(value)) is has


def test_functions_have_a_derivative_and_are_not_differentiated_by_themselves():
    assert (
        K.differentiable(K.FUNCTION)
        and not K.is_differentiated(K.FUNCTION)
        and not K.is_differentiated(K.OBJECT)
    )


@pytest.mark.parametrize("value, flat", [([1, 2.0], True), ((), True), ([[1]], False), ({"a": 1}, False)])
def test_flat_containers(value, flat):
    assert K.flat(kind_of(value)) is flat


def test_an_array_and_none_is_an_array_that_may_be_none():
    vector = K.array_kind(K.FLOAT, 1)
    joined = K.join(vector, K.NONE)
    assert joined == K.join(K.NONE, vector) != vector
    assert K.is_array(joined) and joined.may_be_none and str(joined) == "array[float, 1] or None"
    assert K.join(joined, vector) == joined
    assert K.join(joined, K.array_kind(K.FLOAT, 2)).may_be_none


def test_of_a_list_or_dict_that_may_be_none_the_length_is_not_asked():
    numbers = K.list_kind(K.FLOAT)
    joined = K.join(K.NONE, numbers)
    assert joined.name == "list" and joined.may_be_none
    assert K.flat(numbers) and not K.flat(joined)
    assert K.join(joined, K.FLOAT) == K.UNKNOWN


def test_objects_have_the_attributes_in_common_that_they_were_made_with():
    one = K.object_with({"k": K.INT, "name": K.TEXT, "inner": K.object_with({"a": K.FLOAT})})
    other = K.object_with({"k": K.FLOAT, "m": K.FLOAT})
    joined = K.join(one, other)
    assert K.attribute_made(joined, "k") == K.FLOAT and K.attribute_made(joined, "m") is None
    assert K.attribute_made(one, "inner") == K.UNKNOWN  # or a loop that nests objects would never end
    assert K.join(one, K.object_with({"other": K.FLOAT})) == K.OBJECT == K.join(K.OBJECT, one)
    assert K.join(one, K.NONE) == K.UNKNOWN and K.attribute_made(K.OBJECT, "k") is None
