"""Indices are written where they are used: `A[1:, k]`, however often the same one occurs.

t = slice 1 None                    t = slice 1 None
a = getitem A t              →      a = getitem A t
increase A_bar t a_bar              t_1 = slice 1 None
                                    increase A_bar t_1 a_bar
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Var, atoms_of, blocks_of, targets_of
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import defined_in, walk, with_blocks, with_body

_PARTS = ("slice", "tuple_of")


def write_indices(function: Function, before: Function | None = None) -> Function:
    """Give every use of a slice, or of a tuple of indices, an entry of its own.

    None gets a name that stands for something `before` other passes: by its name an entry is known again.
    """
    made = {
        node.targets[0]: node
        for node in walk(function.body)
        if operation_of(node) in _PARTS and isinstance(node, Entry)
    }
    if not any(operation_of(node) == "slice" or _is_index(node) for node in made.values()):
        return function
    shared = _read_more_than_once(function)
    if shared.isdisjoint(made):
        return function
    names = Names()
    for each in (function, before or function):
        names.reserve(var.name for var in defined_in(each.body))
    names.reserve(param.var.name for param in function.params)
    return _Indices(made, shared, names).function(function)


def _read_more_than_once(function: Function) -> set[Var]:
    """What is a name of its own in emitted code, since several entries read it."""
    once: set[Var] = set()
    more: set[Var] = set()
    for node in walk(function.body):
        for atom in atoms_of(node):
            if isinstance(atom, Var):
                (more if atom in once else once).add(atom)
    return more


def _is_index(node: Entry) -> bool:
    return all(isinstance(atom, (Var, Const)) for atom in node.args)


class _Indices:
    def __init__(self, made: dict[Any, Entry], shared: set[Var], names: Names) -> None:
        self.made, self.shared, self.names = made, shared, names

    def function(self, function: Function) -> Function:
        block = self.block(function.body)
        written = with_body(function, block.entries, block.results)
        return self.without_unread(self.without_unread(written))

    def without_unread(self, function: Function) -> Function:
        """The function without the indices that nothing reads any more."""
        read = {atom for node in walk(function.body) for atom in atoms_of(node)}
        for node in walk(function.body):
            for inner in blocks_of(node):
                read.update(inner.results)
        read.update(function.body.results)

        def block(inner: Block) -> Block:
            kept = (
                node for node in inner.entries if not (is_index(node) and targets_of(node)[0] not in read)
            )
            return Block(
                tuple(n if isinstance(n, Entry) else with_blocks(n, block) for n in kept), inner.results
            )

        def is_index(node: Node) -> bool:
            return isinstance(node, Entry) and bool(node.targets) and node.targets[0] in self.made

        body = block(function.body)
        return with_body(function, body.entries, body.results)

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            if not isinstance(node, Entry):
                entries.append(with_blocks(node, self.block))
                continue
            if operation(node).index is not None:
                index = self.copied(node.args[1], entries)
                node = replace(node, args=(node.args[0], index, *node.args[2:]))
            entries.append(node)
        return Block(tuple(entries), block.results)

    def copied(self, index: Atom, entries: list[Node], whole: bool = False) -> Atom:
        node = self.made.get(index) if isinstance(index, Var) else None
        if node is None:
            return index
        whole = whole or index in self.shared
        args = tuple(self.copied(atom, entries, whole) for atom in node.args)
        if not whole and args == node.args:
            return index
        new = Var(self.names.fresh("t"))
        entries.append(replace(node, targets=(new,), args=args))
        return new
