"""Loops, ends of slices and indices that the loop level emits, evaluated."""

import pytest

from s2sad.analysis.lengths import number, symbol
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Function, Param, Var
from s2sad.loops.arrays import Axis
from s2sad.loops.builder import Builder

N, M = Var("n"), Var("m")


def builder():
    return Builder(
        Names(["n", "m"]), lambda atom: symbol(atom) if isinstance(atom, Var) else number(atom.value)
    )


def run(made, result, *args):
    body = Block(tuple(made.out), (result,))
    return evaluate(Function("f", (Param(N), Param(M)), body), args)


def test_a_loop_carries_what_it_is_given():
    made = builder()
    axis = Axis(N, symbol(N))
    (total,) = made.loop(axis, lambda i, s: (made.emit("add", s, i),), (Const(0),))
    assert [run(made, total, n, 0) for n in (0, 1, 5)] == [0, 0, 10]


def test_a_nest_goes_through_all_places():
    made = builder()
    shape = (Axis(N, symbol(N)), Axis(M, symbol(M)))

    def body(index, s):
        i, j = index
        return (made.emit("add", s, made.emit("mul", i, j)),)

    (total,) = made.loops(shape, body, (Const(0),))
    assert run(made, total, 3, 4) == sum(i * j for i in range(3) for j in range(4))


def test_a_block_has_what_was_emitted_in_it():
    made = builder()
    outer = made.emit("add", N, M)
    block = made.block(lambda: [made.emit("mul", outer, outer)])
    assert len(block.entries) == 1 and len(made.out) == 1 and block.results == block.entries[0].targets


@pytest.mark.parametrize("n", [-4, -1, 0, 2, 9])
def test_sums_are_computed_where_they_are_not_known(n):
    made = builder()
    total = made.plus(N, M, -1)
    assert run(made, total, n, 2) == n - 2
    assert made.plus(Const(3), Const(4), -1) == Const(-1)
