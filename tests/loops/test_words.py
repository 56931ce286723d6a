"""Emitting what an entry is in other words."""

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_block
from s2sad.loops.item_facts import ItemFacts
from s2sad.loops.words import Words
from tests.loops.passes import MATRIX

A = Var("a")


@pytest.fixture
def words():
    function = parse_function("function f(a)\n    t = np.roll a 2 axis=1\n    return t\n", {"np": np})
    facts = ItemFacts(function, {A: MATRIX}.get, Names(["a", "t"]), False)
    return Words(facts, function.body.entries[0])


def written(words):
    return print_block(Block(tuple(words.facts.out))).splitlines()


def test_arguments_by_their_place_or_name(words):
    given = words.argument(1, "shift"), words.argument(2, "axis"), words.argument(3, "more", 0.5)
    assert given == (Const(2), Const(1), Const(0.5))
    assert words.constant(given[0]) == 2 and words.rank(A) == 2


def test_calls_are_named_as_python_finds_them(words):
    words.emit(np.ravel, A)
    words.emit(len, A, kind=K.INT)
    words.effect("store", A, Const(0), Const(1.0))
    assert [line.split(" = ")[-1] for line in written(words)] == ["np.ravel a", "len a", "store a 0 1.0"]


def test_the_entry_with_another_argument(words):
    words.with_argument(A, Var("b"))
    assert written(words)[0].endswith("= np.roll b 2 axis=1")


def test_a_length_is_read_from_the_shape(words):
    words.length(A, 1)
    assert [line.split(" = ")[-1].split()[0] for line in written(words)] == ["getattr", "getitem"]
