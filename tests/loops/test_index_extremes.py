"""The least and the greatest of indices, as loops and branches go through them."""

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Function, Param, Var
from s2sad.ir.parser import parse_function
from s2sad.loops.index_extremes import Indices, canonical, factors_of

TEXT = """function f(i, n)
    a = mul i 2
    b = sub n a
    c = mul b 3
    return c
"""
ITEM, N, C = Var("i"), Var("n"), Var("c")


def indices():
    body = parse_function(TEXT).body
    return Indices(C, C, body.entries)


def test_factors_are_those_of_the_item():
    factors = factors_of(indices().entries, ITEM)
    assert [factors[Var(name)] for name in "iabc"] == [1, 2, -2, -6]
    product = parse_function("function f(i, n)\n    a = mul i n\n    return a\n").body.entries
    assert factors_of(product, ITEM)[Var("a")] is None
    square = parse_function("function f(i)\n    a = mul i i\n    return a\n").body.entries
    assert factors_of(square, ITEM) is None


@pytest.mark.parametrize(("low", "high"), [(0, 4), (-2, 3)])
def test_ends(low, high):
    found = indices()
    found.at_ends(ITEM, (Const(low), Const(high)), factors_of(found.entries, ITEM), Names("inabc"))
    function = Function("f", (Param(N),), Block(found.entries, found.block.results), ("one", "one"))
    values = [3 * (10 - 2 * i) for i in range(low, high + 1)]
    assert tuple(evaluate(function, (10,))) == (min(values), max(values))


def test_where_a_condition_does_not_hold_there_are_none():
    found = indices()
    found.under(N, False, Names("inabc"))
    found.chosen(Names("inabc"))
    function = Function(
        "f", (Param(ITEM), Param(N)), Block(found.entries, found.block.results), ("one", "one")
    )
    assert tuple(evaluate(function, (2, 0))) == (-12, -12)
    assert tuple(evaluate(function, (2, 1))) == (0, -1)


def test_one_form_of_what_differs_by_names():
    other = parse_function(TEXT.replace("a =", "x =").replace("n a", "n x")).body
    assert canonical(Block(other.entries, (*other.results, *other.results))) == canonical(indices().block)
