"""What is checked of an index, since machine code doesn't: that it lies within its axis, where that isn't known anyway.

x[i]         of n, i of range(n): nothing
x[3]         check_place(3, n, 0)
x[i + 1]     x[placed(i + 1, n, 0)]               in a loop
x[idx]       check_places(least, most, n, 0)      the least and the greatest of `idx`, by a loop
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from s2sad.analysis.inequalities import Bounds
from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.arrays import Array, Axis, Index
from s2sad.loops.state import Loops
from s2sad.runtime.loops import check_place, check_places, placed

PLACED = Ref("placed", placed)
CHECK_PLACE, CHECK_PLACES = Ref("check_place", check_place), Ref("check_places", check_places)
CHECKS = (check_place, check_places)
NO_PLACES = (Const(0), Const(-1))
"""The least and the greatest of no indices: these lie within every axis."""
_MIN, _MAX = Ref("min", min), Ref("max", max)
_LARGEST = (np.argmax, np.argmin, np.ndarray.argmax, np.ndarray.argmin)
_ORDERS = (np.argsort, np.ndarray.argsort)


def place_within(loops: Loops, index: Atom, axis: Axis, axis_number: int) -> Atom:
    """An index along an axis, counted from its beginning; the program checks it, unless it is known to lie within.

    In a loop the check is a part of what is computed, and not done where the element isn't needed.
    """
    value = loops.value(index)
    if not lies_within(loops, index, axis):
        if loops.repeats:
            return _placed(loops, value, axis.atom, Const(axis_number))
        _put(loops, CHECK_PLACE, value, axis.atom, Const(axis_number))
    return loops.position(value, axis)


def _placed(loops: Loops, *args: Atom) -> Atom:
    for level in loops.elements:
        if (PLACED, args) in level:
            return level[PLACED, args]
    made = loops.elements[-1][PLACED, args] = loops.emit(PLACED, *args)
    return made


def check_all(loops: Loops, index: Atom, places: Array, axis: Axis, axis_number: int) -> None:
    """Have the program check the elements of an index array, unless they are known to lie within."""
    made = _definition(loops, index)
    is_order = made is not None and callee_of(made) in _ORDERS and places.rank == 1
    if (is_order and places.shape[0].length == axis.length) or are_within(loops, places, axis):
        return

    def widened(index: Index, least: Atom, most: Atom) -> Sequence[Atom]:
        place = loops.element(places, index)
        return loops.emit(_MIN, least, place), loops.emit(_MAX, most, place)

    least, most = loops.loops(places.shape, widened, NO_PLACES)
    _put(loops, CHECK_PLACES, least, most, axis.atom, Const(axis_number))


def _put(loops: Loops, check: Ref, *args: Atom) -> None:
    if (check, args) not in loops.checked:
        loops.checked.add((check, args))
        loops.out.append(Entry((), check, args, (), loops.loc))


# ------------------------------------------------------------------------------------------------- what is known


def lies_within(loops: Loops, index: Atom, axis: Axis) -> bool:
    """Whether an index is known to lie within an axis, counted from either end."""
    from_end = plus(loops.length(loops.value(index)), axis.length)
    return (is_natural(loops, index) or is_here(loops, from_end, 0)) and is_below(loops, index, axis.length)


def is_natural(loops: Loops, index: Atom) -> bool:
    """Whether an index isn't negative."""
    if is_here(loops, loops.length(loops.value(index)), 0):
        return True
    made = _definition(loops, index)
    if made is None:
        return False
    if operation_of(made) == "mod":
        return loops.is_at_least(loops.length(loops.value(made.args[1])), 0)
    if callee_of(made) in (*_LARGEST, placed):
        return True
    known = [is_natural(loops, atom) for atom in made.args]
    return _is_extreme(made) and (all(known) if callee_of(made) is min else any(known))


def is_below(loops: Loops, index: Atom, length: Length) -> bool:
    """Whether an index is less than a length."""
    if is_here(loops, plus(length, loops.length(loops.value(index)), -1), 1):
        return True
    made = _definition(loops, index)
    if made is None:
        return False
    if operation_of(made) == "mod":
        return loops.is_at_least(plus(length, loops.length(loops.value(made.args[1])), -1), 0)
    if callee_of(made) is placed:  # in a list, which has no more items than its array
        return True
    if callee_of(made) in _LARGEST:
        return _length_of_one(loops, made.args[0]) == length
    known = [is_below(loops, atom, length) for atom in made.args]
    return _is_extreme(made) and (any(known) if callee_of(made) is min else all(known))


def is_here(loops: Loops, length: Length, least: int) -> bool:
    """Whether a length is at least so much, as the loops around tell by having an iteration."""
    if loops.is_at_least(length, least):
        return True
    names = {name for name, _ in length.terms}
    return any(
        loops.is_at_least(plus(length, plus(high, low, -1), -1), least)
        for known in loops.bounds
        for high in known.highest
        for low in known.lowest
        if not names.isdisjoint(name for name, _ in high.terms)
    )


def _definition(loops: Loops, index: Atom) -> Entry | None:
    return loops.definitions.get(index) if isinstance(index, Var) else None


def _is_extreme(made: Entry) -> bool:
    return callee_of(made) in (min, max) and len(made.args) == 2 and not made.kwargs


def _length_of_one(loops: Loops, atom: Atom) -> Length | None:
    """The length of an array that has one axis."""
    array = loops.value(atom)
    return array.shape[0].length if isinstance(array, Array) and array.rank == 1 else None


def are_within(loops: Loops, places: Array, axis: Axis) -> bool:
    """Whether the elements of an index array are computed of their own indices, and known to lie within."""
    if places.base is not None or not places.cheap:
        return False
    items = tuple(Var(f"any place {k}") for k in range(places.rank))
    found: list[bool] = []

    def one() -> Sequence[Atom]:
        found.append(lies_within(loops, places.element(items), axis))
        return ()

    bounds = [
        Bounds(item, (number(0),), (plus(each.length, number(-1)),))
        for item, each in zip(items, places.shape)
    ]
    loops.known.update({item: symbol(item) for item in items})
    loops.bounds[:0] = bounds
    loops.block(one)
    del loops.bounds[: len(bounds)]
    return found[0]
