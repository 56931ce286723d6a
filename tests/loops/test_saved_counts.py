"""How many iterations loops have, computed before them all."""

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, For, Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_block
from s2sad.ir.rewrite import variables_of, walk
from s2sad.loops.saved_counts import Counts
from tests.loops.passes import VECTOR, facts_of

TEXT = """function f(x, n)
    r = range n
    for i in r
        q = range {}
        for j in q
            t = mul i j
    return x
"""


def counted(inner, all_by_ranges=True):
    function = parse_function(TEXT.format(inner))
    loops = tuple(node for node in walk(function.body) if isinstance(node, For))
    names = Names(var.name for var in variables_of(function))
    gone = {id(loop) for loop in loops} if all_by_ranges else set()
    counts = Counts(function, facts_of(function, (VECTOR, K.INT)), names, {Var("n"), Var("r")}, gone)
    return counts.lengths(loops), print_block(Block(tuple(counts.before)))


def test_a_count_that_is_the_same_in_each_iteration():
    assert counted("7") == ((Var("count"), Const(7)), "count = max n 0\n")


def test_the_inner_loop_has_most_iterations_where_the_outer_ends():
    before = "count = max n 0\nt_1 = sub n 1\ncount_1 = max t_1 0\n"
    assert counted("i") == ((Var("count"), Var("count_1")), before)


def test_none_where_it_isnt_known_which_iteration_it_was():
    assert counted("i", all_by_ranges=False)[0] is None


def test_none_where_the_count_comes_out_of_the_loop():
    function = parse_function(TEXT.format("t_0").replace("        q =", "        t_0 = mul i i\n        q ="))
    loops = tuple(node for node in walk(function.body) if isinstance(node, For))
    facts = facts_of(function, (VECTOR, K.INT))
    counts = Counts(function, facts, Names(), {Var("n"), Var("r")}, {id(loop) for loop in loops})
    assert counts.lengths(loops) is None
