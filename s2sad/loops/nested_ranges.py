"""Loops over all places of an array are loops within loops: one for each axis.

for p in np.ndindex(n, m)          for i in range(n):
    …                        →         for j in range(m):
                                           p = tuple_of i j
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import definitions_of, walk, with_blocks

_RANGE = Ref("range", range)


def with_nested_ranges(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function whose loops over places go along one axis each, where it is known how many axes there are."""
    if not any(isinstance(node, Entry) and callee_of(node) is np.ndindex for node in walk(function.body)):
        return function
    definitions = definitions_of(function)

    def block(inner: Block) -> Block:
        entries = [made for node in inner.entries for made in nested(with_blocks(node, block))]
        return replace(inner, entries=tuple(entries))

    def nested(node: Node) -> tuple[Node, ...]:
        made = definitions.get(node.iterable) if isinstance(node, For) and not node.stops else None
        if not isinstance(node, For) or made is None or callee_of(made) is not np.ndindex:
            return (node,)
        before, lengths = _lengths(made, definitions, kind, names)
        return (*before, *_loops(node, lengths, names)) if lengths else (node,)

    return replace(function, body=block(function.body))


def _lengths(
    made: Entry, definitions: dict[Var, Entry], kind: Callable[[Atom], K.Kind], names: Names
) -> tuple[list[Entry], list[Atom]]:
    """The lengths of the axes, and what reads them; none if they aren't known one by one."""
    shape = made.args[0] if len(made.args) == 1 else None
    if shape is None or kind(shape) == K.INT:
        return [], list(made.args)
    of = definitions.get(shape) if isinstance(shape, Var) else None
    if of is not None and operation_of(of) == "tuple_of":
        return [], list(of.args)
    if of is None or operation_of(of) != "getattr" or of.args[1] != Const("shape"):
        return [], []
    rank = kind(of.args[0]).ndim or 0
    reads = [
        Entry((Var(names.fresh("n")),), op("getitem"), (shape, Const(k)), (), made.loc) for k in range(rank)
    ]
    return reads, [read.targets[0] for read in reads]


def _loops(node: For, lengths: list[Atom], names: Names) -> tuple[Node, ...]:
    """The loop as one within the other, the last axis innermost."""
    indices = [Var(names.fresh("i")) for _ in lengths]
    ranges = [Var(names.fresh("t")) for _ in lengths]
    made = [Entry((each,), _RANGE, (length,), (), node.loc) for each, length in zip(ranges, lengths)]
    place = Entry((node.item,), op("tuple_of"), tuple(indices), (), node.loc)
    loop = replace(node, body=replace(node.body, entries=(place, *node.body.entries)))
    for index, through in zip(reversed(indices[1:]), reversed(ranges[1:])):
        params = tuple(Var(names.fresh(param.name)) for param in node.params)
        targets = tuple(Var(names.fresh(target.name)) for target in node.targets)
        inner = replace(loop, targets=targets, item=index, iterable=through, inits=params, note="")
        loop = replace(node, params=params, body=Block((inner,), targets))
    return (*made, replace(loop, item=indices[0], iterable=ranges[0]))
