"""What is put at the end of a list of entries, by the text of these."""

from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Function, Param, Var
from s2sad.loops.emission import emitted, moved
from s2sad.loops.ranges import as_arguments, both_ends

INDEX = Var("i")


def value_of(entries, result, i):
    function = Function("f", (Param(INDEX),), Block(tuple(entries), (result,)))
    return evaluate(function, [i])


def test_an_index_that_is_so_much_more():
    for more in (-2, 0, 3):
        out = []
        assert value_of(out, moved(out, Names(["i"]), INDEX, more), 5) == 5 + more
        assert len(out) == (more != 0)
    assert moved([], Names([]), Const(4), -1) == Const(3)


def test_names_are_new():
    out, names = [], Names(["i", "t"])
    one = emitted(out, names, "add", INDEX, Const(1))
    other = emitted(out, names, "neg", one, hint="i")
    assert len({INDEX, Var("t"), one, other}) == 4
    assert value_of(out, other, 5) == -6


def test_ends_of_ranges():
    n = Var("n")
    assert both_ends((n,)) == (Const(0), n) and as_arguments(Const(0), n) == (n,)
    assert both_ends((INDEX, n)) == (INDEX, n) == as_arguments(INDEX, n)
    assert both_ends((n, INDEX, Const(2))) == (n, INDEX)
