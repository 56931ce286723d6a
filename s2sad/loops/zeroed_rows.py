"""A row that was set to zero right before a loop gathers into it is written by that loop, and isn't set to zero before.

for j in range(n - 2):                 for j in range(n - 2):
    t[j] = u_bar[j + 1]                    t[j] = u_bar[j + 1]
    u_bar[j + 1] = 0.0             →   u_bar[1] = 0.0, and u_bar[n - 2] = 0.0, by loops
for j in range(n - 4):                 for j in range(n - 4):
    u_bar[j + 2] += t[j + 1]               u_bar[j + 2] = t[j + 1]

What the main loop of those that gather doesn't reach is set to zero as before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.element_loops import Access, ElementLoop, is_of_numbers
from s2sad.loops.emission import emitted, moved
from s2sad.loops.gathering import Neighbour, reach, rows_of
from s2sad.loops.ranges import as_arguments, both_ends, is_innermost, range_made

_RANGE, _MIN, _MAX = Ref("range", range), Ref("min", min), Ref("max", max)
_FARTHEST = 8


@dataclass(frozen=True)
class Zeroed:
    """A row that the loop `node` sets to zero by `store`, `more` places on from the numbers of its range."""

    node: For
    store: Entry
    ends: tuple[Atom, Atom]
    more: int


def last_loop(entries: Sequence[Node]) -> int | None:
    """The number of the last loop, if nothing but numbers is computed after it."""
    for k in range(len(entries) - 1, -1, -1):
        node = entries[k]
        if isinstance(node, For):
            return k if is_innermost(node) and not node.stops else None
        if callee_of(node) is not range and not is_of_numbers(node) and operation_of(node) != "comment":
            return None
    return None


class ZeroedRows:
    """The rows that the last of some entries sets to zero, of those that a loop through the range `ends` gathers into."""

    def __init__(
        self,
        loop: ElementLoop,
        found: Sequence[Neighbour],
        ends: tuple[Atom, ...],
        definitions: Mapping[Var, Entry],
        integer: Callable[[Atom], Length | None],
    ) -> None:
        self.loop, self.found, self.definitions, self.integer = loop, found, definitions, integer
        self.ends = both_ends(ends)

    def taken(self, entries: list[Node], names: Names) -> tuple[list[Node], set[Any]]:
        """What sets the ends of rows to zero, and the rows that are written in between; the `entries` do it no more."""
        made: list[Node] = []
        rows: set[Any] = set()
        for row, shifts in rows_of(self.found).items():
            k = last_loop(entries)
            zeroed = None if k is None or len(shifts) < 2 else self.zeroed(row, entries[k], entries)
            beside = None if zeroed is None else self.beside(row, zeroed, names)
            if k is None or zeroed is None or beside is None:
                continue
            body = tuple(node for node in zeroed.node.body.entries if node is not zeroed.store)
            entries[k] = replace(zeroed.node, body=replace(zeroed.node.body, entries=body))
            made += beside
            rows.add(row)
        return made, rows

    def zeroed(self, row: Any, node: Node, entries: Sequence[Node]) -> Zeroed | None:
        """How a loop sets a row of an array with one axis to zero, after it has read its elements, if it does."""
        base, *begin = row
        memory = self.loop.memory(base)
        adding = {each.number for each in self.found if each.row == row}
        if {access.number for access in self.loop.accesses if access.memory == memory} != adding:
            return None
        assert isinstance(node, For)
        earlier = ElementLoop(node, self.loop.places, self.loop.memory)
        accesses = [access for access in earlier.accesses if access.memory == memory]
        more = self.shift(accesses, node.item)
        store = earlier.entries[accesses[-1].number] if accesses else None
        ends = self.ends_of(node, entries)
        if not earlier.is_plain() or not isinstance(store, Entry) or more is None or ends is None:
            return None
        is_last = [access.form for access in accesses] == ["read"] * (len(accesses) - 1) + ["store"]
        is_alone = all(access.base is base for access in accesses) and len(begin) == 1
        is_zero = is_last and is_alone and store.args[2] == Const(0.0)
        return Zeroed(node, store, ends, more) if is_zero else None

    def shift(self, accesses: Sequence[Access], item: Var) -> int | None:
        """How far from the item of a loop all accesses are."""
        places = {access.place for access in accesses}
        place = places.pop() if len(places) == 1 else None
        rest = plus(place[0], symbol(item), -1) if place is not None and len(place) == 1 else None
        return rest.number if rest is not None and not rest.terms else None

    def ends_of(self, node: For, entries: Sequence[Node]) -> tuple[Atom, Atom] | None:
        """The ends of a range that goes upwards by one."""
        new = {each.targets[0]: each for each in entries if isinstance(each, Entry) and each.targets}
        made = range_made({**self.definitions, **new}, node.iterable)
        if made is None or len(made.args) > 2:
            return None
        return both_ends(made.args)

    def beside(self, row: Any, zeroed: Zeroed, names: Names) -> list[Node] | None:
        """The loops that set to zero what the main one doesn't write; None if that may be more than was set to zero, or much."""
        least, most = reach(self.found)
        starts = [self.integer(atom) for atom in (*self.ends, *zeroed.ends)]
        if row[1].terms or any(each is None for each in starts):
            return None
        low, high, first, last = (each for each in starts if each is not None)
        begin = row[1].number - zeroed.more
        before = plus(plus(low, number(begin + most)), first, -1)
        after = plus(last, plus(high, number(begin + least)), -1)
        if before.terms or after.terms or not 0 <= min(before.number, after.number):
            return None
        if max(before.number, after.number) > _FARTHEST:
            return None
        return _Zeros(zeroed, names).done(before.number, after.number)


class _Zeros:
    def __init__(self, zeroed: Zeroed, names: Names) -> None:
        self.zeroed, self.names = zeroed, names
        self.out: list[Node] = []

    def done(self, before: int, after: int) -> list[Node]:
        """The loops through the first and last numbers of the range."""
        first, last = self.zeroed.ends
        start = self.plus(first, before)
        self.loop(first, self.emit(_MIN, start, last))
        self.loop(self.emit(_MAX, self.plus(last, -after), start), last)
        return self.out

    def loop(self, first: Atom, last: Atom) -> None:
        item = Var(self.names.fresh(self.zeroed.node.item.name))
        outer, self.out = self.out, []
        place = self.plus(item, self.zeroed.more)
        self.out.append(replace(self.zeroed.store, args=(self.zeroed.store.args[0], place, Const(0.0))))
        body, self.out = Block(tuple(self.out), ()), outer
        target = self.emit(_RANGE, *as_arguments(first, last))
        self.out.append(For((), item, target, (), (), body, loc=self.zeroed.node.loc))

    def plus(self, atom: Atom, more: int) -> Atom:
        return moved(self.out, self.names, atom, more)

    def emit(self, fn: Ref, *args: Atom) -> Var:
        return emitted(self.out, self.names, fn, *args)
