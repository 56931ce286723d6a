"""Infinities that a program names, and where they come to."""

import math

import numpy as np
import pytest

from s2sad.analysis.aliases import Facts
from s2sad.analysis.infinities import INFINITE, MINUS, MOVES, PLUS, TOUCHED, Infinities
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Block, Const, Entry, For, If, Ref, Var
from s2sad.ir.operations import op

INF = Ref("np.inf", math.inf, scope=np.sin)
X, Y = Var("x"), Var("y")


def entry(target, fn, *args):
    ref = op(fn) if isinstance(fn, str) else Ref(fn.__name__, fn)
    return Entry((Var(target),) if target else (), ref, args)


def known(*nodes):
    facts = Facts(varied={X, Y})
    return Infinities(facts, Block(nodes))


def signs(found, name):
    return found.of(Var(name)) & ~TOUCHED


@pytest.mark.parametrize(
    "node, expected",
    [
        (entry("b", "neg", Var("a")), MINUS),
        (entry("b", "sub", X, Var("a")), MINUS),
        (entry("b", "add", X, Var("a")), PLUS),
        (entry("b", "mul", Const(-2.0), Var("a")), MINUS),
        (entry("b", "mul", Var("k"), Var("a")), INFINITE),
        (entry("b", "mul", X, Var("a")), INFINITE | MOVES),
        (entry("b", "truediv", Var("a"), X), INFINITE | MOVES),
        (entry("b", "truediv", X, Var("a")), 0),
        (entry("b", min, X, Var("a")), 0),
        (entry("b", max, X, Var("a")), PLUS),
        (entry("b", np.exp, Var("a")), PLUS | MOVES),
        (entry("b", np.sqrt, Var("a")), INFINITE | MOVES),
        (entry("b", np.where, X, Var("a"), Y), PLUS),
        (entry("b", "mul", X, Y), 0),
    ],
)
def test_of_one_operation(node, expected):
    assert signs(known(entry("a", np.full, Const(3), INF), node), "b") == expected


def test_an_exponential_of_what_is_negative_is_finite_and_may_be_zero():
    found = known(entry("a", "neg", INF), entry("b", np.exp, Var("a")))
    assert found.of(Var("b")) == TOUCHED


def test_infinities_of_rules_and_other_numbers_are_none():
    found = known(entry("a", np.full, Const(3), Ref("np.inf", math.inf)), entry("b", "mul", X, Const(1e300)))
    assert not found.found


def test_what_is_no_number_may_be_anything():
    nan = Ref("np.nan", math.nan, scope=np.sin)
    assert signs(known(entry("a", "mul", nan, X)), "a") == INFINITE | MOVES
    assert signs(known(entry("a", float, Const("nan"))), "a") == INFINITE


def test_texts_of_infinities():
    assert signs(known(entry("a", float, Const("-inf"))), "a") == INFINITE
    assert signs(known(entry("a", float, Const("1.5"))), "a") == 0


def test_counts_and_truths_are_finite():
    facts = Facts(kinds={Var("b"): K.INT, Var("c"): K.BOOL})
    nodes = (
        entry("a", np.full, Const(3), INF),
        entry("b", np.argmin, Var("a")),
        entry("c", "lt", Var("a"), X),
    )
    found = Infinities(facts, Block(nodes))
    assert not found.of(Var("b")) and not found.of(Var("c"))


@pytest.mark.parametrize(
    "comparison, then, expected",
    [("lt d best", "d", 0), ("gt best d", "d", 0), ("lt best d", "best", 0), ("gt d best", "d", PLUS)],
)
def test_the_smaller_one_of_two_is_finite(comparison, then, expected):
    """In a loop that starts with an infinity"""
    name, one, other = comparison.split()
    orelse = "best" if then == "d" else "d"
    choice = If((Var("next"),), Var("c"), Block((), (Var(then),)), Block((), (Var(orelse),)))
    test = entry("c", name, Var(one), Var(other))
    body = Block((entry("d", "mul", X, Y), test, choice), (Var("next"),))
    found = known(For((Var("last"),), Var("i"), Const(None), (Var("best"),), (INF,), body))
    assert signs(found, "best") == PLUS
    assert signs(found, "last") == expected


def test_what_is_written_into_memory_comes_out_of_it():
    facts = Facts(kinds={Var("D"): K.array_kind(K.FLOAT, 1), Var("row"): K.array_kind(K.FLOAT, 1)})
    facts.classes.unite(Var("D"), Var("row"))
    facts.classes.write(Var("D"))
    nodes = (entry("v", "getitem", Var("D"), Const(0)), entry(None, "store", Var("row"), Const(0), INF))
    assert signs(Infinities(facts, Block(nodes)), "v") == PLUS
