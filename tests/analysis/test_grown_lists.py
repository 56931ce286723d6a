"""Which parameters a function of the module writes to as lists: itself, or by what it calls, however far down."""

from s2sad.analysis.grown_lists import written_lists
from s2sad.ir.parser import parse_module

TEXT = """function f(x, values)
    y = @g values x
    return y

function g(items, t)
    u = @h t items
    return u

function h(t, held)
    first, second = dup held 2
    append second t
    v = getitem first 0
    return v

function again(n, items)
    k = sub n 1
    u = @again k items
    append items u
    return u

function reads(items)
    v = getitem items 0
    own = list_of
    append own v
    return own
"""


def test_by_whom_lists_are_written():
    assert written_lists(parse_module(TEXT, {}).functions) == {
        "f": frozenset({1}),
        "g": frozenset({0}),
        "h": frozenset({1}),
        "again": frozenset({1}),
        "reads": frozenset(),
    }
