"""An element that is set to zero and added to next is written once.

x_bar[i] = 0.0                             t_bar = x_bar[j] / t
t_bar = x_bar[j] / t               →       x_bar[i] = t_bar
x_bar[i] += t_bar

The adjoint of `x[i] = f(x[i])` clears what it has read, and adds to it. Nothing in between has to do with the element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from s2sad.analysis.lengths import plus
from s2sad.ir.nodes import Block, Const, Entry, Function, Node, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import uses_of, walk, with_blocks, with_body
from s2sad.loops.element_loops import ELEMENTS, Place
from s2sad.loops.local_arrays import LocalArrays


def without_cleared_elements(function: Function, arrays: LocalArrays) -> Function:
    """The function that writes elements in the place of clearing them and adding to them."""
    return with_body(function, _Clearing(arrays).block(function.body).entries)


class _Clearing:
    def __init__(self, arrays: LocalArrays) -> None:
        self.arrays, self.classes = arrays, arrays.facts.classes

    def block(self, block: Block) -> Block:
        entries: list[Node | None] = [with_blocks(node, self.block) for node in block.entries]
        for k, node in enumerate(entries):
            sum_ = self.sum_after(node, entries, k + 1) if is_clearing(node) else None
            if sum_ is not None:
                added = entries[sum_]
                assert isinstance(added, Entry)
                entries[k], entries[sum_] = None, replace(added, fn=op("store"))
        return replace(block, entries=tuple(node for node in entries if node is not None))

    def sum_after(self, clearing: Node | None, entries: Sequence[Node | None], first: int) -> int | None:
        """Which entry first has to do with an element that is cleared, if it adds to it."""
        assert isinstance(clearing, Entry)
        place = self.arrays.places(clearing.args[1])
        for k in range(first, len(entries)):
            node = entries[k]
            if node is None or self.is_apart(node, clearing.args[0], place):
                continue
            is_sum = isinstance(node, Entry) and operation_of(node) == "increase"
            is_same = is_sum and node.args[0] == clearing.args[0]
            return k if is_same and place is not None and self.place(node) == place else None
        return None

    def place(self, node: Node) -> Place | None:
        return self.arrays.places(node.args[1]) if isinstance(node, Entry) else None

    def is_apart(self, node: Node, base: object, place: Place | None) -> bool:
        """Whether nothing that a node does has to do with an element of an array."""
        memory = self.classes.find(base)
        return all(
            self.is_of_element(each, base) and is_other(self.place(each), place)
            for each in walk(Block((node,)))
            if any(isinstance(atom, Var) and self.classes.find(atom) == memory for atom in uses_of(each))
        )

    def is_of_element(self, node: Node, base: object) -> bool:
        """Whether a node reads or writes an element of an array, and has nothing else to do with it."""
        return isinstance(node, Entry) and operation_of(node) in ELEMENTS and node.args[0] == base


def is_clearing(node: Node | None) -> bool:
    return isinstance(node, Entry) and operation_of(node) == "store" and node.args[2] == Const(0.0)


def is_other(one: Place | None, other: Place | None) -> bool:
    """Whether two places are known to be of different elements."""
    if one is None or other is None or len(one) != len(other):
        return False
    differences = [plus(left, right, -1) for left, right in zip(one, other)]
    return any(not each.terms and each.number for each in differences)
