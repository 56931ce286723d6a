"""Indices are written where they are used: `A[1:, k]`, however often the same one occurs.

t = slice 1 None                    t = slice 1 None
a = getitem A t              →      a = getitem A t
increase A_bar t a_bar              t_1 = slice 1 None
                                    increase A_bar t_1 a_bar
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, walk, with_blocks, with_body

_INDEXING = ("getitem", "store", "increase", "add_at", "setitem")


def write_indices(function: Function) -> Function:
    """Give every use of a slice, or of a tuple of indices, an entry of its own."""
    made = {
        node.targets[0]: node
        for node in walk(function.body)
        if isinstance(node, Entry) and (operation_of(node) == "slice" or operation_of(node) == "tuple_of")
    }
    if not any(operation_of(node) == "slice" or _is_index(node) for node in made.values()):
        return function
    names = Names()
    names.reserve(var.name for var in defined_in(function.body))
    names.reserve(param.var.name for param in function.params)
    return _Indices(made, names).function(function)


def _is_index(node: Entry) -> bool:
    return all(isinstance(atom, (Var, Const)) for atom in node.args)


class _Indices:
    def __init__(self, made: dict[Var, Entry], names: Names) -> None:
        self.made, self.names = made, names

    def function(self, function: Function) -> Function:
        block = self.block(function.body)
        return with_body(function, block.entries, block.results)

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            if not isinstance(node, Entry):
                entries.append(with_blocks(node, self.block))
                continue
            name = operation_of(node)
            if name in _INDEXING and len(node.args) > 1:
                index = self.copied(node.args[1], entries)
                node = replace(node, args=(node.args[0], index, *node.args[2:]))
            entries.append(node)
        return Block(tuple(entries), block.results)

    def copied(self, index: Atom, entries: list[Node]) -> Atom:
        node = self.made.get(index) if isinstance(index, Var) else None
        if node is None:
            return index
        args = tuple(self.copied(atom, entries) for atom in node.args)
        new = Var(self.names.fresh("t"))
        entries.append(replace(node, targets=(new,), args=args))
        return new
