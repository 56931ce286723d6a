"""`z += x` where only the running program knows whether z is a number or an array: an array is changed itself.

z = y                                   check_alone y y       raises for an array: y is read below
z += x          y_1 = add y x     →     y_1 = add y x
y * z           t = mul y y_1           t = mul y y_1

The sum is a new value. That is the same thing unless the array has another name that is read later, or is held by
something that is. Where something may be such a name, the running program tells; mostly there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Try,
    Var,
    While,
    blocks_of,
    targets_of,
)
from s2sad.ir.notes import NOTES, UPDATE_OF_PART
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import free_vars, node_reads, walk, with_blocks, with_body
from s2sad.runtime.updates import check_alone
from s2sad.transform.memory import Memory

_CHECK_ALONE = Ref("check_alone", check_alone)


def with_checked_updates(function: Function, arrays: bool) -> Function:
    """The function without the notes of the frontend, and with checks where what is updated may have another name."""
    if not any(isinstance(node, Entry) and node.note in NOTES for node in walk(function.body)):
        return function
    body = _Updates(function if arrays else None).block(function.body, frozenset())
    return with_body(function, body.entries, body.results)


class _Updates:
    """Goes through a function from its end, with the variables that are still read; without one it drops the notes."""

    def __init__(self, function: Function | None) -> None:
        self.memory = None if function is None else Memory(function)
        self.sources: dict[Var, list[Atom]] = {}  # of what is the same value
        self.made: dict[Any, Entry] = {}
        for node in walk(function.body) if function else ():
            self.learn(node)

    def learn(self, node: Node) -> None:
        pairs: list[tuple[Iterable[Var], Iterable[Atom]]] = []
        if isinstance(node, Entry):
            self.made.update(dict.fromkeys(node.targets, node))
        elif isinstance(node, (For, While)):
            pairs = [(node.params, node.inits), (node.params, node.body.results), (node.targets, node.params)]
        if isinstance(node, For):
            pairs.append(((node.item,), (node.iterable,)))
        elif isinstance(node, If):
            pairs = [(node.targets, node.then.results), (node.targets, node.orelse.results)]
        for targets, atoms in pairs:
            for target, atom in zip(targets, atoms):
                self.sources.setdefault(target, []).append(atom)

    def block(self, block: Block, after: frozenset[Var]) -> Block:
        live = {*after, *_variables(block.results)}
        entries: list[Node] = []
        for node in reversed(block.entries):
            live.difference_update(targets_of(node))
            if isinstance(node, Entry):
                entries += self.entry(node, live)
            else:
                entries.append(self.region(node, frozenset(live)))
            live.update(node_reads(node))
        return Block(tuple(reversed(entries)), block.results)

    def entry(self, node: Entry, live: set[Var]) -> list[Node]:
        """The entry, and before it (as this goes backwards) the check, if there is anything to check."""
        if node.note not in NOTES:
            return [node]
        plain = replace(node, note="")
        value = node.args[0]
        if self.memory is None or not isinstance(value, Var):
            return [plain]
        others = [var for var in sorted(live, key=lambda v: v.name) if self.memory.overlap(var, value)]
        if node.note == UPDATE_OF_PART:
            read = self.made.get(value)
            others = [var for var in others if read is None or var not in read.args]
        elif value in others or self.is_held(value):
            others = [value]
        return [plain, Entry((), _CHECK_ALONE, (value, *others), (), node.loc)] if others else [plain]

    def is_held(self, value: Atom) -> bool:
        """Whether something outside of the function holds the value: an argument, or a part of one, of a global name."""
        seen: set[Atom] = set()
        open_ = [value]
        while open_:
            atom = open_.pop()
            if atom in seen:
                continue
            seen.add(atom)
            if isinstance(atom, Ref) or (
                isinstance(atom, Var) and atom not in self.made and atom not in self.sources
            ):
                return True
            if isinstance(atom, Var):
                open_ += self.sources.get(atom, ())
                if atom in self.made and operation_of(self.made[atom]) in (
                    "dup",
                    "getattr",
                    "getitem",
                    "unpack",
                ):
                    open_.append(self.made[atom].args[0])
        return False

    def region(self, node: Node, after: frozenset[Var]) -> Node:
        if isinstance(node, Closure):
            inner = self.block(node.function.body, after | {*node.captures})
            return replace(node, function=replace(node.function, body=inner))
        if isinstance(node, (For, While)):
            around = after.union(*map(free_vars, blocks_of(node))) - {*node.params}
            return with_blocks(node, self.each(node, around))
        if isinstance(node, Try):
            after = after.union(*(free_vars(handler.block) for handler in node.handlers))
        return with_blocks(node, lambda inner: self.block(inner, after))

    def each(self, node: For | While, around: frozenset[Var]) -> Callable[[Block], Block]:
        """For the blocks of a loop; the body of one follows its condition."""

        def change(inner: Block) -> Block:
            is_condition = isinstance(node, While) and inner is node.cond
            return self.block(inner, around.union(free_vars(node.body)) if is_condition else around)

        return change


def _variables(atoms: Iterable[Atom]) -> list[Var]:
    return [atom for atom in atoms if isinstance(atom, Var)]
