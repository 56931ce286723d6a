"""Which places of an array an entry reads or writes, and whether something is written there later.

for k in range(n):
    for i in range(k + 1, n):
        t = getitem A (k, k+1:)         row k, which no later iteration writes: they write rows below
        A[i, k+1:] -= …                 row i > k

What is never overwritten can be read once more in the reverse sweep, where it was. A place is a range of each axis, as far as
its ends are known; two are apart if they are on one axis, for every iteration that comes after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.integers import Integers
from s2sad.analysis.lengths import Length, Named, number, plus, renamed, symbol
from s2sad.analysis.list_places import ListPlaces, depth
from s2sad.analysis.writes import Write
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import outcome_of_entry
from s2sad.ir.index_kinds import Index, index_form
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    Ref,
    Var,
    While,
    blocks_of,
    targets_of,
)
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import defined_in, walk

_ZERO = number(0)
_LISTS: Any = "lists"


@dataclass(frozen=True, slots=True)
class Axis:
    """The places along one axis: from `first` up to `end`, as far as it is known; `taken` if an integer chose one.

    Those that are `exact` are all of these, in their order.
    """

    first: Length = _ZERO
    end: Length | None = None
    taken: bool = False
    exact: bool = True


@dataclass(frozen=True, eq=False)
class Loop:
    """A loop: its variable with its ends, by how much it is larger in each iteration, and what the loop defines."""

    inner: frozenset[Var]
    item: Var | None = None
    lowest: Length | None = None
    highest: Length | None = None
    step: int = 0


@dataclass(frozen=True, slots=True)
class Access:
    """Where an array is read or written: the variable that it was made with, the places, the loops around, and when."""

    base: Var
    axes: tuple[Axis, ...] | None
    loops: tuple[Loop, ...]
    when: int
    resizes: bool = False

    @property
    def level(self) -> int:
        """How many indices lead to what is read or written."""
        return sum(axis.taken for axis in self.axes or ()) + self.resizes


class Locations:
    """The accesses of a function; `writes` says what an entry writes to. The lists and dicts `holders` have one way to them."""

    def __init__(
        self,
        function: Function,
        facts: Facts,
        integers: Integers,
        writes: Callable[[Entry], list[Write]],
        holders: Collection[Atom] = (),
    ) -> None:
        self.facts, self.integers, self.writes = facts, integers, writes
        self.lists = ListPlaces.of(function, holders)
        self.where: dict[Any, tuple[tuple[Loop, ...], int]] = {}
        self.when: dict[int, tuple[tuple[Loop, ...], int]] = {}  # the same, of entries by their identity
        self.written: dict[Var, list[Access]] = {}
        self.known: dict[Var, bool] = {}
        self.bound: dict[Var, int] = {param.var: 0 for param in function.params}  # when, within one iteration
        self.count = 0
        if any(isinstance(node, Closure) for node in walk(function.body)):
            return  # nobody knows when its body runs
        for node, loops, when in list(self.entries(function.body, ())):
            self.when[id(node)] = loops, when
            for atom, is_container in writes(node):
                if isinstance(atom, Var) and not is_container:
                    access = self.written_place(node, atom, loops, when)
                    self.written.setdefault(facts.classes.find(atom), []).append(access)
            if self.lists.is_write(node):
                self.written.setdefault(_LISTS, []).append(
                    self.written_place(node, node.args[0], loops, when)
                )

    def entries(self, block: Block, loops: tuple[Loop, ...]) -> Iterator[tuple[Entry, tuple[Loop, ...], int]]:
        """The entries in their order, with the loops around each."""
        for node in block.entries:
            self.count += 1
            for target in targets_of(node):
                self.where[target] = loops, self.count
            if isinstance(node, Entry):
                self.bound.update((target, self.count) for target in node.targets)
                yield node, loops, self.count
                continue
            inside = (*loops, self.loop(node)) if isinstance(node, (For, While)) else loops
            self.bound.update((param, self.count) for param in getattr(node, "params", ()))
            for inner in blocks_of(node):
                yield from self.entries(inner, inside)
            self.bound.update((target, self.count) for target in targets_of(node))

    def loop(self, node: For | While) -> Loop:
        inner = defined_in(node.body) | set(node.params)
        if isinstance(node, While):
            return Loop(frozenset(inner | defined_in(node.cond)))
        loop = Loop(frozenset(inner | {node.item}), node.item)
        return self.ranged(loop, node.iterable, 1) or loop

    def ranged(self, loop: Loop, iterable: Atom, order: int) -> Loop | None:
        """The loop with the ends of the range that it goes over."""
        made = self.integers.definition(iterable) if isinstance(iterable, Var) else None
        if made is None or not isinstance(made.fn, Ref) or made.kwargs:
            return None
        if made.fn.value is reversed:
            return self.ranged(loop, made.args[0], -order)
        ends = [self.integers.of(atom) for atom in made.args] if made.fn.value is range else []
        if not ends or None in ends:
            return None
        first, end = (_ZERO, ends[0]) if len(ends) == 1 else ends[:2]
        step = ends[2] if len(ends) > 2 else number(1)
        assert first is not None and end is not None and step is not None
        if step.terms or not step.number:
            return None
        if step.number > 0:
            return replace(loop, lowest=first, highest=plus(end, number(-1)), step=order * step.number)
        return replace(loop, lowest=plus(end, number(1)), highest=first, step=order * step.number)

    # ---------------------------------------------------------------------------------------------- places

    def written_place(self, node: Entry, atom: Atom, loops: tuple[Loop, ...], when: int) -> Access:
        """Where an entry writes; the whole of an array if that isn't known."""
        base, axes = self.place_of(atom)
        done = operation(node)
        if atom in self.lists.holders and self.lists.written_level(node):
            return Access(base, axes, loops, when, True)
        if done.index is not None and node.args[0] == atom and axes is not None:
            axes = self.cut(axes, node.args[done.index], loops)
        return Access(base, axes, loops, when)

    def place_of(self, atom: Atom) -> tuple[Var, tuple[Axis, ...] | None]:
        """The array that a variable is a part of, and which places of it; None for those if they aren't known."""
        var = self.integers.root(atom)
        assert isinstance(var, Var)
        node = self.integers.definition(var)
        if node is not None and operation_of(node) == "getitem" and self.is_view(node):
            base, axes = self.place_of(node.args[0])
            loops, _ = self.where.get(var, ((), 0))
            return base, None if axes is None else self.cut(axes, node.args[1], loops)
        rank = depth(self.facts.kind(var)) if var in self.lists.holders else self.facts.kind(var).ndim
        return var, None if rank is None else (Axis(),) * rank

    def is_view(self, node: Entry) -> bool:
        """Whether an entry takes a part, or one number, of an array, or an item of a list."""
        if self.lists.is_item(node):
            return True
        is_array = K.is_array(self.facts.kind(node.args[0])) and isinstance(node.args[0], Var)
        return is_array and index_form(self.facts.kind(node.args[1])) is Index.BASIC

    def cut(self, axes: tuple[Axis, ...], index: Atom, loops: tuple[Loop, ...]) -> tuple[Axis, ...] | None:
        """The places that an index takes of others; None if it isn't known which axes it is about."""
        items = self.items(index)
        if items is None:
            return None
        open_ = [i for i, axis in enumerate(axes) if not axis.taken]
        found = list(axes)
        for place, item in zip(open_, items):
            found[place] = self.cut_axis(axes[place], item, bounds_of(loops))
        return tuple(found)

    def items(self, index: Atom) -> list[Atom] | None:
        """The items of an index, one for each axis from the first; None if it has others."""
        index = self.integers.root(index)
        node = self.integers.definition(index) if isinstance(index, Var) else None
        items = list(node.args) if node is not None and operation_of(node) == "tuple_of" else [index]
        return items if all(self.facts.kind(item) in (K.INT, K.SLICE) for item in items) else None

    def cut_axis(self, axis: Axis, item: Atom, bounds: list[Bounds]) -> Axis:
        if not axis.exact:
            return replace(axis, taken=self.facts.kind(item) == K.INT)
        if self.facts.kind(item) == K.INT:
            place = self.integers.of(item)
            if place is None or not is_at_least(place, 0, bounds):
                return replace(axis, taken=True, exact=False)
            first = plus(axis.first, place)
            return Axis(first, plus(first, number(1)), True)
        node = self.integers.definition(item) if isinstance(item, Var) else None
        if node is None or operation_of(node) != "slice" or node.args[2] not in (Const(None), Const(1)):
            return replace(axis, exact=False)
        return self.cut_by_slice(axis, node.args[0], node.args[1], bounds)

    def cut_by_slice(self, axis: Axis, start: Atom, stop: Atom, bounds: list[Bounds]) -> Axis:
        first, end, exact = axis.first, axis.end, True
        if start not in (Const(None), Const(0)):
            offset = self.integers.of(start)
            exact = offset is not None and is_at_least(offset, 0, bounds)
            first = plus(first, offset) if exact and offset is not None else first
        if stop != Const(None):
            offset = self.integers.of(stop)
            if offset is not None and is_at_least(offset, 0, bounds):
                end = plus(axis.first, offset)
        return Axis(first, end, False, exact)

    def is_from_the_start(self, place: Atom, var: Atom) -> bool:
        """Whether an index by which a variable is read is an integer that isn't negative."""
        found = self.integers.of(place) if self.facts.kind(place) == K.INT else None
        loops, _ = self.where.get(var, ((), 0))
        return found is not None and is_at_least(found, 0, bounds_of(loops))

    # ---------------------------------------------------------------------------------------------- order

    def is_final(self, atom: Atom) -> bool:
        """Whether what a variable was read from an array is there to the end: nothing is written to it later."""
        var = self.integers.root(atom)
        if not isinstance(var, Var) or var not in self.where:
            return False
        if var not in self.known:
            node = self.integers.definition(var)
            is_read = node is not None and operation_of(node) == "getitem" and self.is_view(node)
            self.known[var] = is_read and self.stays(var)
        return self.known[var]

    def is_kept(self, node: Entry) -> bool:
        """Whether what an entry stores in an array is there to the end."""
        array = node.args[0]
        if id(node) not in self.when or not isinstance(array, Var):
            return False
        place = self.written_place(node, array, *self.when[id(node)])
        if place.axes is None:
            return False
        return all(self.is_apart(place, write) for write in self.writes_to(array))

    def writes_to(self, base: Var) -> list[Access]:
        return self.written.get(_LISTS if base in self.lists.holders else self.facts.classes.find(base), [])

    def stays(self, var: Var) -> bool:
        loops, when = self.where[var]
        base, axes = self.place_of(var)
        if axes is None:
            return False
        read = Access(base, axes, loops, when)
        of_lists = base in self.lists.holders  # what an inner list holds may change, it is the same list
        return all(
            self.is_apart(read, write)
            for write in self.writes_to(base)
            if not of_lists or write.axes is None or write.level <= read.level
        )

    def is_apart(self, read: Access, write: Access) -> bool:
        """Whether a write leaves alone what was read, whenever it comes after the read."""
        common = [one for one, other in zip(read.loops, write.loops) if one is other]
        if write.when > read.when and not self.is_elsewhere(read, write, None):
            return False
        return all(self.is_elsewhere(read, write, loop) for loop in common)

    def is_elsewhere(self, read: Access, write: Access, again: Loop | None) -> bool:
        """Whether a write is to other places: in the same iteration, or in a later one of the loop `again`."""
        if read.base != write.base:
            return self.lists.are_apart(read.base, write.base) or self.is_newer(write.base, read.base)
        if again is not None and read.base in again.inner:
            return self.makes_array(read.base)  # another iteration has an array of its own
        if write.axes is None or read.axes is None:
            return False
        later = (lambda name: name) if again is None else _later(again.inner)
        own = tuple(loop for loop in write.loops if loop not in read.loops)
        if again is not None:
            own = write.loops[write.loops.index(again) :]
        bounds = [*bounds_of(own, later, again), *bounds_of(read.loops)]
        return any(
            _is_before(mine, _renamed_axis(other, later), bounds)
            or _is_before(_renamed_axis(other, later), mine, bounds)
            for mine, other in zip(read.axes, write.axes)
        )

    def is_newer(self, var: Var, other: Var) -> bool:
        """Whether a variable stands for an array that was made when the other one had its own, or is made in another iteration."""
        if {var, other} & set(self.lists.holders) or not {var, other} <= self.bound.keys():
            return False
        return self.bound[other] < self.bound[var] and self.makes_array(var)

    def makes_array(self, var: Var) -> bool:
        """Whether an entry makes a new array with this variable, each time that it is done."""
        node = self.integers.definition(var)
        if node is None or not isinstance(node.fn, Ref) or len(node.targets) != 1:
            return False
        if var in self.lists.holders:
            return operation_of(node) != "getitem"
        outcome = outcome_of_entry(node, self.facts.kind)
        return K.is_array(outcome.kind) and not outcome.shared


def _is_before(one: Axis, other: Axis, bounds: list[Bounds]) -> bool:
    """Whether all places of the first come before those of the second."""
    return one.end is not None and is_at_least(plus(other.first, one.end, -1), 0, bounds)


def bounds_of(
    loops: tuple[Loop, ...], later: Callable[[Any], Any] = lambda name: name, again: Loop | None = None
) -> list[Bounds]:
    """What is known of the variables of loops, the inner ones first; in a later iteration of the loop `again` they have other names."""
    found = []
    for loop in reversed(loops):
        if loop.item is None or loop.lowest is None or loop.highest is None:
            continue
        lowest, highest = [renamed(loop.lowest, later)], [renamed(loop.highest, later)]
        if loop is again:
            (lowest if loop.step > 0 else highest).insert(0, plus(symbol(loop.item), number(loop.step)))
        found.append(Bounds(later(loop.item), tuple(lowest), tuple(highest)))
    return found


def _later(inner: frozenset[Var]) -> Callable[[Any], Any]:
    """New names for what may be another number in a later iteration of the loop that defines these variables."""

    def new_name(name: Any) -> Any:
        if isinstance(name, Named) or (isinstance(name, Var) and name not in inner):
            return name
        if isinstance(name, tuple) and len(name) == 2 and isinstance(name[0], Var) and name[0] not in inner:
            return name
        return "later", name

    return new_name


def _renamed_axis(axis: Axis, later: Callable[[Any], Any]) -> Axis:
    return replace(axis, first=renamed(axis.first, later), end=axis.end and renamed(axis.end, later))
