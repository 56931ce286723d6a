"""Probes: a list that is watched says where every adjoint and tangent is complete, and computes the same."""

import pytest

from s2sad.dynamic import AT_RUN_TIME
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Entry
from s2sad.ir.operations import operation_of
from s2sad.ir.parser import parse_module
from s2sad.ir.rewrite import walk
from s2sad.ir.verify import verify
from s2sad.pipeline import Compiler, Request
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View

LOOP = """function f(x, n)
    t = range n
    for i in t with a = x -> b
        c = gt a 2.0
        if c -> d
            e = math.sin a
            yield e
        else
            g = mul a x
            yield g
        yield d
    return b
"""


def derived(what, probes):
    """The derivative of the loop, before the clean-up."""
    seen = []
    compiler = Compiler(View(STANDARD), AT_RUN_TIME, "flat", seen.append, probes=probes)
    facts = ((K.FLOAT, True), (K.INT, False))
    compiler.differentiated(parse_module(LOOP), Request(facts, (0,), True), what)
    verify(seen[0].module)
    return seen[0].module


def probed(module):
    """What the probes of a list look at."""
    nodes = [node for node in walk(module.main.body) if operation_of(node) == "probe"]
    return [node.args[0].value for node in nodes if isinstance(node, Entry)]


@pytest.mark.parametrize("what, args", [("grad", (1.5, 4)), ("jvp", (1.5, 4, 1.0))])
def test_the_derivative_is_the_same(what, args):
    plain, watched = derived(what, False), derived(what, True)
    assert evaluate(plain.main, args, module=plain) == evaluate(watched.main, args, module=watched)
    assert probed(plain) == []


def test_adjoints_are_told_in_the_reverse_of_the_order_of_the_entries():
    assert probed(derived("grad", True)) == ["b", "d", "e", "g", "c", "a", "t", "x", "n"]


def test_tangents_are_told_in_the_order_of_the_entries():
    assert probed(derived("jvp", True)) == ["x", "n", "t", "a", "c", "e", "g", "d", "b"]
