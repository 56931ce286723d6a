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

from collections.abc import Callable
from dataclasses import replace
from typing import Any

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
)
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import substitute, substitute_atom, walk, with_body
from s2sad.loops.absent_variables import Absent, absent_in, asks_for_none, is_truth
from s2sad.loops.branch_zeros import without_items
from s2sad.runtime.loops import check_is_set, check_not_none

_CHECKS = {None: Ref("check_not_none", check_not_none), UNDEFINED: Ref("check_is_set", check_is_set)}
_TRUE, _FALSE = Const(True), Const(False)


def with_presence(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function in which it is known of each number and array at run time whether it has a value."""
    for nothing in (UNDEFINED, None):
        absent = absent_in(function, kind, nothing)
        function = _Rewriting(absent, names).function(function) if absent.of else function
    return function


class _Rewriting:
    """`has` are the truths of variables that may have no value; which hold if another truth `holds` or `fails`."""

    def __init__(self, absent: Absent, names: Names) -> None:
        self.absent, self.names = absent, names
        self.may_be_none = absent.zeros if absent.nothing is None else {}
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
            return Const(atom.value is not self.absent.nothing)
        return self.has.get(atom, _TRUE) if isinstance(atom, Var) else _TRUE

    def checked(self, atom: Atom, known: set[Atom], node: Any) -> list[Node]:
        """The check of an atom that isn't known to have a value."""
        truth = self.truth(atom) if isinstance(atom, Var) else _TRUE
        if truth in known:
            return []
        known.add(truth)
        return [Entry((), _CHECKS[self.absent.nothing], (truth,), (), node.loc)]

    def entries(self, entries: tuple[Node, ...], known: set[Atom]) -> list[Node]:
        made: list[Node] = []
        for node in entries:
            if isinstance(node, Entry):
                made += self.entry(node, known)
            elif isinstance(node, If):
                made += [] if node.cond in self.may_be_none else self.checked(node.cond, known, node)
                made.append(self.branch(node, known))
            elif isinstance(node, (For, While)):
                made += self.checked(node.iterable, known, node) if isinstance(node, For) else []
                made.append(self.loop(node, known, made))
            else:
                made.append(node)
        return made

    def entry(self, node: Entry, known: set[Atom]) -> list[Node]:
        first = node.args[0] if node.args else None
        if asks_for_none(node) and first in self.may_be_none:
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
            if first in self.may_be_none:
                self.fails[node.targets[0]] |= {self.truth(first)}
        if is_truth(node) and first in self.may_be_none:
            return [node]
        every = (*node.args, *(atom for _, atom in node.kwargs))
        return [*(check for atom in every for check in self.checked(atom, known, node)), node]

    def block(self, block: Block, known: set[Atom], targets: tuple[Var, ...]) -> Block:
        """A block, with zeros for None in what it gives, or arrays without items."""
        entries = self.entries(block.entries, known)
        results = self.given(self.with_arrays(block.results, targets, entries), targets)
        return substitute(Block(tuple(entries), results), self.same)

    def with_arrays(
        self, atoms: tuple[Atom, ...], targets: tuple[Var, ...], out: list[Node]
    ) -> tuple[Atom, ...]:
        """The atoms with arrays without items for None; what makes these goes to `out`."""
        kinds = [self.absent.arrays.get(target) for target in targets]
        put = [
            without_items(out, self.names, kind) if kind is not None and atom == Const(None) else atom
            for atom, kind in zip(atoms, kinds)
        ]
        return (*put, *atoms[len(kinds) :])

    def given(self, atoms: tuple[Atom, ...], targets: tuple[Var, ...]) -> tuple[Atom, ...]:
        zeros = [self.absent.zeros.get(target) for target in targets]
        nothing = Const(self.absent.nothing)
        put = [zero if zero is not None and atom == nothing else atom for atom, zero in zip(atoms, zeros)]
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

    def loop(self, node: For | While, known: set[Atom], before: list[Node]) -> For | While:
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
        self.has.update(
            (node.targets[k], targets.get(k) or node.targets[others[k][0]])
            for k in places
            if node.targets[k] in self.absent.of
        )
        count, body = len(node.params), made.body
        results = (*body.results[:count], *(ends[k] for k in own), *body.results[count:])
        return replace(
            made,
            targets=(*node.targets, *targets.values()),
            params=(*node.params, *own.values()),
            inits=(*self.begun(node, before), *(inits[k] for k in own)),
            body=replace(body, results=results),
        )

    def begun(self, node: For | While, before: list[Node]) -> list[Atom]:
        """What a loop begins with, zeros in place of what isn't there and may be read all the same."""
        atoms = list(self.given(self.with_arrays(node.inits, node.params, before), node.params))
        read = {atom for inner in walk(node.body) if isinstance(inner, Entry) for atom in inner.args}
        for k, param in enumerate(node.params):
            if atoms[k] == Const(UNDEFINED) and param in read and param in self.absent.starts:
                atoms[k] = self.absent.starts[param]
        return atoms

    def with_blocks(self, node: For | While, known: set[Atom]) -> For | While:
        if isinstance(node, For):
            return replace(node, body=self.block(node.body, set(known), node.params))
        cond = self.block(node.cond, set(known), ())
        checks = [
            check
            for atom in cond.results
            if atom not in self.may_be_none
            for check in self.checked(atom, set(known), node)
        ]
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
