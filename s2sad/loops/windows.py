"""A part of an array that an innermost loop goes through is a view before the loop.

for j in range(n):                     part = x[k:]
    s += w * x[k + j]          →       for j in range(n):
                                           s += w * part[j]

Numba counts an index below zero from the end, and looks at each whether it is one; of `j` it knows that it isn't.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, definitions_of, with_blocks, with_body
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.ranges import counts_from_zero

Window = tuple[tuple[Atom, ...], Atom]
"""Where a part begins: the indices along the first axes, and the first place along the last one."""


def with_windows(function: Function, names: Names) -> Function:
    """The function whose innermost loops read and write views from their beginning."""
    passing = _Windows(definitions_of(function), names)
    return with_body(function, passing.block(function.body).entries)


class _Windows:
    def __init__(self, definitions: dict[Any, Entry], names: Names) -> None:
        self.definitions, self.names = definitions, names

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            if isinstance(node, For) and all(isinstance(each, (Entry, If)) for each in node.body.entries):
                entries += self.loop(node) if counts_from_zero(self.definitions, node.iterable) else [node]
            else:
                entries.append(node if isinstance(node, Entry) else with_blocks(node, self.block))
        return replace(block, entries=tuple(entries))

    def loop(self, node: For) -> list[Node]:
        """A loop, and the views that it goes through before it."""
        inside = defined_in(node.body) | {node.item, *node.params}
        views: dict[tuple[Var, Window], Var] = {}
        before: list[Node] = []
        entries = [self.entry(entry, node.item, inside, views, before) for entry in node.body.entries]
        return [*before, replace(node, body=replace(node.body, entries=tuple(entries)))]

    def entry(
        self,
        node: Node,
        item: Var,
        inside: set[Var],
        views: dict[tuple[Var, Window], Var],
        before: list[Node],
    ) -> Node:
        if not isinstance(node, Entry) or operation_of(node) not in ELEMENTS:
            return node
        base = node.args[0]
        window = self.window(node.args[1], item, inside)
        if window is None or not isinstance(base, Var) or base in inside:
            return node
        if (base, window) not in views:
            views[base, window] = self.view(base, window, before)
        return replace(node, args=(views[base, window], item, *node.args[2:]))

    def window(self, place: Atom, item: Var, inside: set[Var]) -> Window | None:
        """The part that an index goes through from its beginning; None if that needn't be told, or can't."""
        made = self.definitions.get(place) if isinstance(place, Var) else None
        axes = made.args if made is not None and operation_of(made) == "tuple_of" else (place,)
        if not axes:
            return None
        *first, last = axes
        added = self.definitions.get(last) if isinstance(last, Var) else None
        if added is None or operation_of(added) != "add" or item not in added.args:
            return None
        rest = added.args[1] if added.args[0] is item else added.args[0]
        if isinstance(rest, Const) or any(atom in inside for atom in (*first, rest)):
            return None
        return tuple(first), rest

    def view(self, base: Var, window: Window, before: list[Node]) -> Var:
        first, start = window
        part = Var(self.names.fresh("t"))
        before.append(Entry((part,), op("slice"), (start, Const(None), Const(None))))
        if first:
            index = Var(self.names.fresh("t"))
            before.append(Entry((index,), op("tuple_of"), (*first, part)))
            part = index
        view = Var(self.names.fresh(f"{base.name}_part"))
        before.append(Entry((view,), op("getitem"), (base, part)))
        return view
