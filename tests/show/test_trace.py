"""A run, entry by entry."""

import pytest

from s2sad.errors import TooLong
from s2sad.ir.parser import parse_module
from s2sad.show import trace

TEXT = """function f(x, n)
    a = mul x 2.0
    r = range n
    for i in r with s = a -> t
        u = add s i
        yield u
    return t
"""


def events(n):
    value, found = trace.traced(parse_module(TEXT, {}), (1.5, n))
    return value, found


def test_what_happened_in_its_order():
    value, found = events(2)
    assert value == 4.0
    assert [event.what for event in found] == [
        "entry",
        "entry",
        "begin",
        "entry",
        "end",
        "begin",
        "entry",
        "end",
        "after",
    ]
    assert [event.values for event in found if event.what == "begin"] == [(0, 3.0), (1, 3.0)]
    assert found[0].values == (3.0,) and found[0].reads == (1.5, 2.0) and found[-1].values == (4.0,)


def test_rounds_and_those_that_are_shown():
    _, found = events(9)
    assert set(trace.rounds_of(found).values()) == {9}
    few = trace.with_few_rounds(found, 2)
    numbers = [found[i].number for i in few if found[i].what == "begin"]
    assert numbers == [0, 8]


def test_a_run_that_is_too_long(monkeypatch):
    monkeypatch.setattr(trace, "MOST", 10)
    with pytest.raises(TooLong, match="more than 10 steps"):
        events(9)


def test_arguments_by_place_and_by_name():
    function = parse_module("function f(x, n: keyword = 3)\n    return x\n", {}).main
    assert trace.bound_arguments(function, (1.0, 2)) == ((1.0,), {"n": 2})


def test_without_a_run_each_entry_comes_once():
    found = trace.not_run(parse_module(TEXT, {}).main.body)
    assert sum(event.what == "entry" for event in found) == 3
    assert all(event.values == () for event in found if event.what == "entry")
