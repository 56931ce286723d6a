"""What takes long, and two inner loops of one iteration compute, is kept in a row by the first.

                                           kept = np.empty(m)
for i in range(n):                         for i in range(n):
    for j in range(m):                         for j in range(m):
        s += np.exp(x[j] - t)                      kept[j] = np.exp(x[j] - t)
    for j in range(m):             →               s += kept[j]
        y[j] += np.exp(x[j] - t) / s           for j in range(m):
                                                   y[j] += kept[j] / s

So it is where both sweeps of an iteration follow each other: what the reverse sweep has computed again is still there then. A
row is near, while it takes longer to keep all of a large array than to compute it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import defined_in, walk, with_blocks, with_body
from s2sad.loops.builder import EMPTY
from s2sad.loops.element_loops import ELEMENTS, is_of_numbers, takes_long
from s2sad.loops.emission import emitted
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.loop_fusion import is_innermost
from s2sad.loops.ranges import range_made

_MAX = Ref("max", max)


def with_kept_values(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose loops compute nothing again that a loop beside them, in the same iteration, has computed."""
    passing = _Kept(arrays, names)
    entries: list[Node] = []
    for node in function.body.entries:
        made = node if isinstance(node, Entry) else passing.outer(node)
        entries += [*passing.made_before, made]
        passing.made_before = []
    return with_body(function, entries)


@dataclass(frozen=True)
class Value:
    """What an entry of a loop computes, as a tree of operations, of elements of these arrays."""

    tree: Any
    read: frozenset[Any]


class _Kept:
    """`made_before` makes the rows, before the outermost loop; `around` is what the loops around define."""

    def __init__(self, arrays: LocalArrays, names: Names) -> None:
        self.arrays, self.names = arrays, names
        self.made_before: list[Node] = []
        self.around: set[Var] = set()

    def outer(self, node: Node) -> Node:
        """An outermost loop or branch."""
        self.around = defined_in(Block((node,)))
        return with_blocks(node, self.block) if isinstance(node, For) and not is_innermost(node) else node

    def block(self, block: Block) -> Block:
        """The body of a loop."""
        entries = list(block.entries)
        for k, node in enumerate(entries):
            if isinstance(node, For) and not is_innermost(node):
                entries[k] = with_blocks(node, self.block)
            elif isinstance(node, For):
                self.keep(entries, k)
        return replace(block, entries=tuple(entries))

    def keep(self, entries: list[Node], first: int) -> None:
        """Keep what later ones of some entries compute once more, of what a loop among them does."""
        for value in self.values(entries[first]):
            again = [k for k in range(first + 1, len(entries)) if self.computes(entries, first, k, value)]
            row = self.row(entries[first]) if again else None
            if row is not None:
                entries[first] = self.keeping(entries[first], self.values(entries[first])[value], row)
                for k in again:
                    entries[k] = self.reading(entries[k], self.values(entries[k])[value], row)

    # ------------------------------------------------------------------------------------------------ what is equal

    def values(self, node: Node) -> dict[Value, int]:
        """What takes long in an innermost loop, by the numbers of its entries."""
        if not isinstance(node, For) or not is_innermost(node) or node.stops:
            return {}
        if not all(operation_of(each) in ELEMENTS or is_of_numbers(each) for each in node.body.entries):
            return {}
        made = {
            each.targets[0]: each for each in node.body.entries if isinstance(each, Entry) and each.targets
        }
        inside = defined_in(node.body) | set(node.params)
        found: dict[Value, int] = {}
        for k, each in enumerate(node.body.entries):
            if isinstance(each, Entry) and takes_long(each) and self.is_float(each):
                value = self.value(each.targets[0], node.item, made, inside)
                if value is not None:
                    found.setdefault(value, k)
        return found

    def value(self, atom: Atom, item: Var, made: dict[Var, Entry], inside: set[Var]) -> Value | None:
        read: set[Any] = set()

        def tree(atom: Atom) -> Any:
            if atom is item:
                return "item"
            if atom not in inside:
                return atom
            entry = made.get(atom) if isinstance(atom, Var) else None
            if entry is None or entry.kwargs:
                return None
            if operation_of(entry) == "getitem":
                read.add(self.memory(entry.args[0]))
            args = tuple(map(tree, entry.args))
            return None if None in args else (entry.fn, args)

        found = tree(atom)
        return None if found is None else Value(found, frozenset(read))

    def is_float(self, node: Entry) -> bool:
        """Whether an entry computes a number as the row holds them."""
        return len(node.targets) == 1 and self.arrays.facts.kind(node.targets[0]) == K.FLOAT

    def memory(self, atom: Atom) -> Any:
        return self.arrays.facts.classes.find(atom) if isinstance(atom, Var) else atom

    def computes(self, entries: Sequence[Node], first: int, later: int, value: Value) -> bool:
        """Whether a later loop computes a value again, of elements that are as they were."""
        if value not in self.values(entries[later]):
            return False
        one, other = (self.stop(entries[k]) for k in (first, later))
        nodes = walk(Block(tuple(entries[first : later + 1])))
        return one is not None and one == other and all(self.leaves(each, value) for each in nodes)

    def leaves(self, node: Node, value: Value) -> bool:
        """Whether an entry writes nothing that a value is computed of."""
        if not isinstance(node, Entry) or is_of_numbers(node) or callee_of(node) is range:
            return True
        name = operation_of(node)
        return name == "getitem" or (name in ELEMENTS and self.memory(node.args[0]) not in value.read)

    def stop(self, node: Node) -> Atom | None:
        """Where the range from 0 ends that a loop goes through; None if it goes through another one."""
        made = range_made(self.arrays.definitions, node.iterable) if isinstance(node, For) else None
        return made.args[0] if made is not None and len(made.args) == 1 else None

    # ---------------------------------------------------------------------------------------------------- the loops

    def row(self, node: Node) -> Var | None:
        """A new array before the outermost loop, of as many items as a loop has iterations; None if these aren't known there."""
        stop = self.stop(node)
        if stop is None or stop in self.around:
            return None
        count = emitted(self.made_before, self.names, _MAX, stop, Const(0))
        return emitted(self.made_before, self.names, EMPTY, count, hint="kept")

    def keeping(self, node: Node, number: int, row: Var) -> Node:
        assert isinstance(node, For)
        entries = list(node.body.entries)
        made = entries[number]
        assert isinstance(made, Entry)
        entries.insert(number + 1, Entry((), op("store"), (row, node.item, made.targets[0]), (), made.loc))
        return replace(node, body=replace(node.body, entries=tuple(entries)))

    def reading(self, node: Node, number: int, row: Var) -> Node:
        assert isinstance(node, For)
        entries = list(node.body.entries)
        made = entries[number]
        assert isinstance(made, Entry)
        entries[number] = replace(made, fn=op("getitem"), args=(row, node.item))
        return replace(node, body=replace(node.body, entries=tuple(entries)))
