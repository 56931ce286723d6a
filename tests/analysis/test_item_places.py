"""Which lists of values aren't needed, as the containers of their places can hold the values: read from the text of a list."""

import pytest

from s2sad.analysis.held_items import inert_reads, places_in
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

WRITTEN = """function f(v, n)
    values = list_of
    k = len values
    append values v
    one = list_of k
    xs = mul one n
    {between}
    r = range n
    for i in r
        j = getitem xs i
        w = getitem values j
        u = mul w v
        p = len values
        setitem xs i p
        append values u
    q = getitem xs 0
    z = getitem values q
    return z
"""


def found(text):
    function = parse_function(text, {"len": len, "range": range})
    facts = infer(function, ((K.FLOAT, True), (K.INT, False)), lambda fn: False, lambda name, args: ())
    return places_in(function, facts)


def test_a_list_that_is_written_by_index():
    (places,) = found(WRITTEN.format(between="m = len xs"))
    assert places.holders == {Var("one"), Var("xs")}
    assert places.made[Var("p")] == Var("u")
    assert places.renamed == {Var("j"): Var("w"), Var("q"): Var("z")}


@pytest.mark.parametrize(
    "between",
    [
        "t = slice 0 1 None; part = getitem xs t",
        "table = list_of xs xs",
        "table = list_of xs; setitem xs 0 k",
        "m = add k 1",
        "setitem xs 0 n",
        "also = tuple_of xs xs",
        "t = reversed xs",
    ],
)
def test_what_needs_places(between):
    assert not found(WRITTEN.format(between="\n    ".join(between.split("; "))))


def test_keys_that_hold_nothing_that_varies():
    text = """function f(v, n)
    values = list_of
    rows = list_of
    body = dict_of
    k = len values
    setitem body 'x' k
    append values v
    setitem body 'mass' 2.0
    append rows body
    row = getitem rows 0
    j = getitem row 'x'
    w = getitem values j
    m = getitem row 'mass'
    z = mul w m
    return z
"""
    places = found(text)
    assert places[0].holders == {Var("rows"), Var("body"), Var("row")}
    assert inert_reads(places) == {Var("m")}
