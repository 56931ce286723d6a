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

Window = tuple[tuple[Atom, ...], tuple[Atom, ...]]
"""Where a part begins: the indices along the first axes, and what adds up to the first place along the last one."""

Views = dict[tuple[Var, Window], Var]


def with_windows(function: Function, names: Names) -> Function:
    """The function whose innermost loops read and write views from their beginning."""
    passing = _Windows(definitions_of(function), names)
    return with_body(function, passing.block(function.body, {}).entries)


class _Windows:
    def __init__(self, definitions: dict[Any, Entry], names: Names) -> None:
        self.definitions, self.names = definitions, names

    def block(self, block: Block, before: Views) -> Block:
        """A block, where views may have been made before it."""
        views = dict(before)
        entries: list[Node] = []
        for node in block.entries:
            if isinstance(node, For) and all(isinstance(each, (Entry, If)) for each in node.body.entries):
                is_counted = counts_from_zero(self.definitions, node.iterable)
                entries += self.loop(node, views) if is_counted else [node]
            elif isinstance(node, Entry):
                entries.append(node)
            else:
                entries.append(with_blocks(node, lambda inner: self.block(inner, views)))
        return replace(block, entries=tuple(entries))

    def loop(self, node: For, views: Views) -> list[Node]:
        """A loop, and the views that it goes through before it, as far as they aren't made yet."""
        inside = defined_in(node.body) | {node.item, *node.params}
        before: list[Node] = []
        entries = [self.entry(entry, node.item, inside, views, before) for entry in node.body.entries]
        return [*before, replace(node, body=replace(node.body, entries=tuple(entries)))]

    def entry(
        self,
        node: Node,
        item: Var,
        inside: set[Var],
        views: Views,
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
        start = self.start(last, item, inside)
        if (
            start is None
            or all(isinstance(atom, Const) for atom in start)
            or any(atom in inside for atom in first)
        ):
            return None
        return tuple(first), start

    def start(self, place: Atom, item: Var, inside: set[Var]) -> tuple[Atom, ...] | None:
        """What is added to an item to give a place, if that stays the same in the loop."""
        if place is item:
            return ()
        added = self.definitions.get(place) if isinstance(place, Var) else None
        if added is None or operation_of(added) != "add":
            return None
        for one, other in (added.args, reversed(added.args)):
            rest = self.start(one, item, inside)
            if rest is not None and other not in inside:
                return (other, *rest)
        return None

    def view(self, base: Var, window: Window, before: list[Node]) -> Var:
        first, (start, *more) = window
        for atom in more:
            start = self.sum(start, atom, before)
        part = Var(self.names.fresh("t"))
        before.append(Entry((part,), op("slice"), (start, Const(None), Const(None))))
        if first:
            index = Var(self.names.fresh("t"))
            before.append(Entry((index,), op("tuple_of"), (*first, part)))
            part = index
        view = Var(self.names.fresh(f"{base.name}_part"))
        before.append(Entry((view,), op("getitem"), (base, part)))
        return view

    def sum(self, one: Atom, other: Atom, before: list[Node]) -> Var:
        total = Var(self.names.fresh("t"))
        before.append(Entry((total,), op("add"), (one, other)))
        return total
