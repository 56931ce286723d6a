"""Containers that are only made and written go."""

import pytest

from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.loops.unread_containers import without_unread

TEXT = """function f(x, n)
    out = list_of
    d = dict_of 'a' x
    pair = tuple_of x out
    r = range n
    for i in r
        t = mul x x
        append out t
        setitem d 'b' t
    return x
"""
GONE = """function f(x, n)
    r = range n
    for i in r
        t = mul x x
    return x
"""


def without(text):
    return print_function(without_unread(parse_function(text)))


def test_they_go_also_those_that_only_such_ones_hold():
    assert without(TEXT) == GONE


@pytest.mark.parametrize("name", ["out", "d", "pair"])
def test_what_is_read_stays(name):
    found = without(TEXT.replace("return x", f"return {name}"))
    assert f"{name} = " in found
    assert ("out = " in found) is (name in ("out", "pair")) and ("append out t" in found) is (
        "out = " in found
    )


def test_an_item_that_is_put_somewhere_is_read():
    assert "    inner = list_of\n" in without(
        "function f(x)\n    inner = list_of\n    out = list_of\n    append out inner\n    return out\n"
    )
