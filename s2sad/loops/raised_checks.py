"""Checks stand as early in a block as they can, so that loops after each other stay neighbours, and may become one.

for i in range(n): …                      check_place(k, n, 0)
check_place(k, n, 0)               →      for i in range(n): …
for i in range(n): …                      for i in range(n): …
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.analysis.effects import has_effect, writes
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Entry, If, Node, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import node_reads, walk
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.index_checks import CHECKS
from s2sad.loops.local_arrays import LocalArrays

_QUICK = ("add", "sub", "neg", "mul", "getattr")


def raised(block: Block, arrays: LocalArrays) -> Block:
    """A block in which checks stand as early as they can: loops after each other stay neighbours."""
    early = early_in(block, arrays)
    found: list[Node] = []
    for node in block.entries:
        at = len(found)
        if id(node) in early:
            while at and id(found[at - 1]) not in early and not stays_before(found[at - 1], node, arrays):
                at -= 1
        found.insert(at, node)
    return replace(block, entries=tuple(found))


def early_in(block: Block, arrays: LocalArrays) -> set[int]:
    """The checks of a block, and what serves them: what nothing else reads, or what is quickly computed."""
    early: set[int] = set()
    wanted: set[Atom] = set()
    others: set[Atom] = set(block.results)
    for node in reversed(block.entries):
        targets = set(targets_of(node))
        serves = not targets.isdisjoint(wanted) and not has_effect(node)
        if is_check(node) or (serves and (targets.isdisjoint(others) or is_quick(node, arrays))):
            early.add(id(node))
            wanted.update(node_reads(node))
        else:
            others.update(node_reads(node))
    return early


def is_quick(node: Node, arrays: LocalArrays) -> bool:
    """Whether an entry computes an integer of integers, a range, or the lengths of an array."""
    if operation_of(node) == "getitem" and isinstance(node, Entry):
        return not K.is_array(arrays.facts.kind(node.args[0]))
    return operation_of(node) in _QUICK or callee_of(node) in (range, min, max, len)


def stays_before(other: Node, node: Node, arrays: LocalArrays) -> bool:
    """Whether an entry makes or writes what a check reads, or may end the program before it."""
    if not node_reads(node).keys().isdisjoint(targets_of(other)):
        return True
    inner = [each for each in walk(Block((other,), ())) if isinstance(each, Entry)]
    if any(has_effect(each) and operation_of(each) not in ELEMENTS for each in inner):
        return True
    find = arrays.facts.classes.find
    read = {find(each) for each in node_reads(node) if K.is_array(arrays.facts.kind(each))}
    return not read.isdisjoint(written_in(other, arrays))


def written_in(node: Node, arrays: LocalArrays) -> set[object]:
    """The memory that is written to."""
    return {arrays.facts.classes.find(var) for var in writes(node)}


def is_check(node: Node) -> bool:
    """Whether an entry does nothing but check, it may be under conditions."""
    if isinstance(node, If):
        return all(map(is_check, node.then.entries[-1:])) and not node.targets and not node.orelse.entries
    return callee_of(node) in CHECKS
