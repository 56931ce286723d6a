"""What is known of a function is found once, and again after a step that changes it or its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Const, Entry
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import mapped, with_body
from s2sad.loops.recursion import Recursion
from s2sad.loops.stage import Stage

TEXT = """function f(x, y)
    t = mul x y
    s = add t {number}
    return s
"""
ASKED: list[str] = []


@dataclass
class Context:
    functions: dict[str, Any]
    results: Any = None
    read_facts: Any = None

    def facts_of(self, function, facts):
        ASKED.append(function.name)
        return infer(function, facts, lambda fn: False, lambda name, args: ())

    def names_for(self, function):
        return Names(self.functions)


def function_of(number):
    return parse_function(TEXT.format(number=number), {})


def stage_of(number):
    ASKED.clear()
    facts = ((K.FLOAT, True), (K.INT, False))
    return Stage(function_of(number), Recursion((), {}), Context({}), facts, (None, None))


def negated(function, kind, names):
    def entry(node):
        is_sum = isinstance(node, Entry) and node.fn == op("add")
        return Entry(node.targets, op("sub"), node.args) if is_sum else node

    return with_body(function, mapped(function.body, entry).entries)


def test_what_is_known_stays_where_a_step_changes_nothing():
    stage = stage_of(1.0)
    first = stage.known
    stage.step(lambda function, kind, names: function_of(1.0))  # an equal function that is another object
    stage.put(stage.main)
    assert stage.known is first and ASKED == ["f"]
    assert stage.names is stage.names and stage.shapes is stage.shapes


def test_a_step_that_changes_something():
    stage = stage_of(1.0)
    first = stage.known
    stage.step(negated)
    assert stage.known is not first and ASKED == ["f", "f"]
    assert stage.context.functions["f"] is stage.main
    assert stage.main.body.entries[1].fn == op("sub") and stage.main.body.entries[1].args[1] == Const(1.0)


def test_other_parameters():
    stage = stage_of(1.0)
    assert stage.known.kind(stage.main.body.results[0]) == K.FLOAT
    facts = ((K.INT, False), (K.INT, False))
    stage.put_params(function_of(2), facts, stage.lengths)
    assert stage.known.kind(stage.main.body.results[0]) == K.INT
    stage.put_params(stage.main, facts, stage.lengths)
    assert len(ASKED) == 2


def test_functions_beside_it():
    stage = stage_of(1.0)
    other = parse_function(TEXT.format(number=3.0).replace("function f", "function g"), {})
    stage.put(stage.main, Recursion((other,), {"g": (K.FLOAT, K.FLOAT)}))
    stage.step_beside(negated)
    assert stage.recursion.functions[0].body.entries[1].fn == op("sub")
    assert stage.context.functions["g"] is stage.recursion.functions[0]
    assert stage.known_beside(stage.recursion.functions[0]).kind(other.body.results[0]) == K.FLOAT
