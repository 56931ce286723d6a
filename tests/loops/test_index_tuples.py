"""Tuples that are nothing but indices of arrays."""

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.loops.index_tuples import index_tuples

TEXT = """function f(a, i)
    t = tuple_of i 0
    u = tuple_of i 1
    v = tuple_of i 2
    x = getitem a t
    store a u x
    y = getitem v 0
    return x
"""


def test_tuples_that_are_read_otherwise_are_none():
    function = parse_function(TEXT, {})
    kinds = {"a": K.array_kind(K.FLOAT, 2)}
    assert index_tuples(function, lambda atom: kinds.get(getattr(atom, "name", ""), K.INT)) == {
        Var("t"),
        Var("u"),
    }
