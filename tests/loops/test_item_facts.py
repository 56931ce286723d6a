"""What is known of containers while a list is gone through."""

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Const, Var
from s2sad.ir.parser import parse_function
from s2sad.loops.item_facts import ItemFacts, Items

X, PAIR, LIST, TABLE = map(Var, ("x", "pair", "xs", "table"))


@pytest.fixture
def facts():
    function = parse_function("function f(x)\n    s = getattr x 'shape'\n    y = mul x 2.0\n    return y\n")
    made = ItemFacts(function, lambda atom: K.FLOAT, Names(["x", "y", "s"]), False)
    made.known = {
        PAIR: Items("tuple_of", [Const(1), LIST]),
        LIST: Items("list_of", [Const(2), Const(None)]),
        TABLE: Items("dict_of", [X, Const(3)], ["a", "b"]),
    }
    return made


def test_containers_of_constants(facts):
    assert facts.constants(PAIR) == (1, [2, None])
    assert facts.constants(TABLE) is None and facts.constants(X) is None


def test_one_that_is_forgotten(facts):
    facts.forget(LIST)
    assert set(facts.known) == {PAIR, TABLE}


def test_an_unknown_one_may_be_any_that_can_be_written(facts):
    facts.forget(X)
    assert set(facts.known) == {PAIR}


def test_arguments_of_what_makes_one():
    items = Items("dict_of", [X, Const(3)], ["a", "b"])
    assert items.literal() == (Const("a"), X, Const("b"), Const(3))
    copied = items.copied()
    copied.keys.append("c")
    assert items.keys == ["a", "b"] and Items("tuple_of", [X]).literal() == (X,)


def test_what_reads_and_what_a_shape_is_of(facts):
    assert [node.targets[0].name for node in facts.reads(X)] == ["s", "y"]
    assert facts.owner_of_shape(Var("s")) == X and facts.owner_of_shape(Var("y")) is None
    assert facts.items_of_list(LIST) == [Const(2), Const(None)] and facts.items_of_list(PAIR) is None
