"""The arrays that each iteration of a loop saves, and writes anew but for their ends: their states can be rows of one array.

for k in range(steps):
    for j in range(n):
        saved[k, j] = u[j]             the row that the iteration before has written
    for j in range(n - 2):
        u[j + 1] = … saved[k, j] …     begins a row: but for one element at both ends it is written here
    s += u[0]                          that row
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, uses_of, walk
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.overwritten_fills import FARTHEST, Fills, Nest
from s2sad.loops.ranges import counts_from_zero
from s2sad.loops.reused_arrays import only_shape_counts
from s2sad.loops.saved_parts import saved_arrays
from s2sad.loops.saved_twice import Element, Passing, is_write


@dataclass(frozen=True)
class History:
    """The states of an array in a loop: a row begins with its ends before entry `begins`, and is written by the nest `written` first.

    `old` are the entries of that nest that read what the iteration before has left. An element of an array in `saved` is so much
    further in the history along each axis.
    """

    array: Var
    loop: For
    begins: int
    written: int
    nest: Nest
    ends: tuple[tuple[int, int], ...]
    old: frozenset[int]
    saved: dict[Var, tuple[int, ...]]
    count: Atom
    stores: frozenset[int]
    is_carried: bool

    @property
    def rows_further(self) -> int:
        """How much further than its number the row is that an iteration writes."""
        return int(self.is_carried)


class Histories:
    """What looks for histories in a function."""

    def __init__(self, function: Function, arrays: LocalArrays, names: Names) -> None:
        self.body, self.arrays = function.body, arrays
        self.fills, self.passing = Fills(arrays, names), Passing(arrays)
        found = map(self.passing.element, saved_arrays(arrays))
        self.elements = [each for each in found if each is not None]

    def found(self) -> Iterator[History]:
        for loop in self.body.entries:
            if not isinstance(loop, For) or loop.stops or not self.counts(loop):
                continue
            mine = [each for each in self.elements if each.loops[0] is loop]
            for array in dict.fromkeys(each.read.args[0] for each in mine):
                assert isinstance(array, Var)
                of_array = [each for each in mine if each.read.args[0] is array]
                found = self.history(loop, array, of_array)
                if found is not None:
                    yield found

    def counts(self, loop: For) -> bool:
        return counts_from_zero(self.arrays.definitions, loop.iterable)

    def history(self, loop: For, array: Var, saved: Sequence[Element]) -> History | None:
        """The history of an array that a loop saves; None where it has none."""
        inside = defined_in(loop.body) | {loop.item, *loop.params}
        if array in inside or not self.is_of_elements(loop, array):
            return None
        entries = loop.body.entries
        writing = [k for k, node in enumerate(entries) if self.is_written_in(node, array)]
        for k in writing:
            nest = self.nest(entries[k], array)
            ends = self.ends(nest, array) if nest is not None else None
            old = self.read_before(entries[k], nest) if nest is not None and ends is not None else None
            if nest is None or ends is None or old is None:
                continue
            is_carried = any(map(any, ends)) or self.is_read_from(loop, array, k, old)
            is_carried = is_carried or operation_of(nest.store) == "increase"
            rows = {each: self.shifts(each, array, writing, k, old, is_carried) for each in saved}
            known = {each: shifts for each, shifts in rows.items() if shifts is not None}
            if known:
                stores = frozenset(id(each.saved.store) for each in known)
                table = {each.saved.var: shifts for each, shifts in known.items()}
                count = self.arrays.definitions[next(iter(known)).saved.made.args[0]].args[0]
                begins = max((each + 1 for each in writing if each < k), default=0)
                return History(array, loop, begins, k, nest, ends, old, table, count, stores, is_carried)
        return None

    def is_read_from(self, loop: For, array: Var, written: int, old: frozenset[int]) -> bool:
        """Whether an iteration, or what comes after the loop, uses what is there before entry `written` writes all of an array."""
        place = next(k for k, node in enumerate(self.body.entries) if node is loop)
        before, after = loop.body.entries[:written], self.body.entries[place + 1 :]
        return bool(old) or self.counts_on(Block((*before, *after), self.body.results), array)

    def counts_on(self, block: Block, array: Var) -> bool:
        """Whether the elements of an array count for a block."""
        nodes = [node for node in walk(block) if not only_shape_counts(node)]
        atoms = [*block.results, *(atom for node in nodes for atom in uses_of(node))]
        memory = self.passing.memory(array)
        is_outside = bool(self.arrays.facts.origins(array))
        return is_outside or any(self.passing.memory(atom) == memory for atom in atoms)

    def is_of_elements(self, loop: For, array: Var) -> bool:
        """Whether a loop does nothing with an array but to read and write its elements, by one name."""
        rank = self.arrays.facts.kind(array).ndim
        memory = self.passing.memory(array)
        for node in walk(Block((loop,))):
            mine = [atom for atom in uses_of(node) if self.passing.memory(atom) == memory]
            if not mine or only_shape_counts(node):
                continue
            if not isinstance(node, Entry) or operation_of(node) not in ELEMENTS or node.args[0] is not array:
                return False
            place = self.arrays.places(node.args[1])
            if len(mine) > 1 or place is None or len(place) != rank:
                return False
        return self.arrays.shapes.lengths(array) is not None

    def is_written_in(self, node: Node, array: Var) -> bool:
        return any(is_write(each) and each.args[0] is array for each in walk(Block((node,))))

    def nest(self, node: Node, array: Var) -> Nest | None:
        """The loops that write an array once, whose ends are known before."""
        if not isinstance(node, For):
            return None
        nest = self.fills.nest(node, array) or self.fills.nest(node, array, "increase")
        if (
            nest is None
            or sum(is_write(each) and each.args[0] is array for each in walk(Block((node,)))) != 1
        ):
            return None
        inside = defined_in(node.body) | {node.item}
        return nest if inside.isdisjoint(end for ends in nest.ends for end in ends) else None

    def ends(self, nest: Nest, array: Var) -> tuple[tuple[int, int], ...] | None:
        """How many elements at both ends of each axis loops don't write; None where that isn't known, or many."""
        found: list[tuple[int, int]] = []
        lengths = self.arrays.shapes.lengths(array) or ()
        for length, ends, more in zip(lengths, nest.ends, nest.more):
            first, last = map(self.arrays.length, ends)
            whole = self.arrays.unclipped(length)
            if first is None or last is None or whole is None:
                return None
            before, after = plus(first, number(more)), plus(whole, plus(last, number(more)), -1)
            if (
                before.terms
                or after.terms
                or not all(0 <= each.number <= FARTHEST for each in (before, after))
            ):
                return None
            found.append((before.number, after.number))
        return tuple(found)

    def read_before(self, node: Node, nest: Nest) -> frozenset[int] | None:
        """The entries of a nest that read an element before it is written; None if it reads others than it writes."""
        array, place = nest.store.args[0], self.arrays.places(nest.store.args[1])
        old: list[int] = []
        before = True
        here = {id(each) for each in nest.loops[-1].body.entries}
        for each in walk(Block((node,))):
            if each is nest.store:
                before = False
            elif operation_of(each) == "getitem" and each.args[0] is array:
                if id(each) not in here or self.arrays.places(each.args[1]) != place:
                    return None
                old += [id(each)] if before else []
        return frozenset(old)

    def shifts(
        self,
        element: Element,
        array: Var,
        writing: Sequence[int],
        written: int,
        old: frozenset[int],
        is_carried: bool,
    ) -> tuple[int, ...] | None:
        """How much further in the history an element is that is saved; None if it isn't there, or is one of a few."""
        further = [plus(one, other, -1) for one, other in zip(element.place, element.cell[1:])]
        lengths = self.arrays.shapes.lengths(array) or ()
        if len(element.cell) != len(element.place) + 1 or element.cell[0] != symbol(("loop", 0)):
            return None
        if any(each.terms or each.number < 0 for each in further) or not self.is_most(element, lengths):
            return None
        row = self.row(element, writing, written, old)
        return None if row is None else (row * is_carried, *(each.number for each in further))

    def is_most(self, element: Element, lengths: Sequence[Length]) -> bool:
        """Whether all of an array is saved but for some ends: a history needs as much memory."""
        if len(element.ranges) != len(lengths) + 1:
            return False
        for length, place, (low, high, _) in zip(lengths, element.place, element.ranges[1:]):
            whole = self.arrays.unclipped(length)
            rest = None if whole is None else plus(whole, plus(high, low, -1), -1)
            if rest is None or rest.terms or rest.number > 2 * FARTHEST or len(place.terms) != 1:
                return False
        return True

    def row(self, element: Element, writing: Sequence[int], written: int, old: frozenset[int]) -> int | None:
        """0 for what is saved of the row before the one that an iteration begins, 1 for that one; None for neither."""
        entries = element.loops[0].body.entries
        saved = next(k for k, node in enumerate(entries) if node is element.loops[1])
        if id(element.read) in old or (saved < written and not any(saved <= k < written for k in writing)):
            return 0
        is_last = saved >= written and all(written <= k < max(saved, written + 1) for k in writing)
        return 1 if is_last else None
