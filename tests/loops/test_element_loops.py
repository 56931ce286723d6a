"""What the body of a loop does to arrays, and whether the order of its iterations matters."""

import pytest

from s2sad.analysis.aliases import Facts
from s2sad.analysis.lengths import symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Entry, For, Var
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import walk
from s2sad.loops.element_loops import ElementLoop, integers_by, places_by

FREE = {
    "element by element": "v = getitem a i\nw = mul v v\nstore b i w",
    "read, then cleared": "v = getitem a i\nstore a i 0.0\nincrease b i v",
    "added at two places": "v = getitem a i\nj = add i 1\nincrease b i v\nincrease b j v",
    "added at a place that isn't known": "p = getitem q i\nv = getitem a i\nincrease b p v",
    "two rows that differ": "t = tuple_of k i\nv = getitem a t\nu = tuple_of n i\nincrease a u v",
    "a row": "t = tuple_of k i\nv = getitem a t\nstore a t 0.0\nincrease b t v",
}
BOUND = {
    "what is written before is read": "j = sub i 1\nv = getitem a j\nstore a i v",
    "written at one place": "v = getitem a i\nstore b k v",
    "written at a place that isn't known": "p = getitem q i\nv = getitem a i\nstore b p v",
    "added to and read elsewhere": "j = add i 1\nv = getitem a j\nincrease a i v",
    "two rows that may be one": "t = tuple_of h i\nv = getitem a t\nu = tuple_of n i\nincrease a u v",
    "a list": "v = getitem a i\nappend h v",
}


def is_above(one, other):
    """k is larger than n, whatever both are."""
    return one == symbol(Var("k")) and other == symbol(Var("n"))


def loop_of(body, carried="", result=""):
    lines = "\n".join(f"        {line}" for line in [*body.split("\n"), *result.split("\n")] if line)
    text = f"function f(a, b, q, h, k, n)\n    r = range n\n    for i in r{carried}\n{lines}\n    return a\n"
    function = parse_function(text)
    nodes = list(walk(function.body))
    node = next(each for each in nodes if isinstance(each, For))
    definitions = {each.targets[0]: each for each in nodes if isinstance(each, Entry) and each.targets}
    facts = Facts()
    facts.kinds.update({Var("k"): K.INT, Var("i"): K.INT, Var("j"): K.INT, Var("p"): K.INT, Var("n"): K.INT})
    integer = integers_by(facts, definitions, {node.item})
    return ElementLoop(node, places_by(integer, definitions), facts.classes.find, is_above)


@pytest.mark.parametrize("body", FREE.values(), ids=FREE.keys())
def test_iterations_that_dont_meet_are_free(body):
    assert loop_of(body).is_free_of_order()


@pytest.mark.parametrize("body", BOUND.values(), ids=BOUND.keys())
def test_iterations_that_meet_are_not(body):
    assert not loop_of(body).is_free_of_order()


def test_a_sum_may_be_added_up_in_any_order():
    loop = loop_of("v = getitem a i", " with s = 0.0 -> z", "t = add s v\nyield t")
    assert loop.is_free_of_order() and len(loop.effects) == 1


def test_what_is_carried_otherwise_may_not():
    assert not loop_of("v = getitem a i", " with s = 0.0 -> z", "t = mul s v\nyield t").is_free_of_order()


def test_a_sum_that_is_read_on_the_way_is_no_sum():
    body = "v = getitem a i\nt = add s v\nstore b i t"
    assert not loop_of(body, " with s = 0.0 -> z", "yield t").is_free_of_order()
