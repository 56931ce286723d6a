"""What entries write to in place, against what the same calls do."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.call_summaries import Outside
from s2sad.ad.context import Context
from s2sad.analysis.writes import (
    may_change_objects,
    may_write_outside,
    outside_written,
    reads_memory_outside,
    written_by,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Entry, Module
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import walk
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View

BUFFER, NAMES = np.zeros(3), [1.0, 2.0]


def fills(a, v):
    a[:] = v


def fills_buffer(v):
    BUFFER[:] = v


def only_reads(a):
    return a * 2.0


class Counter:
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1

    def twice(self):
        return 2 * self.n


SCOPE = {
    "np": np,
    "fills": fills,
    "fills_buffer": fills_buffer,
    "only_reads": only_reads,
    "BUFFER": BUFFER,
    "NAMES": NAMES,
    "exec": exec,
    "globals": globals,
}
KINDS = {"A": K.array_kind(K.FLOAT, 1), "xs": K.list_kind(K.FLOAT), "o": K.OBJECT, "d": K.dict_kind(K.FLOAT)}


def known(text, outside=None):
    function = parse_function(text, SCOPE)
    outside = outside or Outside(View(STANDARD), classes=[Counter])
    context = Context.of(Module((function,), arrays=True), View(STANDARD), outside=outside)
    context.arrays = True
    facts = tuple((KINDS.get(param.var.name, K.FLOAT), False) for param in function.params)
    return function, context.known_facts(function, facts), context


def written(line):
    function, facts, context = known(f"function f(A, xs, o, d, v)\n    {line}\n    return v\n")
    entry, *_ = [node for node in walk(function.body) if isinstance(node, Entry)][-1:]
    found = written_by(entry, facts, context.summary, context.outside)
    return {(getattr(atom, "name", getattr(atom, "path", None)), way) for atom, way in found}


@pytest.mark.parametrize(
    "line, wanted",
    [
        ("store A 0 v", {("A", False)}),
        ("t = iadd A v", {("A", False)}),
        ("append xs v", {("xs", True)}),
        ("setitem d 'a' v", {("d", True)}),
        ("append o v", {("o", False), ("o", True)}),
        ("t = mul A v", set()),
        ("t = getitem A 0", set()),
        ("fills A v", {("A", False)}),
        ("t = only_reads A", set()),
        ("t = np.sum A", set()),
        ("t = o A xs", {("A", False), ("xs", True), ("o", False)}),
        ("setattr o 'n' v", set()),
        ("t = iadd v v", set()),
    ],
)
def test_what_an_entry_writes_to(line, wanted):
    assert written(line) == wanted


def memory(line):
    function, facts, context = known(f"function f(A, xs, o, d, v)\n    {line}\n    return v\n")
    return outside_written(function, facts, context.summary, context.outside)


@pytest.mark.parametrize(
    "line, wanted",
    [
        ("store BUFFER 0 v", {id(BUFFER)}),
        ("append NAMES v", {id(NAMES)}),
        ("fills_buffer v", {id(BUFFER)}),
        ("fills BUFFER v", {id(BUFFER)}),
        ("t = only_reads BUFFER", set()),
        ("store A 0 v", set()),
    ],
)
def test_the_memory_outside_that_is_written(line, wanted):
    assert {place for _, place in memory(line)} & {id(BUFFER), id(NAMES)} == wanted


@pytest.mark.parametrize("line", ["t = o A", "t = exec 'x = 1'", "t = getattr o 'up'\n    s = t v"])
def test_what_may_write_to_anything(line):
    assert memory(line) is None


def test_a_method_that_only_reads_by_its_name():
    assert memory("t = getattr o 'sum'\n    s = t v") is not None


def test_what_gives_a_name_outside_another_value():
    assert memory("t = globals") != set()


@pytest.mark.parametrize("name, changes", [("up", True), ("twice", False), ("nowhere", False)])
def test_which_methods_change_objects(name, changes):
    outside = Outside(View(STANDARD), classes=[Counter])
    function = parse_function(f"function f(o, v)\n    t = getattr o '{name}'\n    s = t v\n    return v\n")
    assert may_change_objects([function], outside) is changes


@pytest.mark.parametrize(
    "line, reads", [("t = mul v BUFFER", True), ("t = only_reads v", True), ("t = mul v 2.0", False)]
)
def test_whether_memory_outside_is_read(line, reads):
    assert reads_memory_outside(parse_function(f"function f(v)\n    {line}\n    return v\n", SCOPE)) is reads


@pytest.mark.parametrize(
    "line, may", [("fills v v", True), ("append v v", True), ("t = mul v v", False), ("t = print v", False)]
)
def test_which_entries_may_write_outside(line, may):
    (entry,) = parse_function(f"function f(v)\n    {line}\n    return v\n", SCOPE).body.entries
    assert may_write_outside(entry) is may


def test_rules_of_the_library_write_to_no_table_outside():
    def f(x):
        return np.interp(1.7, BUFFER + np.arange(3.0), np.sin(TIMES * x)) ** 2 + np.interp(x, TIMES, TIMES**2)

    slope, h = s2sad.grad(f), 1e-6
    found = s2sad.hvp(f, (1.3,), (1.0,))[0]
    assert found == pytest.approx((slope(1.3 + h) - slope(1.3 - h)) / (2 * h), rel=1e-6)


TIMES = np.array([0.0, 1.0, 2.0])
