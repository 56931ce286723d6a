"""Memory outside of a function: which values share some, as NumPy and Python themselves tell."""

import math

import numpy as np
import pytest

from s2sad.analysis.outside_memory import (
    CALLERS,
    NAMES,
    NOWHERE,
    is_memory,
    is_named_number,
    may_meet,
    memory_of,
)
from s2sad.ir.nodes import Ref

RATE = 0.5
TABLE = np.arange(6.0)


class Holder:
    def __init__(self, held):
        self.held = held

    def __getattr__(self, name):
        raise AssertionError("code of the user's runs")


@pytest.mark.parametrize(
    "one, other",
    [
        (TABLE[1:], TABLE[::2].reshape(3, 1)),
        ([TABLE], Holder(TABLE[2:])),
        ({"a": (TABLE.T,)}, TABLE),
    ],
    ids=["views", "object", "dict"],
)
def test_views_and_what_holds_them_share_memory(one, other):
    assert not memory_of(one).isdisjoint(memory_of(other))


def test_copies_and_other_containers_share_none():
    assert memory_of(TABLE.copy()).isdisjoint(memory_of(TABLE))
    assert memory_of([1.0]).isdisjoint(memory_of([1.0]))


def test_a_container_is_told_from_the_arrays_in_it():
    held = [TABLE]
    assert memory_of(held) == {(True, id(held)), (False, id(TABLE))}


def test_what_holds_itself_comes_to_an_end():
    ring = []
    ring.append(ring)
    assert memory_of(ring) == {(True, id(ring))}


@pytest.mark.parametrize(
    "value", [1.0, 2j, "text", None, math.sin, np.sin, np.float64(1.0), slice(2), list.append, np]
)
def test_what_is_no_memory(value):
    assert not is_memory(value)


@pytest.mark.parametrize("value", [[], {}, (), TABLE, Holder(1), set()], ids=range(6))
def test_what_is_memory(value):
    assert is_memory(value)


def test_numbers_under_a_name_of_the_users():
    def scope():
        return RATE

    assert is_named_number(Ref("RATE", RATE, scope))
    assert not is_named_number(Ref("TABLE", TABLE, scope))
    assert not is_named_number(Ref("math.pi", math.pi, scope))
    assert not is_named_number(Ref("RATE", RATE))


def test_what_the_caller_has_may_be_anything_of_its_sort():
    array, container = frozenset({(False, 7)}), frozenset({(True, 8)})
    assert may_meet(array, array | container)
    assert not may_meet(array, container)
    assert may_meet(array, CALLERS) and may_meet(CALLERS, container)
    assert may_meet({(True, 9)}, CALLERS)
    assert not may_meet(frozenset({(False, 0)}), container)
    assert not may_meet(NOWHERE, CALLERS)
    assert may_meet(NAMES, NAMES)
