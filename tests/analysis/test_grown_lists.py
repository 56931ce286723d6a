"""Which parameters a function of the module writes to as lists, itself or by what it calls, and which it hands on to itself."""

from s2sad.analysis.grown_lists import handed_on, written_lists
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


HANDED_ON = """function walk(items, i)
    k = sub i 1
    z = @walk items k
    return z

function even(items, others, i)
    y = @odd i others
    z = @walk items i
    return z

function odd(i, items)
    own = list_of i
    z = @even items own i
    return z
"""


def test_what_functions_that_call_themselves_hand_on():
    functions = {function.name: function for function in parse_module(HANDED_ON, {}).functions}
    assert handed_on("walk", functions) == {0}
    assert handed_on("even", functions) == {1, 2}
    assert handed_on("odd", functions) == {0, 1}
