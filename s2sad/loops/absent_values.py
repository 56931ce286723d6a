"""Variables that may have no value as yet: a truth beside each of them tells whether it has one.

for v in x with best = None             for v in x with best = 0.0, has_best = False
    t = is_not best None          →         …
    if t                                    if has_best
    …                                       …
    yield v                                 yield v True

What may have no value is checked before it is read, unless it is known there to have one: Python raises UnboundLocalError for
a variable that nothing has set, and TypeError for arithmetic with None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Var,
    While,
    atoms_of,
)
from s2sad.ir.operations import callee_of, is_one_of, op, operation, operation_of
from s2sad.ir.rewrite import node_reads, substitute, substitute_atom, walk, with_body
from s2sad.loops.dtypes import ZEROS
from s2sad.runtime.loops import check_is_set, check_not_none

_CHECKS = {None: Ref("check_not_none", check_not_none), UNDEFINED: Ref("check_is_set", check_is_set)}
_READERS = ("getitem", "store", "setitem", "increase", "add_at", "lt", "le", "gt", "ge", "neg")
_FUNCTIONS = (abs, min, max, float, int, range)
_TRUE, _FALSE = Const(True), Const(False)


def with_presence(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function in which it is known of each number and array at run time whether it has a value."""
    absent = absent_in(function, kind)
    return _Rewriting(absent, names).function(function) if absent.of else function


# ------------------------------------------------------------------------------------------- which variables


@dataclass
class Absent:
    """Of the variables that may have no value, what they have instead (None or UNDEFINED); and the zeros for None.

    Loops begin with zeros (`starts`) in place of numbers that aren't set: Numba wants one wherever a number may be read.
    """

    of: dict[Var, Any] = field(default_factory=dict)
    zeros: dict[Var, Const] = field(default_factory=dict)
    starts: dict[Var, Const] = field(default_factory=dict)


def absent_in(function: Function, kind: Callable[[Atom], K.Kind]) -> Absent:
    """The variables that may have no value; of those that may be None only numbers and arrays that are used as such."""
    flows = list(_flows(function))
    unset, none = (_reached(flows, nothing) for nothing in (UNDEFINED, None))
    members = unset | none
    groups = _Groups(flows, members)
    wrong = {groups.of(var) for var in unset & none}
    used = [atom for atom in _otherwise_used(function) if isinstance(atom, Var)]
    wrong |= {groups.of(var) for var in used if var in none}
    kinds: dict[Var, set[K.Kind]] = {}
    for target, source in flows:
        if target in members and source not in members and source not in (Const(None), Const(UNDEFINED)):
            kinds.setdefault(groups.of(target), set()).add(kind(source))
    found = Absent({var: UNDEFINED for var in unset if groups.of(var) not in wrong})
    for var in found.of:
        number = K.join_all(tuple(kinds.get(groups.of(var), ())))
        if number in ZEROS:
            found.starts[var] = ZEROS[number]
    for var in none:
        group = groups.of(var)
        zero = _zero_for(kinds.get(group, set())) if group not in wrong else None
        if zero is not None:
            found.of[var], found.zeros[var] = None, zero
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
            for target, param, *given in zip(node.targets, node.params, node.inits, node.body.results):
                yield from ((var, each) for var in (target, param) for each in given)
                yield target, param


def _reached(flows: list[tuple[Var, Atom]], nothing: Any) -> set[Var]:
    found: set[Atom] = {target for target, source in flows if source == Const(nothing)}
    while more := {target for target, source in flows if source in found and target not in found}:
        found |= more
    return {var for var in found if isinstance(var, Var)}


class _Groups:
    """Variables that are handed on to one another."""

    def __init__(self, flows: list[tuple[Var, Atom]], members: set[Var]) -> None:
        self.above: dict[Var, Var] = {}
        for target, source in flows:
            if isinstance(source, Var) and source in members and target in members:
                self.above[self.of(target)] = self.of(source)

    def of(self, var: Var) -> Var:
        while self.above.get(var, var) != var:
            var = self.above[var]
        return var


def _otherwise_used(function: Function) -> set[Atom]:
    """What is used in a way that None may be used in as well."""
    found: set[Atom] = set(function.body.results)
    for node in walk(function.body):
        if isinstance(node, Entry):
            if not _asks_for_none(node) and not _raises_for_none(node):
                found.update((*node.args, *(atom for _, atom in node.kwargs)))
        elif isinstance(node, If):
            found.add(node.cond)
        elif isinstance(node, For):
            found.add(node.iterable)
        elif isinstance(node, While):
            found.update(node.cond.results)
        else:
            found.update((*node_reads(node), *atoms_of(node)))
    return found


def _asks_for_none(node: Entry) -> bool:
    return operation_of(node) in ("is_", "is_not") and node.args[1] == Const(None)


def _raises_for_none(node: Entry) -> bool:
    callee = callee_of(node)
    if operation(node).arithmetic or operation_of(node) in _READERS or isinstance(callee, np.ufunc):
        return True
    return is_one_of(callee, _FUNCTIONS) or getattr(callee, "__module__", "") == "math"


# ----------------------------------------------------------------------------------------------- the program


class _Rewriting:
    """`has` are the truths of variables that may have no value; which hold if another truth `holds` or `fails`."""

    def __init__(self, absent: Absent, names: Names) -> None:
        self.absent, self.names = absent, names
        self.has: dict[Var, Atom] = {}
        self.holds: dict[Atom, set[Atom]] = {}
        self.fails: dict[Atom, set[Atom]] = {}
        self.same: dict[Any, Atom] = {}

    def function(self, function: Function) -> Function:
        known: set[Atom] = {_TRUE}
        entries = self.entries(function.body.entries, known)
        for atom in function.body.results:
            entries += self.checked(atom, known, function)
        body = substitute(Block(tuple(entries), function.body.results), self.same)
        return with_body(function, body.entries, body.results)

    def truth(self, atom: Atom) -> Atom:
        """The truth of whether an atom has a value."""
        if isinstance(atom, Const):
            return Const(not (atom.value is None or atom.value is UNDEFINED))
        return self.has.get(atom, _TRUE) if isinstance(atom, Var) else _TRUE

    def checked(self, atom: Atom, known: set[Atom], node: Any) -> list[Node]:
        """The check of an atom that isn't known to have a value."""
        truth = self.truth(atom) if isinstance(atom, Var) else _TRUE
        if truth in known:
            return []
        known.add(truth)
        return [Entry((), _CHECKS[self.absent.of[atom]], (truth,), (), node.loc)]  # type: ignore[index]

    def entries(self, entries: tuple[Node, ...], known: set[Atom]) -> list[Node]:
        made: list[Node] = []
        for node in entries:
            if isinstance(node, Entry):
                made += self.entry(node, known)
            elif isinstance(node, If):
                made += self.checked(node.cond, known, node)
                made.append(self.branch(node, known))
            elif isinstance(node, (For, While)):
                made += self.checked(node.iterable, known, node) if isinstance(node, For) else []
                made.append(self.loop(node, known))
            else:
                made.append(node)
        return made

    def entry(self, node: Entry, known: set[Atom]) -> list[Node]:
        first = node.args[0] if node.args else None
        if _asks_for_none(node) and first in self.absent.zeros:
            assert isinstance(first, Var)
            truth = self.has[first]
            if operation_of(node) == "is_not":
                self.same[node.targets[0]] = truth
                return []
            self.fails[node.targets[0]] = {truth}
            return [replace(node, fn=op("not_"), args=(truth,))]
        if operation_of(node) == "not_" and first is not None:
            cond = substitute_atom(first, self.same)
            self.holds[node.targets[0]], self.fails[node.targets[0]] = self.if_false(cond), self.if_true(cond)
        every = (*node.args, *(atom for _, atom in node.kwargs))
        return [*(check for atom in every for check in self.checked(atom, known, node)), node]

    def block(self, block: Block, known: set[Atom], targets: tuple[Var, ...]) -> Block:
        """A block, with zeros for None in what it gives."""
        entries = self.entries(block.entries, known)
        return substitute(Block(tuple(entries), self.given(block.results, targets)), self.same)

    def given(self, atoms: tuple[Atom, ...], targets: tuple[Var, ...]) -> tuple[Atom, ...]:
        zeros = [self.absent.zeros.get(target) for target in targets]
        put = [zero if zero is not None and atom == Const(None) else atom for atom, zero in zip(atoms, zeros)]
        return (*put, *atoms[len(zeros) :])

    def branch(self, node: If, known: set[Atom]) -> If:
        """A branch: in each of its blocks it is known which way it went."""
        cond = substitute_atom(node.cond, self.same)
        in_then, in_orelse = known | self.if_true(cond), known | self.if_false(cond)
        then = self.block(node.then, in_then, node.targets)
        orelse = self.block(node.orelse, in_orelse, node.targets)
        made = replace(node, then=then, orelse=orelse)
        for target, *given in zip(node.targets, node.then.results, node.orelse.results):
            if target in self.absent.of:
                one, other = (
                    _TRUE if truth in there else truth
                    for truth, there in zip(map(self.truth, given), (in_then, in_orelse))
                )
                made = self.with_truth(made, target, one, other)
            self.learn(target, cond, *(substitute_atom(atom, self.same) for atom in given))
        return made

    def with_truth(self, node: If, target: Var, one: Atom, other: Atom) -> If:
        """A branch that gives the truth of one of its targets as well, if it doesn't do so already."""
        places = list(zip(node.then.results, node.orelse.results))
        if one == other:
            self.has[target] = one
        elif (one, other) in places:
            self.has[target] = node.targets[places.index((one, other))]
        else:
            truth = self.has[target] = self.fresh(target)
            then, orelse = (
                replace(block, results=(*block.results, each))
                for block, each in ((node.then, one), (node.orelse, other))
            )
            return replace(node, targets=(*node.targets, truth), then=then, orelse=orelse)
        return node

    def fresh(self, var: Var) -> Var:
        return Var(self.names.fresh(f"has_{stem(var.name)}"))

    def loop(self, node: For | While, known: set[Atom]) -> For | While:
        """A loop that carries the truths of what it carries; a truth of the program's that is the same serves as well."""
        places = [k for k, param in enumerate(node.params) if param in self.absent.of]
        inits = {k: self.truth(node.inits[k]) for k in places}
        others = {k: [j for j, init in enumerate(node.inits) if init == inits[k]] for k in places}
        while True:
            own = {k: self.fresh(node.params[k]) for k in places if not others[k]}
            self.has.update((node.params[k], own.get(k) or node.params[others[k][0]]) for k in places)
            made = self.with_blocks(node, known)
            ends = {k: substitute_atom(self.truth(node.body.results[k]), self.same) for k in places}
            wrong = [k for k in others if others[k] and made.body.results[others[k][0]] != ends[k]]
            if not wrong:
                break
            for k in wrong:
                del others[k][0]
        targets = {k: self.fresh(node.targets[k]) for k in own}
        self.has.update((node.targets[k], targets.get(k) or node.targets[others[k][0]]) for k in places)
        count, body = len(node.params), made.body
        results = (*body.results[:count], *(ends[k] for k in own), *body.results[count:])
        return replace(
            made,
            targets=(*node.targets, *targets.values()),
            params=(*node.params, *own.values()),
            inits=(*self.begun(node), *(inits[k] for k in own)),
            body=replace(body, results=results),
        )

    def begun(self, node: For | While) -> list[Atom]:
        """What a loop begins with, zeros in place of what isn't there and may be read all the same."""
        atoms = list(self.given(node.inits, node.params))
        read = {atom for inner in walk(node.body) if isinstance(inner, Entry) for atom in inner.args}
        for k, param in enumerate(node.params):
            if atoms[k] == Const(UNDEFINED) and param in read and param in self.absent.starts:
                atoms[k] = self.absent.starts[param]
        return atoms

    def with_blocks(self, node: For | While, known: set[Atom]) -> For | While:
        if isinstance(node, For):
            return replace(node, body=self.block(node.body, set(known), node.params))
        cond = self.block(node.cond, set(known), ())
        checks = [check for atom in cond.results for check in self.checked(atom, set(known), node)]
        cond = Block((*cond.entries, *checks), cond.results)
        in_body = known.union(*map(self.if_true, cond.results))
        return replace(node, cond=cond, body=self.block(node.body, in_body, node.params))

    def learn(self, target: Var, cond: Atom, one: Atom, other: Atom) -> None:
        """Take down what follows if a truth that a branch gives holds, and if it doesn't."""
        if other == _FALSE:
            self.holds[target] = self.if_true(cond) | self.if_true(one)
        elif one == _FALSE:
            self.holds[target] = self.if_false(cond) | self.if_true(other)
        if one == _TRUE:
            self.fails[target] = self.if_false(cond) | self.if_false(other)

    def if_true(self, truth: Atom) -> set[Atom]:
        return {truth, *self.holds.get(truth, ())}

    def if_false(self, truth: Atom) -> set[Atom]:
        return self.fails.get(truth, set())
