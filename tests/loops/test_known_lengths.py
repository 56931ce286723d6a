"""Lengths that are numbers."""

from s2sad.analysis.lengths import number, symbol
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.loops.known_lengths import are_numbers, with_known_lengths

BEFORE = """
function f(x, y)
    n = len x
    s = getattr x 'shape'
    c = getattr x 'size'
    m = len y
    for row in x with t = 0.0 -> u
        v = add t m
        yield v
    return n, s, c, u
"""
AFTER = """
function f(x, y)
    s = tuple_of 5 3
    m = len y
    t_1 = range 5
    for i in t_1 with t = 0.0 -> u
        row = getitem x i
        v = add t m
        yield v
    return 5, s, 15, u
"""
SHAPES = {"x": (number(5), number(3)), "y": (symbol("n"),)}


def test_lengths():
    function = parse_function(BEFORE)
    kinds = {"x": K.array_kind(K.FLOAT, 2), "y": K.array_kind(K.FLOAT, 1)}
    made = with_known_lengths(
        function,
        lambda atom: kinds.get(atom.name, K.FLOAT),
        lambda atom: SHAPES.get(atom.name),
        Names({"f", "x", "y", "n", "s", "c", "m", "row", "t", "u", "v"}),
    )
    assert print_function(made).strip() == AFTER.strip()


def test_numbers_other_than_one():
    assert are_numbers([None, (3, 1)])
    assert not are_numbers([None, (1,), ("n", 1)])
