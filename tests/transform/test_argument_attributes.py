"""Attributes of arguments that are objects: items become attributes where nothing else of the object is read."""

import dataclasses

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.value_kinds import kind_of
from s2sad.transform.argument_attributes import read_attributes


@dataclasses.dataclass
class Inner:
    a: float
    b: float


@dataclasses.dataclass
class Outer:
    inner: Inner
    c: float


INNER = K.tuple_kind((K.FLOAT, K.FLOAT), Inner)
KINDS = {Var("p"): K.tuple_kind((INNER, K.FLOAT), Outer)}
TEXT = """function f(p, n)
    i = getitem p 0
    c = getitem p 1
    r = range n
    for k in r with s = c -> t
        b = getitem i 1
        u = mul s b
        yield u
    return t
"""


def read(text):
    function, tuples = read_attributes(parse_function(text, {}), KINDS)
    return print_function(function), tuples


def test_items_are_attributes():
    text, tuples = read(TEXT)
    assert "i = getattr p 'inner'" in text and "c = getattr p 'c'" in text and "b = getattr i 'b'" in text
    assert tuples == frozenset()


@pytest.mark.parametrize(
    "old, new",
    [
        ("return t", "return t, i"),
        ("r = range n", "r = range n\n    q = getitem p n"),
        ("u = mul s b", "u = mul s b\n        append n p"),
    ],
)
def test_what_is_read_in_another_way_stays_a_tuple(old, new):
    text, tuples = read(TEXT.replace(old, new))
    assert "getattr" not in text
    assert tuples == {"p"}


def test_arguments_that_are_no_objects():
    function = parse_function(TEXT, {})
    assert read_attributes(function, {Var("p"): kind_of((1.0, 2.0))}) == (function, frozenset())
