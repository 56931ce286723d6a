"""Loops over lists and arrays go by the numbers of the items.

for v in x                        for i in range(len(x))
    …                    →            v = getitem x i

What `sorted` does is a loop over the places of the items in their order (`order_of`), which `np.argsort` gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, walk
from s2sad.loops.list_kinds import depth_of, is_list
from s2sad.loops.ranges import counts_from_zero, range_made
from s2sad.runtime.special import order_of

_RANGE, _LEN, _MIN = Ref("range", range), Ref("len", len), Ref("min", min)


def by_index(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function whose loops over lists and arrays go by their numbers; items of arrays are stored."""
    definitions = definitions_of(function)
    counters = {
        node.item
        for node in walk(function.body)
        if isinstance(node, For)
        and (counts_from_zero(definitions, node.iterable) or _is_order(definitions.get(node.iterable)))
    }

    def is_indexed(part: Atom) -> bool:
        is_range = range_made(definitions, part) is not None
        return not is_range and (is_list(kind(part)) or K.is_array(kind(part)))

    def entry(node: Node) -> tuple[Node, ...]:
        if isinstance(node, Entry) and operation_of(node) == "getitem" and node.args[1] in counters:
            if counts_from_zero(definitions, node.args[0]):
                return (replace(node, fn=op("add"), args=(node.args[1], Const(0))),)
        if isinstance(node, Entry):
            if _is_order(node) and depth_of(kind(node.args[0])) == 1 and isinstance(node.args[1], Const):
                return _order(node, names)
            is_store = operation_of(node) == "setitem" and K.is_array(kind(node.args[0]))
            return (replace(node, fn=op("store")) if is_store else node,)
        parts = _gone_through(node.iterable, definitions) if isinstance(node, For) else []
        if not isinstance(node, For) or not any(map(is_indexed, parts)):
            return (node,)
        if not all(is_indexed(part) or counts_from_zero(definitions, part) for part in parts):
            return (node,)
        return _indexed(node, parts, definitions, names)

    return replace(function, body=expanded(function.body, entry))


def _is_order(node: Node | None) -> bool:
    return isinstance(node, Entry) and callee_of(node) is order_of


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


def _gone_through(iterable: Atom, definitions: dict[Any, Entry]) -> list[Atom]:
    made = definitions.get(iterable)
    return list(made.args) if made is not None and callee_of(made) in (zip, reversed) else [iterable]


def _indexed(node: For, parts: list[Atom], definitions: dict[Any, Entry], names: Names) -> tuple[Node, ...]:
    def fresh(hint: str) -> Var:
        return Var(names.fresh(hint))

    index, before, reads = fresh("i"), [], []
    counts: list[Var] = []
    items: list[Var] = []
    made = definitions.get(node.iterable)
    is_reversed = made is not None and callee_of(made) is reversed
    number = fresh("i") if is_reversed else index
    for part in parts:
        counts.append(fresh("n"))
        before.append(Entry((counts[-1],), _LEN, (part,), (), node.loc))
        items.append(fresh("item") if len(parts) > 1 else node.item)
        if is_reversed:
            last = fresh("t")
            before.append(Entry((last,), op("sub"), (counts[0], Const(1)), (), node.loc))
            reads.append(Entry((index,), op("sub"), (last, number), (), node.loc))
        is_number = counts_from_zero(definitions, part)
        fn, args = (op("add"), (index, Const(0))) if is_number else (op("getitem"), (part, index))
        reads.append(Entry((items[-1],), fn, args, (), node.loc))
    count = counts[0]
    if len(counts) > 1:
        count = fresh("n")
        before.append(Entry((count,), _MIN, tuple(counts), (), node.loc))
    if len(parts) > 1:
        reads.append(Entry((node.item,), op("tuple_of"), tuple(items), (), node.loc))
    numbers = fresh("t")
    before.append(Entry((numbers,), _RANGE, (count,), (), node.loc))
    body = replace(node.body, entries=(*reads, *node.body.entries))
    return (*before, replace(node, item=number, iterable=numbers, body=body))
