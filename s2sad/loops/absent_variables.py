"""Which variables may have no value as yet: what branches and loops hand on is followed from None, and from what nothing has set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Block, Const, Entry, For, Function, If, Var, While, atoms_of
from s2sad.ir.operations import callee_of, is_one_of, operation, operation_of
from s2sad.ir.rewrite import node_reads, walk
from s2sad.loops.dtypes import ZEROS

_READERS = ("getitem", "store", "setitem", "increase", "add_at", "lt", "le", "gt", "ge", "neg")
_FUNCTIONS = (abs, min, max, float, int, range, len)
_PRODUCTS = (np.dot, np.vdot, np.inner, np.outer)


@dataclass
class Absent:
    """The variables `of` which some may have no value but `nothing`, and what stands for that: zeros for None.

    None stands for what isn't set where that may be None as well. Loops begin with zeros (`starts`) in place of numbers that
    aren't set: Numba wants one wherever a number may be read. Of `arrays` the kind is known: branches give one without items.
    """

    nothing: Any
    of: set[Var] = field(default_factory=set)
    zeros: dict[Var, Const] = field(default_factory=dict)
    arrays: dict[Var, K.Kind] = field(default_factory=dict)
    starts: dict[Var, Const] = field(default_factory=dict)


def absent_in(function: Function, kind: Callable[[Atom], K.Kind], nothing: Any) -> Absent:
    """The variables that may be `nothing`, UNDEFINED or None; the latter only of numbers and arrays that are used as such."""
    flows = list(_flows(function))
    members = _reached(flows, nothing)
    groups = _Groups([*flows, *_carried(function)], members)
    kinds: dict[Var, set[K.Kind]] = {}
    for target, source in flows:
        if target in members and source not in members and source not in (Const(None), Const(UNDEFINED)):
            kinds.setdefault(groups.of(target), set()).add(kind(source))
    there = {var: kinds.get(groups.of(var), set()) for var in members}
    if nothing is None:
        return _none_in(function, groups, there)
    found = Absent(UNDEFINED, members)
    none = {groups.of(var) for var in _reached(flows, None) if var in members}
    for var in members:
        number = K.join_all(tuple(there[var]))
        if groups.of(var) in none:
            found.zeros[var] = Const(None)
        elif number in ZEROS:
            found.starts[var] = ZEROS[number]
    return found


def _none_in(function: Function, groups: _Groups, there: dict[Var, set[K.Kind]]) -> Absent:
    found = Absent(None)
    wrong = {groups.of(atom) for atom in _otherwise_used(function) if isinstance(atom, Var) and atom in there}
    asked = {groups.of(var) for var in _truths(function) if var in there}
    for var, kinds in there.items():
        group = groups.of(var)
        if group in asked and any(map(K.is_array, kinds)):
            continue
        zero = _zero_for(kinds) if group not in wrong else None
        if zero is not None:
            found.of.add(var)
            found.zeros[var] = zero
            known = kinds - {K.UNKNOWN, K.BOTTOM}
            if len(known) == 1 and all(K.is_array(each) and each.ndim for each in known):
                found.arrays[var] = next(iter(known))
    return found


def _zero_for(kinds: set[K.Kind]) -> Const | None:
    """What stands for a value of these kinds that isn't there; what isn't known may be computed of it."""
    kinds = kinds - {K.UNKNOWN, K.BOTTOM}
    if kinds and all(map(K.is_array, kinds)):
        return Const(0.0)
    joined = K.join_all(tuple(kinds)) if kinds else K.UNKNOWN
    return ZEROS.get(joined)


def _flows(function: Function) -> Iterator[tuple[Var, Atom]]:
    """The variables that branches and loops give and carry, each with what it may be."""
    for node in walk(function.body):
        if isinstance(node, If):
            for target, *given in zip(node.targets, node.then.results, node.orelse.results):
                yield from ((target, each) for each in given)
        elif isinstance(node, (For, While)):
            endless = isinstance(node, While) and node.stops and node.cond.results == (Const(True),)
            for target, param, init, end in zip(node.targets, node.params, node.inits, node.body.results):
                yield from ((param, each) for each in (init, end))
                left = _left_with(node.body, end, node.body.results[-1]) if endless else {param, init, end}
                yield from ((target, each) for each in left)


def _carried(function: Function) -> Iterator[tuple[Var, Var]]:
    """What loops carry: if it may have no value at their ends, that is as it was within."""
    for node in walk(function.body):
        if isinstance(node, (For, While)):
            yield from zip(node.targets, node.params)


def _left_with(block: Block, given: Atom, stop: Atom) -> set[Atom]:
    """What a block may give where it stops the loop: the branches that go on count for nothing."""
    branch = next((node for node in block.entries if isinstance(node, If) and stop in node.targets), None)
    if branch is None or given not in branch.targets:
        return {given}
    at, flag = branch.targets.index(given), branch.targets.index(stop)
    found: set[Atom] = set()
    for inner in (branch.then, branch.orelse):
        if inner.results[flag] != Const(False):
            found |= _left_with(inner, inner.results[at], inner.results[flag])
    return found


def _reached(flows: list[tuple[Var, Atom]], nothing: Any) -> set[Var]:
    found: set[Atom] = {target for target, source in flows if source == Const(nothing)}
    while more := {target for target, source in flows if source in found and target not in found}:
        found |= more
    return {var for var in found if isinstance(var, Var)}


class _Groups:
    """Variables that are handed on to one another."""

    def __init__(self, flows: Sequence[tuple[Var, Atom]], members: set[Var]) -> None:
        self.above: dict[Var, Var] = {}
        for target, source in flows:
            if isinstance(source, Var) and source in members and target in members:
                self.above[self.of(target)] = self.of(source)

    def of(self, var: Var) -> Var:
        while self.above.get(var, var) != var:
            var = self.above[var]
        return var


def _otherwise_used(function: Function) -> set[Atom]:
    """What is used in a way that None may be used in as well. What the function gives is none: it has to be there."""
    found: set[Atom] = set()
    for node in walk(function.body):
        if isinstance(node, Entry):
            if not asks_for_none(node) and not is_truth(node) and not _raises_for_none(node):
                args = node.args[1:] if _begins_with_an_array(node) else node.args
                found.update((*args, *(atom for _, atom in node.kwargs)))
        elif isinstance(node, For):
            found.add(node.iterable)
        elif not isinstance(node, (If, While)):
            found.update((*node_reads(node), *atoms_of(node)))
    return found


def _truths(function: Function) -> Iterator[Var]:
    """The variables whose truths are asked for: zeros in the place of None are false as well."""
    for node in walk(function.body):
        asked: tuple[Atom, ...] = ()
        if isinstance(node, Entry) and is_truth(node):
            asked = node.args
        elif isinstance(node, If):
            asked = (node.cond,)
        elif isinstance(node, While):
            asked = node.cond.results
        yield from (atom for atom in asked if isinstance(atom, Var))


def is_truth(node: Entry) -> bool:
    return operation_of(node) == "not_" or is_one_of(callee_of(node), (bool,))


def asks_for_none(node: Entry) -> bool:
    return operation_of(node) in ("is_", "is_not") and node.args[1] == Const(None)


def _raises_for_none(node: Entry) -> bool:
    callee = callee_of(node)
    if operation(node).arithmetic or operation_of(node) in _READERS or isinstance(callee, np.ufunc):
        return True
    return is_one_of(callee, (*_FUNCTIONS, *_PRODUCTS)) or getattr(callee, "__module__", "") == "math"


def _begins_with_an_array(node: Entry) -> bool:
    """Whether it is a function of NumPy's, the first argument of which is an array: axes and bounds after it may be None."""
    module = getattr(callee_of(node), "__module__", None) or ""
    return module == "numpy" or module.startswith("numpy.")
