"""Loops over lists and arrays go by the numbers of the items.

for v in x                        for i in range(len(x))
    …                    →            v = getitem x i

`zip`, `enumerate` and `reversed` of these, and of one another, go by numbers too. What `sorted` does is a loop over the
places of the items in their order (`order_of`), which `np.argsort` gives.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Const,
    Entry,
    For,
    Function,
    Node,
    Ref,
    Var,
)
from s2sad.ir.operations import callee_of, is_one_of, op, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, walk
from s2sad.loops.list_kinds import depth_of, is_list
from s2sad.loops.ranges import counts_from_zero, range_made
from s2sad.runtime.special import order_of

_RANGE, _LEN, _MIN = Ref("range", range), Ref("len", len), Ref("min", min)
_SIDES = {bisect.bisect_left: "left", bisect.bisect_right: "right"}
_COMPOSED = (zip, enumerate, reversed)


def by_index(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function whose loops over lists and arrays go by their numbers; items of arrays are stored."""
    definitions = definitions_of(function)
    counters = {
        node.item
        for node in walk(function.body)
        if isinstance(node, For)
        and (counts_from_zero(definitions, node.iterable) or _is_order(definitions.get(node.iterable)))
    }

    def entry(node: Node) -> tuple[Node, ...]:
        if isinstance(node, Entry) and operation_of(node) == "getitem" and node.args[1] in counters:
            if counts_from_zero(definitions, node.args[0]):
                return (replace(node, fn=op("add"), args=(node.args[1], Const(0))),)
        if isinstance(node, Entry):
            if _is_order(node) and depth_of(kind(node.args[0])) == 1 and isinstance(node.args[1], Const):
                return _order(node, names)
            if is_one_of(callee_of(node), tuple(_SIDES)) and K.is_array(kind(node.args[0])):
                return (_place(node),)
            is_store = operation_of(node) == "setitem" and K.is_array(kind(node.args[0]))
            return (replace(node, fn=op("store")) if is_store else node,)
        through = _Through(definitions, kind, names)
        return through.loop(node) if isinstance(node, For) and through.is_known(node.iterable) else (node,)

    return replace(function, body=expanded(function.body, entry))


def _is_order(node: Node | None) -> bool:
    return isinstance(node, Entry) and callee_of(node) is order_of


def _place(node: Entry) -> Entry:
    """A place among sorted numbers, as NumPy finds it."""
    if len(node.args) > 2 or node.kwargs:
        return node
    side = (("side", Const(_SIDES[callee_of(node)])),)
    return replace(node, fn=Ref("np.searchsorted", np.searchsorted), kwargs=side)


def _order(node: Entry, names: Names) -> tuple[Node, ...]:
    """The places of sorted items: equals keep their order, also where the greatest comes first."""
    keys, reverse = node.args
    before: list[Entry] = []
    if isinstance(reverse, Const) and reverse.value:
        turned = Var(names.fresh("t"))
        before.append(Entry((turned,), Ref("np.negative", np.negative), (keys,), (), node.loc))
        keys = turned
    stable = (("kind", Const("stable")),)
    return (*before, replace(node, fn=Ref("np.argsort", np.argsort), args=(keys,), kwargs=stable))


@dataclass
class _Through:
    """What a loop goes through, item by item; `before` the loop are the lengths, and in it are the `reads`."""

    definitions: dict[Any, Entry]
    kind: Callable[[Atom], K.Kind]
    names: Names
    before: list[Entry] = field(default_factory=list)
    reads: list[Entry] = field(default_factory=list)

    def parts(self, atom: Atom) -> tuple[Atom, ...] | None:
        """What `zip`, `enumerate` and `reversed` go through; None of anything else."""
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        callee = callee_of(made) if made is not None else None
        if made is None or callee not in _COMPOSED or {key for key, _ in made.kwargs} - {"start"}:
            return None
        return made.args if callee is zip else made.args[:1]

    def leaves(self, atom: Atom) -> list[Atom]:
        parts = self.parts(atom)
        return [atom] if parts is None else [leaf for part in parts for leaf in self.leaves(part)]

    def is_known(self, iterable: Atom) -> bool:
        """Whether there are lists or arrays to go through, and nothing else but these and ranges."""
        leaves = self.leaves(iterable)
        ranges = [leaf for leaf in leaves if range_made(self.definitions, leaf) is not None]
        indexed = [leaf for leaf in leaves if is_list(self.kind(leaf)) or K.is_array(self.kind(leaf))]
        composed = self.definitions.get(iterable)
        is_composed = composed is not None and callee_of(composed) in (zip, enumerate)
        return {*ranges, *indexed} == {*leaves} and bool({*indexed} - {*ranges} or (ranges and is_composed))

    def new(self, entries: list[Entry], hint: str, fn: Ref, *args: Atom, of: For) -> Var:
        target = Var(self.names.fresh(hint))
        entries.append(Entry((target,), fn, args, (), of.loc))
        return target

    def count(self, atom: Atom, of: For) -> Var:
        """How many items there are."""
        parts = self.parts(atom)
        if parts is None:
            return self.new(self.before, "n", _LEN, atom, of=of)
        counts = [self.count(part, of) for part in parts]
        return counts[0] if len(counts) == 1 else self.new(self.before, "n", _MIN, *counts, of=of)

    def item(self, atom: Atom, index: Atom, of: For) -> Atom:
        """The item with a number."""
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        parts = self.parts(atom)
        if parts is None or made is None:
            if counts_from_zero(self.definitions, atom):
                return self.new(self.reads, "item", op("add"), index, Const(0), of=of)
            return self.new(self.reads, "item", op("getitem"), atom, index, of=of)
        if callee_of(made) is reversed:
            last = self.new(self.before, "t", op("sub"), self.count(parts[0], of), Const(1), of=of)
            return self.item(parts[0], self.new(self.reads, "i", op("sub"), last, index, of=of), of)
        items = [self.item(part, index, of) for part in parts]
        if callee_of(made) is enumerate:
            first = (*made.args[1:], *dict(made.kwargs).values(), Const(0))[0]
            items.insert(0, self.new(self.reads, "item", op("add"), index, first, of=of))
        return self.new(self.reads, "item", op("tuple_of"), *items, of=of)

    def loop(self, node: For) -> tuple[Node, ...]:
        """The loop by the numbers of what it goes through."""
        index = Var(self.names.fresh("i"))
        numbers = self.new(self.before, "t", _RANGE, self.count(node.iterable, node), of=node)
        self.item(node.iterable, index, node)
        self.reads[-1] = replace(self.reads[-1], targets=(node.item,))
        body = replace(node.body, entries=(*self.reads, *node.body.entries))
        return (*self.before, replace(node, item=index, iterable=numbers, body=body))
