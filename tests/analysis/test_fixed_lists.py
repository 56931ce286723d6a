"""Short lists of known length, and the loops along them that are written out."""

import pytest

from s2sad.analysis.fixed_lists import fixed_lists
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

NAMES = {"len": len, "range": range, "min": min, "list": list, "tuple": tuple, "max": max}
TEXT = """function f(a, b, r, c)
    state = list_of a b
    for j in r with now = state -> last
        next = list_of
        n = len now
        m = min n 3
        places = range m
        for i in places
            s = getitem now i
            t = mul s a
            append next t
        yield next
    z = getitem last 0
    return z
"""


def found(text=TEXT, given=""):
    return fixed_lists(parse_function(text, NAMES), frozenset(map(Var, given.split())))


def lengths(text=TEXT, given=""):
    return {atom.name: length for atom, length in found(text, given).lengths.items()}


def test_lengths_through_a_loop():
    assert lengths() == dict.fromkeys(("state", "now", "next", "last"), 2)
    lists = found()
    assert lists.written_out == {Var("i"): 2}
    assert lists.apart == {Var("now"): "list_of", Var("last"): "list_of"}


@pytest.mark.parametrize(
    "old, new, of_state",
    [
        ("min n 3", "min n 1", None),  # it gets shorter
        ("min n 3", "max n 3", None),
        ("list_of a b", "list_of a b a b a b a b a", None),  # too long
        ("            append", "            append next s\n            append", None),
        ("        n = len now", "        append next a\n        n = len now", None),
        (
            "            t = mul s a",
            "            for k in r\n                q = mul k k\n            t = mul s a",
            None,
        ),
        ("        yield next", "        yield state", 2),
    ],
)
def test_lengths_that_change_or_may_do_so(old, new, of_state):
    assert lengths(TEXT.replace(old, new)).get("state") == of_state


def test_tuples_of_lists():
    text = TEXT.replace("state = list_of", "state = tuple_of").replace(
        "yield next", "whole = tuple next\n        yield whole"
    )
    assert lengths(text)["last"] == 2
    assert found(text).apart[Var("last")] == "tuple_of"
    assert "last" not in lengths(TEXT.replace("state = list_of", "state = tuple_of"))


def test_a_list_that_is_read_at_any_place_stays_whole():
    assert not found(TEXT.replace("getitem last 0", "getitem last c")).apart


def test_loops_along_constants_stay():
    text = """function f(a)
    weights = list_of 1.0 2.0 3.0
    n = len weights
    places = range n
    scaled = list_of
    for i in places
        w = getitem weights i
        t = mul w a
        append scaled t
    z = getitem scaled 0
    return z
"""
    assert not found(text).written_out
    assert found(text.replace("list_of 1.0", "list_of a")).written_out == {Var("i"): 3}


def test_items_that_are_indices_are_no_places():
    text = """function f(a, b)
    state = list_of a b
    order = list_of 1 0
    moved = list_of
    for i in order
        t = getitem state i
        append moved t
    z = getitem moved 0
    return z
"""
    assert not found(text).written_out


def test_arguments_that_are_unpacked():
    text = TEXT.replace("    state = list_of a b\n", "    p, q = unpack state 2 None\n").replace(
        "f(a, b,", "f(state, a,"
    )
    assert lengths(text, "state")["last"] == 2
    assert lengths(text) == {}


def test_lists_of_places_stay():
    text = TEXT.replace(
        "    z = getitem last 0", "    places = list_of 0 1\n    p = getitem places 0\n    z = getitem last 0"
    )
    assert "places" not in lengths(
        text.replace("        places = range m", "        r_1 = range m").replace("i in places", "i in r_1")
    )
