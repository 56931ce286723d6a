"""Lists that only one branch makes stand before it."""

from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.loops.branch_lists import with_lists_before_branches

BEFORE = """function f(t, x)
    if t -> s, y
        saved = list_of
        append saved x
        yield saved x
    else
        yield None 2.0
    z = reversed s
    return z, y
"""
AFTER = """function f(t, x)
    saved = list_of
    if t -> y
        append saved x
        yield x
    else
        yield 2.0
    z = reversed saved
    return z, y
"""
NESTED = """function f(t, x)
    if t -> s
        if x -> r
            yield undefined
        else
            saved = list_of
            yield saved
        yield r
    else
        yield undefined
    return s
"""


def moved(text):
    return print_function(with_lists_before_branches(parse_function(text)))


def test_the_list_stands_before_the_branch():
    assert moved(BEFORE) == AFTER


def test_through_two_branches():
    found = moved(NESTED)
    assert found.index("saved = list_of") < found.index("if t") and found.endswith("    return saved\n")


def test_what_the_other_branch_has_stays():
    for text in (BEFORE.replace("None", "x"), BEFORE.replace("list_of", "list_of x"), AFTER):
        assert moved(text) == text
