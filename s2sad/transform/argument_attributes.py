"""Attributes of arguments that are objects, which the Wengert list reads as items of a tuple.

    k = getitem p 0         →         k = getattr p "k"

An argument of which anything else is read stays a tuple, and has to be given as one.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.analysis.effects import checks_apart
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Var, value_of
from s2sad.ir.operations import op, operation_of
from s2sad.ir.records import field_names
from s2sad.ir.rewrite import uses_of, walk, with_blocks, with_body


def read_attributes(function: Function, kinds: dict[Var, K.Kind]) -> tuple[Function, frozenset[str]]:
    """The function that takes objects as they are, and the names of the parameters that it takes as tuples.

    `kinds` are those of parameters.
    """
    of_objects = {var: kind for var, kind in kinds.items() if K.holds_objects(kind)}
    if not of_objects:
        return function, frozenset()
    passing = _Attributes(function, of_objects)
    body = passing.block(function.body)
    tuples = frozenset(var.name for var in of_objects if var not in passing.kinds)
    return with_body(function, body.entries), tuples


class _Attributes:
    def __init__(self, function: Function, of_objects: dict[Var, K.Kind]) -> None:
        others: set[Atom] = set(function.body.results)
        reads: dict[Atom, list[Entry]] = {}
        for node in walk(function.body):
            if (
                isinstance(node, Entry)
                and operation_of(node) == "getitem"
                and isinstance(node.args[1], Const)
            ):
                reads.setdefault(node.args[0], []).append(node)
            elif not checks_apart(node):
                others.update(uses_of(node))
        self.kinds: dict[Var, K.Kind] = {}
        for var, kind in of_objects.items():
            found: dict[Var, K.Kind] = {}
            if _follow(var, kind, reads, others, found):
                self.kinds.update(found)

    def block(self, block: Block) -> Block:
        return Block(tuple(map(self.node, block.entries)), block.results)

    def node(self, node: Node) -> Node:
        if not isinstance(node, Entry):
            return with_blocks(node, self.block)
        base = node.args[0] if operation_of(node) == "getitem" else None
        cls = self.kinds[base].cls if isinstance(base, Var) and base in self.kinds else None
        if cls is None:
            return node
        assert isinstance(node.args[1], Const)
        name = field_names(cls)[node.args[1].value]
        return replace(node, fn=op("getattr"), args=(node.args[0], Const(name)))


def _follow(
    var: Var, kind: K.Kind, reads: dict[Atom, list[Entry]], others: set[Atom], found: dict[Var, K.Kind]
) -> bool:
    """Whether all objects in a value can be read by their attributes; `found` takes up the variables that hold them."""
    if not K.holds_objects(kind):
        return True
    if var in others or kind.fields is None:
        return False
    found[var] = kind
    return all(
        _follow(entry.targets[0], K.part(kind, value_of(entry.args[1])) or K.UNKNOWN, reads, others, found)
        for entry in reads.get(var, ())
    )
