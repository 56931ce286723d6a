"""The kinds of values at hand."""

import collections
import dataclasses

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.changed_kinds import without_classes
from s2sad.ir.value_kinds import kind_of


@dataclasses.dataclass
class Spring:
    stiffness: float
    label: str


class Table(dict):
    def __getitem__(self, key):
        return 1.0


Pair = collections.namedtuple("Pair", "one other")
SPRING, ITSELF = Spring(2.0, "a"), []
ITSELF.append(ITSELF)
MORE = Spring(2.0, "a")
MORE.more = 1


@pytest.mark.parametrize(
    "value, text",
    [
        (True, "bool"),
        (1, "int"),
        (1.0, "float"),
        (1j, "complex"),
        ("a", "text"),
        (b"a", "bytes"),
        (None, "none"),
        (..., "ellipsis"),
        (slice(1), "slice"),
        (np.float64(1.0), "float"),
        (np.int8(1), "int"),
        (np.float32(1.0), "float"),
        (np.complex64(1.0), "complex"),
        (np.zeros((2, 2)), "array[float, 2]"),
        (np.zeros(2, dtype=bool), "array[bool, 1]"),
        (np.array(["a"]), "object"),
        (np.dtype(int), "dtype[int]"),
        ([1, 2.0], "list[float]"),
        ([], "list[bottom]"),
        ((1, "a"), "tuple[int, text]"),
        ({"a": 1, "b": 2.0}, "dict[int, float]"),
        ({}, "dict[bottom]"),
        ({(1, 2): 1.0}, "dict[float]"),
        (len, "function"),
        (float, "function"),
        (SPRING, "object"),
        (Table(a=1), "object"),
        ({1.0}, "object"),
    ],
)
def test_kinds_of_values(value, text):
    assert str(kind_of(value)) == text


def test_dataclasses_are_opened_if_they_have_their_fields_and_nothing_else():
    opened = kind_of([SPRING], opened=True)
    assert str(opened) == "list[tuple[float, text]]" and opened.item.cls is Spring
    assert kind_of(MORE, opened=True) == K.OBJECT
    assert kind_of(Pair(1, 2.0)).cls is Pair
    assert K.holds_objects(opened) and not K.holds_objects(without_classes(opened))


def test_what_holds_itself_or_is_nested_too_deeply_is_an_object():
    assert str(kind_of(ITSELF)) == "list[object]"
    deep = 1.0
    for _ in range(40):
        deep = [deep]
    kind, levels = kind_of(deep), 0
    while kind.name == "list":
        kind, levels = kind.item, levels + 1
    assert kind in (K.UNKNOWN, K.OBJECT) and levels < 12


def test_many_keys_are_not_told_apart():
    assert kind_of(dict.fromkeys(range(64), 1.0)).keys == tuple(range(64))
    many = kind_of(dict.fromkeys(range(65), 1.0))
    assert many.keys is None and many.item == K.FLOAT and many.key == K.INT
