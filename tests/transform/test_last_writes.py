"""What is written to a list after it was read for the last time is left out: text in, text out."""

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.last_writes import drop_last_writes

TEXT = """function f(n)
    one = list_of 1.0
    a = mul one n
    b = mul one n
    append a 5.0
    s = getitem a 0
    r = range n
    for i in r with p = s -> q
        unused = take_last a
        t = take_last b
        u = add p t
        yield u
    return q
"""


def dropped(text, exact=()):
    function = parse_function(text, {})
    changed = drop_last_writes(function, frozenset(map(Var, exact)))
    verify(changed)
    return function, changed


def test_what_is_taken_off_and_not_read():
    function, changed = dropped(TEXT)
    assert "take_last a" not in print_function(changed)
    assert "take_last b" in print_function(changed)
    assert "append a 5.0" in print_function(changed)
    assert evaluate(changed, [3]) == evaluate(function, [3]) == 4.0


@pytest.mark.parametrize(
    "old, new",
    [
        ("return q", "return q, a"),
        ("t = take_last b", "t = getitem a 0"),
        ("    return q", "    v = getitem a -1\n    w = add q v\n    return w"),
        ("s = getitem a 0", "s = getitem a 0\n    both = list_of a"),
    ],
)
def test_what_is_read_later_or_known_by_another_name(old, new):
    function, changed = dropped(TEXT.replace(old, new))
    assert "take_last a" in print_function(changed)
    assert evaluate(changed, [2]) == evaluate(function, [2])


def test_what_is_taken_off_and_returned():
    text = "function f(n)\n    one = list_of 1.0\n    a = mul one n\n    t = take_last a\n    return t\n"
    function, changed = dropped(text)
    assert changed is function


def test_what_is_read_when_an_iterator_is_gone_through():
    text = TEXT.replace("    r = range n\n", "    turned = reversed a\n    append a 7.0\n    r = range n\n")
    assert dropped(text)[1] is dropped(text)[0] or "append a 7.0" in print_function(dropped(text)[1])


def test_the_users_own_lists_stay():
    function, changed = dropped(TEXT, exact=("a", "b"))
    assert changed is function
