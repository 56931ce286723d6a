"""A loop that adds to several neighbours gathers what comes to each of them.

for j in range(n):                     for j in range(min(2, n)):
    v_bar[j + 2] += a[j] * w               v_bar[j] -= b[j] * w
    v_bar[j] -= b[j] * w       →       for j in range(n - 2):
                                           v_bar[j + 2] += a[j] * w - b[j + 2] * w
                                       for j in range(max(n - 2, 0), n):
                                           v_bar[j + 2] += a[j] * w

Each element is read and written once, where loops of their own for the neighbours would do that once for each. What comes first
and last isn't whole, and has short loops. (Loop alignment and peeling: Allen & Kennedy, "Optimizing Compilers for Modern
Architectures", section 6.2.4.)
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.lengths import Length, plus, symbol
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import node_reads, rename, substitute_node
from s2sad.loops.element_loops import Access, ElementLoop, Group, moves, takes_long
from s2sad.loops.emission import emitted, moved
from s2sad.loops.ranges import as_arguments, both_ends

_MOST = 30  # entries that are computed once more
_RANGE, _MIN, _MAX = Ref("range", range), Ref("min", min), Ref("max", max)


@dataclass(frozen=True)
class Neighbour:
    """What an entry adds to: an element `shift` places on from that of the iteration, in the row `row` of an array."""

    number: int
    row: Any
    shift: int


def neighbours(loop: ElementLoop, group: Group) -> list[Neighbour] | None:
    """What the entries of a group add to; None if they do anything else, or it isn't known how far apart that is."""
    accesses = [access for access in loop.accesses if access.number in group.entries]
    added = {access.memory for access in accesses if access.form == "increase"}
    if any(access.memory in added for access in accesses if access.form != "increase"):
        return None
    found: list[Neighbour] = []
    begin: Length | None = None
    for access in accesses:
        if access.number not in group.effects:
            continue
        axis = _axis(access, loop)
        if access.form != "increase" or axis is None or access.place is None:
            return None
        start = plus(access.place[axis], symbol(loop.node.item), -1)
        begin = start if begin is None else begin
        apart = plus(start, begin, -1)
        if apart.terms:
            return None
        row = (access.base, *access.place[:axis], begin, *access.place[axis + 1 :])
        found.append(Neighbour(access.number, row, apart.number))
    return found if len(found) == len(group.effects) else None


def _axis(access: Access, loop: ElementLoop) -> int | None:
    """The axis along which an access goes step by step; None if it doesn't, or goes along another one as well."""
    item = loop.node.item
    place = access.place or ()
    moving = [k for k, length in enumerate(place) if any(name in loop.inside for name, _ in length.terms)]
    if len(moving) != 1 or not moves(place[moving[0]], item, loop.inside):
        return None
    return moving[0] if dict(place[moving[0]].terms)[item] == 1 else None


def gathers(loop: ElementLoop, found: Sequence[Neighbour]) -> bool:
    """Whether several entries add to neighbours in one row, and little, nothing that takes long, is computed for more than one."""
    if all(len(shifts) == 1 for shifts in rows_of(found).values()):
        return False
    needed: dict[int, set[int]] = {}
    for each in found:
        needed.setdefault(each.shift, set()).update(loop.needed(each.number))
    shared = set().union(*(one & other for one, other in itertools.combinations(needed.values(), 2)))
    more = sum(map(len, needed.values())) - len(set().union(*needed.values()))
    return more <= _MOST and not any(takes_long(loop.entries[number]) for number in shared)


def rows_of(found: Sequence[Neighbour]) -> dict[Any, set[int]]:
    """How far from the element of an iteration what is added to is, by rows."""
    rows: dict[Any, set[int]] = {}
    for each in found:
        rows.setdefault(each.row, set()).add(each.shift)
    return rows


def reach(found: Sequence[Neighbour]) -> tuple[int, int]:
    """How far the neighbours are apart from the element of an iteration, at least and at most."""
    shifts = set().union(*(each for each in rows_of(found).values() if len(each) > 1))
    return min(shifts), max(shifts)


def with_sums_together(loop: ElementLoop, names: Names) -> For:
    """The loop that adds once to an element to which it added several times, if nothing else is done to the array."""
    alone = {
        accesses[0].memory
        for accesses in loop.by_memory()
        if all(access.form == "increase" and access.place is not None for access in accesses)
    }
    added: dict[Any, list[int]] = {}
    for access in loop.accesses:
        if access.memory in alone:
            added.setdefault((access.base, access.place), []).append(access.number)
    several = [numbers for numbers in added.values() if len(numbers) > 1]
    if not several:
        return loop.node
    new: dict[int, list[Node]] = {}
    for numbers in several:
        added_there = [entry for entry in map(loop.entries.__getitem__, numbers) if isinstance(entry, Entry)]
        total, sums = added_there[0].args[2], []
        for entry in added_there[1:]:
            target = Var(names.fresh(_name_of_sum(entry)))
            sums.append(Entry((target,), op("add"), (total, entry.args[2])))
            total = target
        last = replace(added_there[-1], args=(*added_there[0].args[:2], total))
        new.update((number, []) for number in numbers)
        new[numbers[-1]] = [*sums, last]
    entries = [each for k, entry in enumerate(loop.entries) for each in new.get(k, [entry])]
    return replace(loop.node, body=replace(loop.node.body, entries=tuple(entries)))


def gathered(
    loop: ElementLoop,
    group: Group,
    ends: tuple[Atom, ...],
    found: Sequence[Neighbour],
    names: Names,
    written: Collection[Any] = (),
) -> list[Node]:
    """The loops that a group becomes, which goes through the range between `ends`; the main one writes some rows."""
    return _Gathering(loop, group, ends, found, names, written).loops()


class _Gathering:
    def __init__(
        self,
        loop: ElementLoop,
        group: Group,
        ends: tuple[Atom, ...],
        found: Sequence[Neighbour],
        names: Names,
        written: Collection[Any],
    ) -> None:
        self.loop, self.group, self.names, self.written = loop, group, names, written
        self.low, self.high = both_ends(ends)
        rows = rows_of(found)
        shifts = sorted(set().union(*(each for each in rows.values() if len(each) > 1)))
        self.least, self.most = reach(found)
        self.by_shift: dict[int, list[Neighbour]] = {shift: [] for shift in shifts}
        for each in found:  # it doesn't matter in which iteration what comes alone is added
            self.by_shift[each.shift if len(rows[each.row]) > 1 else self.most].append(each)
        self.entries: list[Node] = []

    def loops(self) -> list[Node]:
        whole = self.most - self.least
        for shift, adding in self.by_shift.items():
            if shift < self.most:
                last = self.emit(_MIN, self.sum(self.low, self.most - shift), self.high)
                self.short(self.low, last, adding)
        self.main(self.sum(self.high, -whole))
        for shift, adding in self.by_shift.items():
            if shift > self.least:
                first = self.emit(
                    _MAX, self.sum(self.high, self.least - shift), self.sum(self.low, self.most - shift)
                )
                self.short(first, self.high, adding)
        return self.entries

    def short(self, first: Atom, last: Atom, adding: Sequence[Neighbour]) -> None:
        """The loop of one neighbour through what the main loop doesn't reach."""
        item = Var(self.names.fresh(self.loop.node.item.name))
        made = self.copied(adding, item, 0)
        self.loop_through(first, last, item, made)

    def main(self, last: Atom) -> None:
        """The loop of all neighbours; that of the last one is in its own iteration, and the others are later."""
        item = Var(self.names.fresh(self.loop.node.item.name))
        body: list[Node] = []
        sums: dict[Any, Entry] = {}
        for shift, adding in self.by_shift.items():
            rows = [each.row for each in adding]
            for entry in self.copied(adding, item, self.most - shift):
                if operation_of(entry) != "increase" or not isinstance(entry, Entry):
                    body.append(entry)
                    continue
                row = rows.pop(0)
                if row in sums:
                    total = Var(self.names.fresh(_name_of_sum(entry)))
                    body.append(Entry((total,), op("add"), (sums[row].args[2], entry.args[2])))
                    entry = replace(sums[row], args=(*sums[row].args[:2], total))
                sums[row] = entry
        for row in self.written:
            sums[row] = replace(sums[row], fn=op("store"))
        self.loop_through(self.low, last, item, [*body, *sums.values()])

    def loop_through(self, first: Atom, last: Atom, item: Var, body: Sequence[Node]) -> None:
        target = self.emit(_RANGE, *as_arguments(first, last))
        node = self.loop.node
        self.entries.append(
            replace(
                node, targets=(), item=item, iterable=target, params=(), inits=(), body=Block(tuple(body), ())
            )
        )

    def copied(self, adding: Sequence[Neighbour], item: Var, later: int) -> list[Node]:
        """What adds to some neighbours, with names of its own, for an iteration that is so much later."""
        needed = set().union(*(self.loop.needed(each.number) for each in adding))
        entries: list[Node] = []
        moved: dict[Any, Atom] = {}
        own = self.loop.node.item
        later_item: Var | None = None
        for number in sorted(needed):
            entry = substitute_node(self.loop.entries[number], moved)
            offset = _offset(self.loop.entries[number], own)
            if later and offset is not None:
                assert isinstance(entry, Entry)
                if not offset + later:
                    moved[entry.targets[0]] = item
                    continue
                entry = replace(entry, fn=op("add"), args=(item, Const(offset + later)))
            elif later and own in node_reads(entry):
                if later_item is None:
                    later_item = Var(self.names.fresh("t"))
                    entries.append(Entry((later_item,), op("add"), (item, Const(later))))
                entry = substitute_node(entry, {own: later_item})
            entries.append(entry)
        return list(rename(Block(tuple(entries), ()), self.names.fresh, {own: item}).entries)

    def sum(self, atom: Atom, more: int) -> Atom:
        return moved(self.entries, self.names, atom, more)

    def emit(self, fn: Any, *args: Atom) -> Var:
        return emitted(self.entries, self.names, fn, *args)


def _name_of_sum(added: Entry) -> str:
    """A name for what is added to an array: that of an adjoint for what is added to one."""
    base = added.args[0]
    return "t_bar" if isinstance(base, Var) and "_bar" in base.name else "t"


def _offset(node: Node, item: Var) -> int | None:
    """What an entry adds to the item of the loop, if it is a number."""
    if not isinstance(node, Entry) or operation_of(node) not in ("add", "sub") or len(node.args) != 2:
        return None
    first, second = node.args
    if first is item and isinstance(second, Const) and isinstance(second.value, int):
        return second.value if operation_of(node) == "add" else -second.value
    if second is item and isinstance(first, Const) and isinstance(first.value, int):
        return first.value if operation_of(node) == "add" else None
    return None
