"""What stands beside a loop in the place of every iteration, though the loop may have none."""

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, For
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_block
from s2sad.ir.rewrite import variables_of, walk
from s2sad.loops.beside_loops import BesideLoops
from s2sad.loops.local_arrays import LocalArrays
from tests.loops.passes import VECTOR, facts_of

TEXT = """function f(x, n)
    t = getitem x {}
    r = range {}
    for j in r with s = 0.0 -> u
        v = add s t
        yield v
    return u
"""


def beside(place, count):
    function = parse_function(TEXT.format(place, count))
    names = Names(var.name for var in variables_of(function))
    arrays = LocalArrays(function, facts_of(function, (VECTOR, K.INT)), ())
    (loop,) = (node for node in walk(function.body) if isinstance(node, For))
    return print_block(Block(tuple(BesideLoops(arrays, names).safe([function.body.entries[0]], loop, ()))))


def test_a_read_that_may_fail_is_under_the_condition_that_there_is_an_iteration():
    made = beside("n", "n")
    assert "= len r\n" in made and "if " in made and "    yield 0.0\n" in made


@pytest.mark.parametrize("count", ["3", "2 4"])
def test_not_where_there_is_an_iteration(count):
    assert beside("n", count) == "t = getitem x n\n"
