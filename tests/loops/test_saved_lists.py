"""Which lists are only saved to, and which loops are gone through again beside them."""

import pytest

from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import definitions_of, walk
from s2sad.loops.saved_lists import loops_gone_through, saved_lists

SWEEPS = """function f(x, n)
    saved = list_of
    r = range n
    for i in r
        inner = list_of
        append saved inner
        r_1 = range i
        for j in r_1
            v = mul x j
            append inner v
    back = reversed saved
    again = range n
    backwards = reversed again
    both = zip backwards back
    total = float 0.0
    for one in both with s = total -> s_1
        i_1, inner_1 = unpack one 2
        back_1 = reversed inner_1
        for w in back_1 with t = s -> t_1
            t_2 = add t w
            yield t_2
        yield t_1
    return s_1
"""


def lists_in(text):
    return {var.name for var in saved_lists(parse_function(text))}


def test_lists_in_lists_are_saved():
    assert lists_in(SWEEPS) == {"saved", "inner"}


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("return s_1", "return s_1, saved", set()),  # what it holds goes with it
        ("append inner v", "append inner v\n            k = len inner", {"saved"}),
        ("append saved inner", "append saved inner\n        k = len inner", {"saved"}),
    ],
)
def test_lists_with_another_use(old, new, left):
    assert lists_in(SWEEPS.replace(old, new)) == left


def test_loops_whose_lists_are_read_beside_a_range():
    function = parse_function(
        SWEEPS.replace("i_1, inner_1 = unpack one 2", "i_1, inner_1 = unpack one 2 None")
    )
    definitions = definitions_of(function)
    found = loops_gone_through(function, saved_lists(function), definitions)
    loops = {id(node): node.item.name for node in walk(function.body) if hasattr(node, "item")}
    assert {loops[one] for one in found} == {"i"}
