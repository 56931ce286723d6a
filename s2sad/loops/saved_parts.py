"""What is saved in arrays of numbers, in terms of the elements of other arrays that it comes from.

for k in range(steps):
    for j in range(n - 2):
        diff[k, j] = u[j + 2] - u[j]      elements of u, 2 and 0 further than j: a part of u as k finds it
        u_new[j] = …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import number, plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, For, Function, Var, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.parallel import by_memory, is_plain, nodes_in
from s2sad.loops.ranges import limits_of, range_made

_ARITHMETIC = ("add", "sub", "mul", "neg")
_LONGEST = 4
"""So many sums and products are sooner computed again than read."""


@dataclass(frozen=True)
class Saved:
    """An array in which each iteration of the loops `path` stores one number, and nothing else does."""

    var: Var
    made: Entry
    store: Entry
    path: tuple[For, ...]


@dataclass(frozen=True)
class Part:
    """A part of an array as an outer loop finds it: by axes, which of the loops within goes through it, or where it is."""

    array: Var
    outer: int  # which loop of the path
    loop: For
    axes: tuple[int | Atom, ...]


@dataclass(frozen=True)
class Read:
    """An element of a part, so many further in each of the loops."""

    part: Part
    shifts: tuple[int, ...]


@dataclass(frozen=True)
class Value:
    """What a saved number is: elements of parts, and the entries that compute it of them."""

    reads: dict[Var, Read]
    entries: tuple[Entry, ...]


@dataclass
class SavedPart:
    """The array `var` in which a part is saved, from the `least` shifts to the `most`, and what was `saved` before."""

    var: Var
    part: Part
    saved: Saved
    least: tuple[int, ...]
    most: tuple[int, ...]

    def holds(self, shifts: tuple[int, ...]) -> bool:
        return all(least <= shift <= most for least, shift, most in zip(self.least, shifts, self.most))

    @property
    def more(self) -> list[int]:
        """How much longer its axes are than the loops."""
        return [most - least for least, most in zip(self.least, self.most)]


def saved_arrays(arrays: LocalArrays) -> Iterator[Saved]:
    """The arrays that are made at the top, have one store within loops, and are read else."""
    for local in arrays.found.values():
        stores = [use for use in local.uses if use.form == "store"]
        if (
            local.path
            or callee_of(local.maker) is not np.empty
            or len(local.maker.args) != 1
            or len(stores) != 1
        ):
            continue
        store, path = stores[0].node, stores[0].path
        if not all(use.form in ("store", "getitem") for use in local.uses) or not isinstance(store, Entry):
            continue
        loops = tuple(loop for loop in path if isinstance(loop, For) and not loop.stops)
        if loops and len(loops) == len(path):
            yield Saved(local.var, local.maker, store, loops)


def chosen_parts(needed: dict[Var, frozenset[Part]]) -> set[Part]:
    """The parts that make fewer arrays where they are saved in the place of the numbers that need them."""
    chosen: set[Part] = set()
    for part in {part: None for parts in needed.values() for part in parts}:
        if sum(parts <= chosen | {part} and part in parts for parts in needed.values()) > 1:
            chosen.add(part)
    return chosen


class Rows:
    """What is saved, in terms of the elements that it comes from."""

    def __init__(self, function: Function, arrays: LocalArrays) -> None:
        self.arrays, self.facts = arrays, arrays.facts
        self.definitions, self.places = arrays.definitions, arrays.places
        self.at_top = {param.var for param in function.params}
        self.at_top.update(var for node in function.body.entries for var in targets_of(node))
        self.untouched: dict[tuple[int, Var], bool] = {}

    def value(self, saved: Saved) -> Value | None:
        """What a saved number is computed of; None if that isn't elements alone, or takes long."""
        if not self.has_each_number(saved):
            return None
        reads: dict[Var, Read] = {}
        entries: list[Entry] = []
        here = {id(node) for node in saved.path[-1].body.entries}
        waiting = [saved.store.args[2]]
        while waiting:
            atom = waiting.pop()
            if isinstance(atom, Const) or atom in self.at_top:
                continue
            made = self.definitions.get(atom) if isinstance(atom, Var) else None
            if made is None or id(made) not in here or not isinstance(atom, Var):
                return None
            if operation_of(made) == "getitem":
                read = self.read(made, saved.path)
                if read is None:
                    return None
                reads[atom] = read
            elif operation_of(made) in _ARITHMETIC and self.facts.kind(atom) == K.FLOAT:
                entries = [made, *(each for each in entries if each is not made)]
                waiting += made.args
            else:
                return None
        return Value(reads, tuple(entries)) if reads and len(entries) <= _LONGEST else None

    def has_each_number(self, saved: Saved) -> bool:
        """Whether each iteration has a cell of its own, with the items of all loops as indices, one after the other."""
        place = self.places(saved.store.args[1])
        return (
            place is not None
            and len(place) == len(saved.path)
            and all(abs(dict(each.terms).get(loop.item, 0)) == 1 for each, loop in zip(place, saved.path))
        )

    def read(self, made: Entry, path: tuple[For, ...]) -> Read | None:
        """An element that was saved, as one of a part through which the inner loops go."""
        array, place = made.args[0], self.places(made.args[1])
        if place is None or not isinstance(array, Var) or self.facts.kind(made.targets[0]) != K.FLOAT:
            return None
        atoms = self.atoms(made.args[1])
        axes: list[int | Atom] = list(atoms)
        shifts: dict[int, int] = {}
        for number_, length in enumerate(place):
            turned = [k for k, loop in enumerate(path) if dict(length.terms).get(loop.item)]
            rest = plus(length, symbol(path[turned[-1]].item), -1) if turned else length
            if turned and turned[-1] not in shifts and not rest.terms:
                shifts[turned[-1]] = rest.number
                axes[number_] = turned[-1]
        outer = len(path)
        while outer - 1 in shifts:
            outer -= 1
        axes = [atoms[k] if isinstance(axis, int) and axis < outer else axis for k, axis in enumerate(axes)]
        fixed = [axis for axis in axes if not isinstance(axis, int)]
        if outer == len(path) or not self.is_as_before(array, fixed, path[outer:]):
            return None
        part = Part(array, outer, path[outer], tuple(axes))
        return Read(part, tuple(shifts[k] for k in range(outer, len(path))))

    def atoms(self, place: Atom) -> Sequence[Atom]:
        made = self.definitions.get(place) if isinstance(place, Var) else None
        return made.args if made is not None and operation_of(made) == "tuple_of" else (place,)

    def is_as_before(self, array: Var, fixed: list[Any], loops: tuple[For, ...]) -> bool:
        """Whether loops, which go upwards by one, leave an array as it is, and what they go through is known before them."""
        inside = defined_in(loops[0].body) | {loops[0].item}
        ranges = [range_made(self.definitions, loop.iterable) for loop in loops]
        ends = [end for made in ranges if made is not None for end in made.args]
        if None in ranges or any(len(made.args) > 2 for made in ranges if made is not None):
            return False
        if not inside.isdisjoint({array, *(each for each in (*fixed, *ends) if isinstance(each, Var))}):
            return False
        key = id(loops[0]), array
        if key not in self.untouched:
            accesses = by_memory(loops[0], self.places, self.facts.classes.find)
            self.untouched[key] = all(map(is_plain, nodes_in(loops[0].body))) and all(
                access.form == "read" for access in accesses.get(self.facts.classes.find(array), ())
            )
        return self.untouched[key]

    def ends(self, loop: For) -> tuple[Atom, Atom]:
        made = range_made(self.definitions, loop.iterable)
        assert made is not None
        return (Const(0), made.args[0]) if len(made.args) == 1 else made.args[:2]  # type: ignore[return-value]

    def is_there(self, part: SavedPart) -> bool:
        """Whether an array has a part even where the program goes through none of it."""
        lengths = self.arrays.shapes.lengths(part.part.array)
        if lengths is None:
            return False
        around = [
            bounds for loop in reversed(part.saved.path[: part.part.outer]) for bounds in self.bounds(loop)
        ]
        for axis, length in zip(part.part.axes, lengths):
            if isinstance(axis, int):
                k = axis - part.part.outer
                ends = [self.arrays.length(end) for end in self.ends(part.saved.path[axis])]
                shifts = part.least[k], part.most[k] - 1
            else:
                ends, shifts = [self.arrays.length(axis)] * 2, (0, 0)
            low, high = (None if end is None else plus(end, number(more)) for end, more in zip(ends, shifts))
            if low is None or high is None:
                return False
            if not is_at_least(low, 0, around) or not is_at_least(plus(length, high, -1), 1, around):
                return False
        return True

    def bounds(self, loop: For) -> tuple[Bounds, ...]:
        limits = limits_of(range_made(self.definitions, loop.iterable), self.arrays.length)
        if limits is None:
            return ()
        return (Bounds(loop.item, (limits.low,), (plus(limits.high, number(-1)),)),)
