"""Integers that don't change in a loop are computed before it."""

from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Const
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.value_kinds import kind_of
from s2sad.loops.hoist import hoisted

BEFORE = """function f(n, m, x)
    r = range n
    for k in r with s = 0.0 -> z
        t = sub m 2
        q = range t
        for i in q with u = s -> v
            w = add t k
            y = mul w x
            p = add u y
            yield p
        yield v
    return z
"""
AFTER = """function f(n, m, x)
    r = range n
    t = sub m 2
    q = range t
    for k in r with s = 0.0 -> z
        w = add t k
        for i in q with u = s -> v
            y = mul w x
            p = add u y
            yield p
        yield v
    return z
"""


def kind(atom):
    if isinstance(atom, Const):
        return kind_of(atom.value)
    return K.INT if atom.name in ("n", "m", "t", "w", "k") else K.FLOAT


def test_lengths_and_ranges_stand_before_the_loops():
    assert print_function(hoisted(parse_function(BEFORE), kind)) == AFTER


def test_both_compute_the_same():
    for text in (BEFORE, AFTER):
        assert evaluate(parse_function(text), (3, 5, 0.5)) == sum(
            0.5 * (3 + k) for k in range(3) for _ in range(3)
        )
