"""Elements of one array that two loops of an iteration save, each in an array of its own, are saved by the first alone.

for k in range(steps):                     for k in range(steps):
    for j in range(n):                         for j in range(n):
        d[j] = …                                   d[j] = …
        one[k, j] = d[j]                           one[k, j] = d[j]
    for j in range(n):             →           for j in range(n):
        other[k, j] = d[j]                         s += d[j] / r
        s += d[j] / r                      … one[k, j] … one[k, j]
… one[k, j] … other[k, j]

Only where nothing writes to them in between. What goes through memory once takes half the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.analysis.lengths import Length, plus, renamed, symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import expanded, substitute, walk, with_body
from s2sad.loops.element_loops import Place
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.parallel import is_plain
from s2sad.loops.ranges import limits_of, range_made
from s2sad.loops.saved_parts import Saved, saved_arrays


def without_saved_twice(function: Function, arrays: LocalArrays) -> Function:
    """The function that saves each element once."""
    passing = Passing(arrays)
    found = [each for each in map(passing.element, saved_arrays(arrays)) if each is not None]
    same: dict[Any, Atom] = {}
    gone: set[int] = set()
    for later in found:
        kept = (each for each in found if each.saved.var not in same and each is not later)
        first = next((each for each in kept if passing.is_as(each, later)), None)
        if first is not None and later.saved.var not in same.values():
            same[later.saved.var] = first.saved.var
            gone.add(id(later.saved.store))
    if not same:
        return function
    body = expanded(function.body, lambda node: () if id(node) in gone else (node,))
    return with_body(function, substitute(body, same).entries)


@dataclass(frozen=True)
class Element:
    """An element of an array that is saved: where it was read, and in which cell it is put, by the numbers of the loops."""

    saved: Saved
    read: Entry
    place: Place
    cell: Place
    ranges: tuple[tuple[Length, Length, bool], ...]

    @property
    def loops(self) -> tuple[For, ...]:
        return self.saved.path


class Passing:
    def __init__(self, arrays: LocalArrays) -> None:
        self.arrays = arrays

    def is_as(self, one: Element, later: Element) -> bool:
        """Whether what is saved later in the iteration of the outermost loop is in the cells of another array already."""
        if one.loops[0] is not later.loops[0] or one.read.args[0] is not later.read.args[0]:
            return False
        alike = (one.place, one.cell, one.ranges) == (later.place, later.cell, later.ranges)
        return alike and self.stays(one, later)

    def element(self, saved: Saved) -> Element | None:
        """The element that an array saves in each iteration; None where it saves something else."""
        value = saved.store.args[2]
        read = self.arrays.definitions.get(value) if isinstance(value, Var) else None
        if read is None or operation_of(read) != "getitem" or len(saved.path) < 2:
            return None
        if not any(read is each for each in saved.path[-1].body.entries):
            return None
        if not isinstance(read.args[0], Var) or self.arrays.facts.kind(read.args[0]).item != K.FLOAT:
            return None
        numbers = numbers_of(saved.path)
        place, cell = (self.numbered(each.args[1], numbers) for each in (read, saved.store))
        made = [range_made(self.arrays.definitions, loop.iterable) for loop in saved.path]
        limits = [limits_of(each, self.arrays.length) for each in made]
        ranges = [
            (by_numbers(each.low, numbers), by_numbers(each.high, numbers), each.forwards)
            for each in limits
            if each is not None
        ]
        if place is None or cell is None or len(ranges) != len(limits):
            return None
        return Element(saved, read, place, cell, tuple(ranges))

    def numbered(self, index: Atom, numbers: dict[Any, Any]) -> Place | None:
        """A place in terms of the numbers of the loops."""
        found = self.arrays.places(index)
        return None if found is None else tuple(by_numbers(length, numbers) for length in found)

    def memory(self, atom: Atom) -> Any:
        return self.arrays.facts.classes.find(atom) if isinstance(atom, Var) else atom

    def stays(self, one: Element, later: Element) -> bool:
        """Whether an element is as it was from where it is read first to where it is read again."""
        array = self.memory(one.read.args[0])
        if one.loops[-1] is later.loops[-1]:
            nodes = between(one.loops[-1].body, one.read, later.read)
            return nodes is not None and self.leave(nodes, array)
        outer = one.loops[0].body
        nodes = between(outer, one.loops[1], later.loops[1])
        after = between(one.loops[-1].body, one.read, None)
        return (
            nodes is not None
            and after is not None
            and self.leave((*nodes, later.loops[1], *after), array)
            and all(self.is_there(node, one) for node in self.written_in(one.loops[1], array))
        )

    def leave(self, nodes: Sequence[Node], array: Any) -> bool:
        """Whether entries write nothing to an array."""
        return not any(True for node in nodes for _ in self.written_in(node, array))

    def written_in(self, node: Node, array: Any) -> Iterator[Node]:
        """What may write to an array."""
        for each in walk(Block((node,))):
            is_known = is_plain(each) or callee_of(each) is range or operation_of(each) == "append"
            if not is_known or (
                isinstance(each, Entry) and is_write(each) and self.memory(each.args[0]) == array
            ):
                yield each

    def is_there(self, node: Node, element: Element) -> bool:
        """Whether an entry writes to the element that is saved, in the same iteration, and before it is read."""
        if not any(node is each for each in element.saved.path[-1].body.entries):
            return False
        assert isinstance(node, Entry)
        own = [self.is_counted(element.place, k) for k in range(1, len(element.loops))]
        same = self.numbered(node.args[1], numbers_of(element.loops)) == element.place
        return is_write(node) and node.args[0] is element.read.args[0] and same and all(own)

    def is_counted(self, place: Place, k: int) -> bool:
        """Whether a loop counts along an axis of a place."""
        return any(not plus(length, symbol(("loop", k)), -1).terms for length in place)


def is_write(node: Node) -> bool:
    return isinstance(node, Entry) and operation_of(node) in ("store", "increase")


def numbers_of(loops: Sequence[For]) -> dict[Any, Any]:
    """The items of loops by the numbers of these."""
    return {loop.item: ("loop", k) for k, loop in enumerate(loops)}


def by_numbers(length: Length, numbers: dict[Any, Any]) -> Length:
    return renamed(length, lambda name: numbers.get(name, name))


def between(block: Block, first: Node, last: Node | None) -> Sequence[Node] | None:
    """The entries of a block after one of them, up to another one or to the end; None if they aren't there in this order."""
    numbers = {id(node): k for k, node in enumerate(block.entries)}
    start, end = numbers.get(id(first)), numbers.get(id(last), None if last else len(block.entries))
    return None if start is None or end is None or end <= start else block.entries[start + 1 : end]
