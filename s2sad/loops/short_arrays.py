"""An array of a few elements that each iteration of a loop makes anew is as many numbers.

for j in range(n):                         for j in range(n):
    d = np.empty(3)
    for l in range(3):                         d_0 = x[j, 0] - x[i, 0]
        d[l] = x[j, l] - x[i, l]       →       d_1 = x[j, 1] - x[i, 1]
    r = 0.0                                    d_2 = x[j, 2] - x[i, 2]
    for l in range(3):                         r = 0.0 + d_0 * d_0 + d_1 * d_1 + d_2 * d_2
        r += d[l] * d[l]

The loops that go through its elements are written out. Nothing is allocated in each iteration then, and what the reverse sweep
needs is saved as numbers are, in arrays that are allocated once. It is done where each element is written, in the block that makes
the array, before it is read there or deeper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from s2sad.analysis.lengths import number
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var, While, targets_of
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import expanded, rename, substitute, substitute_node, walk, with_blocks
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.local_arrays import Local, LocalArrays, Use
from s2sad.loops.ranges import limits_of, range_made

_MOST = 4  # elements of an array
_LARGEST = 40  # entries of a loop that is written out


def with_short_arrays(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function with numbers in the place of short arrays that are made in loops."""
    for local in arrays.found.values():
        counts = _short_loops(local, arrays) if _is_short(local, arrays) else None
        if counts is not None:
            elements = _Elements(local.var, names)
            body = elements.within(_written_out(function.body, counts, names))
            function = replace(function, body=body) if elements.are_known else function
    return function


def _is_short(local: Local, arrays: LocalArrays) -> bool:
    """Whether a loop makes an array of floats, of a few elements, which nothing else knows of."""
    lengths = arrays.shapes.lengths(local.var)
    return (
        callee_of(local.maker) is np.empty
        and not local.maker.kwargs
        and any(isinstance(node, (For, While)) for node in local.path)
        and set(arrays.facts.classes.members(local.var)) == {local.var}
        and lengths is not None
        and len(lengths) == 1
        and lengths[0] in [number(count + 1) for count in range(_MOST)]
    )


def _short_loops(local: Local, arrays: LocalArrays) -> dict[Var, int] | None:
    """The loops that go through the elements, by their items, with the numbers of their iterations; None if some use isn't of one element."""
    found: dict[Var, int] = {}
    for use in local.uses:
        loops = local.loops_of(use)
        if loops is None or not isinstance(use.node, Entry) or use.form not in ELEMENTS:
            return None
        if use.node.args[0] is not local.var or not _is_number(use, arrays):
            return None
        index, counts = use.node.args[1], {}
        for loop in loops:
            count = _count(loop, arrays)
            if count is not None:
                counts[loop.item] = count
            elif use.form != "getitem":
                return None
        if use.form != "getitem":
            found.update(counts)
        elif index in counts:
            found[index] = counts[index]  # type: ignore[index]
        if not isinstance(index, Const) and index not in found:
            return None
    return found


def _is_number(use: Use, arrays: LocalArrays) -> bool:
    """Whether a use reads, or has to do with a float."""
    assert isinstance(use.node, Entry)
    return use.form == "getitem" or arrays.facts.kind(use.node.args[2]) == K.FLOAT


def _count(loop: Node, arrays: LocalArrays) -> int | None:
    """How many iterations a short loop has that counts from 0; None of any other."""
    if not isinstance(loop, For) or loop.stops or len(list(walk(loop.body))) > _LARGEST:
        return None
    limits = limits_of(range_made(arrays.definitions, loop.iterable), arrays.length)
    if limits is None or not limits.forwards or limits.low != number(0) or limits.high.terms:
        return None
    return limits.high.number if 0 <= limits.high.number <= _MOST else None


def _written_out(block: Block, counts: Mapping[Var, int], names: Names) -> Block:
    """The block with the iterations of some loops one after the other."""
    entries: list[Node] = []
    values: dict[Var, Atom] = {}
    for node in block.entries:
        node = with_blocks(substitute_node(node, values), lambda inner: _written_out(inner, counts, names))
        if not isinstance(node, For) or node.item not in counts:
            entries.append(node)
            continue
        carried = node.inits
        for k in range(counts[node.item]):
            copy = rename(node.body, names.fresh, {node.item: Const(k), **dict(zip(node.params, carried))})
            entries += copy.entries
            carried = copy.results
        values.update(zip(node.targets, carried))
    return replace(substitute(Block((), block.results), values), entries=tuple(entries))


class _Elements:
    """The elements of an array as numbers: `now` are their values, which are all known as long as `are_known`."""

    def __init__(self, array: Var, names: Names) -> None:
        self.array, self.names = array, names
        self.now: dict[Atom, Atom] = {}
        self.are_known = True

    def within(self, block: Block) -> Block:
        """The block, where the array is made in it or deeper, without it."""
        if any(targets_of(node) == (self.array,) for node in block.entries):
            return self.block(block)
        return replace(block, entries=tuple(with_blocks(node, self.within) for node in block.entries))

    def block(self, block: Block) -> Block:
        """The block that makes the array."""
        entries: list[Node] = []
        values: dict[Var, Atom] = {}
        for node in block.entries:
            node = substitute_node(node, values)
            if not isinstance(node, Entry):
                entries.append(self.read_within(node))
            elif operation_of(node) == "getitem" and node.args[0] is self.array:
                values[node.targets[0]] = self.value(node)
            elif operation_of(node) in ELEMENTS and node.args[0] is self.array:
                entries += self.written(node)
            elif node.targets != (self.array,):
                entries.append(node)
        return replace(substitute(Block((), block.results), values), entries=tuple(entries))

    def written(self, node: Entry) -> list[Node]:
        """What an element is from here on."""
        index, value = node.args[1:]
        self.are_known = self.are_known and isinstance(index, Const)
        if operation_of(node) == "store":
            self.now[index] = value
            return []
        target = Var(self.names.fresh(self.array.name))
        added = Entry((target,), op("add"), (self.value(node), value), (), node.loc, node.note)
        self.now[index] = target
        return [added]

    def value(self, node: Entry) -> Atom:
        """The element that an entry reads, or adds to."""
        self.are_known = self.are_known and node.args[1] in self.now
        return self.now.get(node.args[1], Const(0.0))

    def read_within(self, node: Node) -> Node:
        """A loop or branch that reads numbers in the place of elements."""
        values: dict[Var, Atom] = {}

        def kept(each: Node) -> list[Node]:
            if not isinstance(each, Entry) or operation_of(each) not in ELEMENTS:
                return [each]
            if each.args[0] is not self.array:
                return [each]
            self.are_known = self.are_known and operation_of(each) == "getitem"
            values[each.targets[0]] = self.value(each)
            return []

        made = with_blocks(node, lambda inner: expanded(inner, kept))
        return substitute_node(made, values) if values else made
