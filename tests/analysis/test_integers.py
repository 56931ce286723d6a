"""Integers that are known before the program runs, in terms of the lengths of arrays."""

import pytest

from s2sad.analysis.integers import Integers
from s2sad.analysis.lengths import Named, number, plus, share, symbol, times
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.parser import parse_function

N, M = symbol(Named("n")), symbol(Named("m"))
TEXT = """function f(A, v, i, x)
    s = getattr A 'shape'
    n = getitem s 0
    m = getitem s -1
    p, q = unpack s 2 None
    first, rest = unpack s 1 0
    beyond = getitem s 2
    size = getattr v 'size'
    whole = getattr A 'size'
    length = len v
    rows = len A
    less = sub n 1
    both = add less i
    area = mul n m
    half = floordiv n 2
    real = mul x 2.0
    pair = tuple_of n 3
    return both
"""
FUNCTION = parse_function(TEXT, {})
NODES = {target: node for node in FUNCTION.body.entries if isinstance(node, Entry) for target in node.targets}


def integers():
    def kind(atom):
        return K.FLOAT if atom in (Var("x"), Var("real")) else K.INT

    shapes = {Var("A"): (N, M), Var("v"): (N,)}
    return Integers(NODES.get, shapes.get, kind, lambda atom: atom)


@pytest.mark.parametrize(
    "name, known",
    [
        ("n", N),
        ("m", M),
        ("p", N),
        ("q", M),
        ("size", N),
        ("length", N),
        ("rows", N),
        ("less", plus(N, number(-1))),
        ("both", plus(plus(N, number(-1)), symbol(Var("i")))),
        ("area", times(M, N)),
        ("i", symbol(Var("i"))),
        ("half", share(N, 2)),
        ("beyond", symbol(Var("beyond"))),
        ("rest", symbol(Var("rest"))),
        ("whole", symbol(Var("whole"))),
        ("real", None),
    ],
)
def test_of_a_variable(name, known):
    assert integers().of(Var(name)) == known


def test_of_constants():
    assert integers().of(Const(3)) == number(3)
    assert integers().of(Const(3.0)) is None
    assert integers().of(Const(True)) is None


def test_tuples_of_integers():
    assert integers().all_of(Var("s")) == (N, M)
    assert integers().all_of(Var("pair")) == (N, number(3))
    assert integers().all_of(Const((2, 5))) == (number(2), number(5))
    assert integers().all_of(Const((2, 0.5))) is None
    assert integers().all_of(Var("n")) == (N,)
    assert integers().all_of(Var("real")) is None


def test_a_long_chain_of_definitions_is_not_followed_to_its_end():
    chain = {
        Var(f"k{i}"): Entry((Var(f"k{i}"),), NODES[Var("less")].fn, (Var(f"k{i + 1}"), Const(1)))
        for i in range(50)
    }
    found = Integers(chain.get, lambda atom: None, lambda atom: K.INT, lambda atom: atom).of(Var("k0"))
    assert found == plus(symbol(Var("k21")), number(-21))
