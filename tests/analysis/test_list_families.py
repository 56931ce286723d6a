"""Lists that are one from iteration to iteration: which are known, by what makes them."""

import math

import pytest

from s2sad.analysis.list_families import families_of
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import walk

TEXT = """function f(a, b, n)
    state = list_of a b
    r = range n
    for j in r with now = state -> last
        x = getitem now 0
        y = getitem now 1
        next = list_of y x
        yield next
    z = getitem last 0
    return z
"""


def families(text, given="", refs=None):
    function = parse_function(text, refs or {})
    return families_of(function, list(walk(function.body)), frozenset(map(Var, given.split())))


def known(text, name="last", given=""):
    found = families(text, given)
    return found.of(Var(name)) in found.makers


def test_what_flows_into_one_another_is_one():
    found = families(TEXT)
    assert len({found.of(Var(name)) for name in ("state", "now", "next", "last")}) == 1
    assert [entry.targets[0].name for entry in found.makers[found.of(Var("last"))]] == ["state", "next"]


@pytest.mark.parametrize(
    "line",
    [
        "append now a",
        "setitem now 0 a",
        "same = is_ now state",
        "g = getattr now 'append'",
        "t = tuple_of now a\\n        setitem b 0 t",
        "print now",
    ],
)
def test_nothing_is_known_of_what_may_change(line):
    assert known(TEXT)
    changed = TEXT.replace("        x = getitem", f"        {line}\n        x = getitem".replace("\\n", "\n"))
    assert not known(changed)


def test_what_comes_from_elsewhere():
    assert not known(TEXT.replace("state = list_of a b", "state = getitem a 0"))
    assert not known(TEXT.replace("with now = state", "with now = a"))


def test_what_is_kept_stays_where_all_is_written_by_its_name():
    path = TEXT.replace("    r = range n", "    path = list_of\n    r = range n").replace(
        "        yield next", "        append path now\n        yield next"
    )
    assert known(path)
    assert not known(
        path.replace("    z = getitem", "    first = getitem path 0\n    setitem first 0 b\n    z = getitem")
    )


def test_an_argument_that_is_unpacked_first():
    text = TEXT.replace("    state = list_of a b\n", "    p, q = unpack state 2 None\n").replace(
        "f(a, b, n)", "f(state, n)"
    )
    assert known(text, given="state")
    assert not known(text)
    late = text.replace("    p, q", "    size = len state\n    p, q")
    assert not known(late, given="state")


def test_branches_hand_out_lists():
    text = """function f(a, b, c)
    if c -> s
        one = list_of a b
        yield one
    else
        two = list_of b a
        yield two
    x = getitem s 0
    return x
"""
    found = families(text)
    assert len(found.makers[found.of(Var("s"))]) == 2
    assert math.isclose(len(found.filled), 0)


def test_lists_to_which_entries_append_in_a_row():
    text = """function f(a, b)
    xs = list_of
    append xs a
    t = mul a b
    append xs t
    s = getitem xs 0
    return s
"""
    assert families(text).rows == {Var("xs"): 2}
    assert not families(text.replace("    t = mul a b", "    t = len xs")).rows
    assert not families(text.replace("    return s", "    append xs s\n    return s")).rows
