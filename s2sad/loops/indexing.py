"""Parts of arrays: what an index takes.

y = x[1:, k]           an element of y is x[i + 1, k]
x[idx]                 an element is x[idx[i]]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from s2sad.analysis.lengths import ONE, number, plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.notes import OF_SHAPE
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.arrays import Array, Axis, Index, Shape
from s2sad.loops.broadcasting import aligned, together
from s2sad.loops.index_checks import check_all, place_within
from s2sad.loops.state import Loops, allocated, held
from s2sad.runtime.loops import check_index, slice_length

_CHECK_INDEX = Ref("check_index", check_index)
_SLICE_LENGTH = Ref("slice_length", slice_length)
NONE = Const(None)
NEW_AXIS = Axis(Const(1), ONE)


@dataclass(frozen=True)
class Cut:
    """What an index says of one axis: one `at`; of a slice `first` and `step`; of index arrays or masks the `array`.

    The result has the `axes`.
    """

    form: str
    axes: Shape = ()
    at: Atom = NONE
    first: Atom = Const(0)
    step: Atom = Const(1)
    array: Array | None = None


def cuts_of(loops: Loops, index: Atom, array: Array, is_checked: bool = True) -> list[Cut]:
    """What an index says of each axis of an array, new axes among them. Where elements are taken it is checked."""
    parts = parts_of(loops, index)
    taken = sum(_axes_taken(loops, part) for part in parts)
    if Const(...) not in parts and taken < array.rank:
        parts.append(Const(...))
    found: list[Cut] = []
    axis = 0
    for part in parts:
        count = array.rank - taken if part == Const(...) else _axes_taken(loops, part)
        axes = array.shape[axis : axis + count]
        if part == Const(...):
            found += [Cut("slice", (each,)) for each in axes]
        elif part == NONE:
            found.append(Cut("new", (NEW_AXIS,)))
        else:
            found.append(_cut(loops, part, axes, axis if is_checked else None))
        axis += count
    return found


def parts_of(loops: Loops, index: Atom) -> list[Atom]:
    if isinstance(index, Const):
        return [Const(part) for part in index.value] if isinstance(index.value, tuple) else [index]
    node = loops.definitions.get(index) if isinstance(index, Var) else None
    if node is not None and operation_of(node) == "tuple_of":
        return [NONE if isinstance(atom, Ref) and atom.value is None else atom for atom in node.args]
    if isinstance(index, Ref) and index.value is None:
        return [NONE]
    if index in loops.lists:
        return list(loops.lists[index]) if loops.facts.kind(index).name == "tuple" else [index]
    if K.element(loops.facts.kind(index)) not in (K.INT, K.BOOL) and loops.facts.kind(index) != K.SLICE:
        raise loops.refuse("an index that is known only when the program runs")
    return [index]


def _axes_taken(loops: Loops, part: Atom) -> int:
    if part in (Const(...), NONE):
        return 0
    value = loops.value(part)
    return value.rank if isinstance(value, Array) and value.item == K.BOOL else 1


def _cut(loops: Loops, part: Atom, axes: Shape, number_: int | None) -> Cut:
    if isinstance(part, Const) and isinstance(part.value, slice):
        given = part.value
        return _sliced(loops, Const(given.start), Const(given.stop), Const(given.step), axes[0])
    value = listed(loops, part) if part in loops.lists else loops.value(part)
    if isinstance(value, Array):
        if value.item == K.BOOL:
            return Cut("mask", (), array=value)
        value = held(loops, value)
        if number_ is not None:
            check_all(loops, part, value, axes[0], number_)
        return Cut("items", value.shape, array=value, at=axes[0].atom)
    node = loops.definitions.get(part) if isinstance(part, Var) else None
    if node is not None and operation_of(node) == "slice":
        atoms = node.args if len(node.args) > 1 else (NONE, *node.args)
        first, last, step = (loops.value(end) for end in (*atoms, NONE)[:3])
        if any(isinstance(end, Array) for end in (first, last, step)):
            raise loops.refuse("an end of a slice is an array")
        return _sliced(loops, first, last, step, axes[0])
    if not loops.is_integer(value) and loops.facts.kind(part) not in (K.INT, K.BOOL):
        raise loops.refuse("an index that is no integer, slice or array")
    if number_ is None:
        return Cut("one", (), at=loops.position(value, axes[0]))
    return Cut("one", (), at=place_within(loops, part, axes[0], number_))


def listed(loops: Loops, part: Atom) -> Array:
    """A list of integers or truths as an array."""
    atoms = [loops.value(atom) for atom in loops.lists[part]]
    truths = all(isinstance(atom, Const) and type(atom.value) is bool for atom in atoms)
    if not truths and not all(map(loops.is_integer, atoms)):
        raise loops.refuse("an index that is a list of what isn't known to be integers")
    item = K.BOOL if truths else K.INT
    shape = (Axis(Const(len(atoms)), number(len(atoms))),)
    made = allocated(loops, shape, item, "places")
    assert made.base is not None
    for k, atom in enumerate(atoms):
        loops.store(made.base, (Const(k),), atom)
    return made


def _sliced(loops: Loops, first: Atom, last: Atom, step: Atom, axis: Axis) -> Cut:
    if step in (NONE, Const(1)):
        if _is_number(first, 0) and last == Const(first.value + 1):
            loops.effect(_CHECK_INDEX, first, axis.atom)
            return Cut("slice", (NEW_AXIS,), first=first)
        from_left = _is_number(first, 0) and (last == NONE or not _is_number(last, 0))
        start = Const(0) if first == NONE else first if from_left else loops.within(first, axis)
        stop = axis.atom if last == NONE else _stop(loops, last, axis)
        length = plus(loops.length(stop) if last != NONE else axis.length, loops.length(start), -1)
        if not length.terms:
            length = number(max(length.number, 0))
        own = loops.axis(length, lambda: loops.plus(stop, start, -1))
        begin = Const(0) if first == NONE else first
        is_one = last != NONE and plus(loops.length(last), loops.length(begin), -1) == ONE
        if isinstance(first, Var) and first != NONE and loops.is_at_least(loops.length(first), 0):
            start = first  # where the slice has elements, it begins before the end
        return Cut("slice", (replace(own, at_most_one=is_one and not own.is_one),), first=start)
    if not isinstance(step, Const):
        raise loops.refuse("the step of a slice is known only when the program runs")
    backwards = step.value < 0
    least, most = (Const(-1), loops.plus(axis.atom, Const(1), -1)) if backwards else (Const(0), axis.atom)
    start = (most if backwards else least) if first == NONE else loops.within(first, axis)
    stop = (least if backwards else most) if last == NONE else loops.within(last, axis)
    if (
        backwards
        and first != NONE
        and not loops.is_at_least(plus(loops.length(most), loops.length(start), -1), 0)
    ):
        start = loops.emit(Ref("min", min), start, most)
    if step == Const(-1) and first == last == NONE:
        return Cut("slice", (axis,), first=most, step=step)
    return Cut("slice", (_stepped(loops, start, stop, step),), first=start, step=step)


def _is_number(atom: Atom, least: int) -> bool:
    return isinstance(atom, Const) and type(atom.value) is int and atom.value >= least


def _stop(loops: Loops, last: Atom, axis: Axis) -> Atom:
    """Where a slice ends; where that is before its start, it is empty, as a loop over so many is."""
    if isinstance(last, Const) and last.value < 0:
        return loops.plus(axis.atom, Const(-last.value), -1)
    return loops.within(last, axis)


def _stepped(loops: Loops, start: Atom, stop: Atom, step: Const) -> Axis:
    """How many items a slice with a step has: the same wherever the same ends have the same step."""
    length = symbol(("slice", loops.length(start), loops.length(stop), number(step.value)))
    return loops.axis(length, lambda: loops.emit(_SLICE_LENGTH, start, stop, step, hint="count"))


def taken(loops: Loops, array: Array, cuts: list[Cut]) -> Any:
    """What an index takes of an array; an element, or an array."""
    cuts = with_indices(loops, cuts, array)
    if cuts and cuts[0].form == "mask":
        if array.rank > 1:
            return _masked(loops, array, cuts)
        cuts = _places(loops, cuts[0])
    shape, place = layout(loops, cuts)
    if any(cut.form == "items" for cut in cuts):
        indices = [cut.array for cut in cuts if cut.array is not None]
        part = loops.part(array, shape, place)
        made = loops.delayed(shape, array.item, part.element, [array, *indices], cheap=array.cheap)
        return made
    return loops.part(array, shape, place) if shape else loops.element(array, place(()))


def layout(loops: Loops, cuts: list[Cut]) -> tuple[Shape, Callable[[Index], Index]]:
    """The shape of what an index takes, and where each element of it lies."""
    items = [cut for cut in cuts if cut.form == "items"]
    of_items = together(loops, [cut.axes for cut in items]) if items else ()
    firsts = [k for k, cut in enumerate(cuts) if cut.form in ("items", "one")]
    side_by_side = bool(items) and firsts == list(range(firsts[0], firsts[-1] + 1))
    shape: list[Axis] = [] if side_by_side or not items else list(of_items)
    begin = 0
    for k, cut in enumerate(cuts):
        if items and side_by_side and k == firsts[0]:
            begin = len(shape)
            shape += of_items
        if cut.form in ("slice", "new"):
            shape += cut.axes
    whole = tuple(shape)

    def place(index: Index) -> Index:
        inner = index[begin : begin + len(of_items)]
        rest = iter((*index[:begin], *index[begin + len(of_items) :]))
        return tuple(at for cut in cuts for at in _position(loops, cut, rest, inner, of_items))

    return whole, place


def _position(loops: Loops, cut: Cut, rest: Any, inner: Index, of_items: Shape) -> Index:
    """Where along its axis an element of the result lies."""
    if cut.form == "one":
        return (cut.at,)
    if cut.form == "new":
        next(rest)
        return ()
    if cut.form == "items":
        assert cut.array is not None
        return (loops.element(cut.array, aligned(cut.array, inner, of_items)),)
    i = next(rest)
    if cut.step == Const(1):
        return (loops.plus(i, cut.first) if isinstance(cut.first, Const) else loops.plus(cut.first, i),)
    if cut.step == Const(-1):
        return (loops.plus(cut.first, i, -1),)
    return (loops.plus(cut.first, loops.times(i, cut.step)),)


# ------------------------------------------------------------------------------------------------------- masks


def with_indices(loops: Loops, cuts: list[Cut], array: Array) -> list[Cut]:
    """The index with arrays of places instead of masks, unless a mask is all of it."""
    masks = [cut.array for cut in cuts if cut.form == "mask" and cut.array is not None]
    if not masks or (len(cuts) == 1 and masks[0].rank == array.rank):
        return cuts
    return [each for cut in cuts for each in (_places(loops, cut) if cut.form == "mask" else (cut,))]


def _places(loops: Loops, cut: Cut) -> list[Cut]:
    """The places where a mask is true, along each of its axes."""
    assert cut.array is not None
    mask = cut.array if cut.array.is_stored else loops.stored(cut.array, "chosen")
    found: list[Cut] = []
    for k, axis in enumerate(mask.shape):
        numbers = loops.delayed(mask.shape, K.INT, partial(_at, axis=k), cheap=True)
        places = _chosen_of(loops, numbers, mask)
        found.append(Cut("items", places.shape, array=places, at=axis.atom))
    return found


def _at(index: Index, axis: int) -> Atom:
    """The place along one axis."""
    return index[axis]


def _masked(loops: Loops, array: Array, cuts: list[Cut]) -> Array:
    """What is chosen by a mask, one after the other."""
    mask = cuts[0].array
    assert mask is not None
    return _chosen_of(loops, array, mask if mask.is_stored else loops.stored(mask, "chosen"))


def _chosen_of(loops: Loops, array: Array, mask: Array) -> Array:
    def count(index: Index, total: Atom) -> Any:
        return (loops.choice(loops.element(mask, index), lambda: loops.plus(total, Const(1)), lambda: total),)

    many = loops.loops(mask.shape, count, (Const(0),))[0]
    assert isinstance(many, Var)
    length = symbol(("mask", mask.base))
    loops.known[many] = length
    loops.lengths.setdefault(length, many)
    shape = (Axis(many, length),)
    made = allocated(loops, shape, array.item, "t")
    base = made.base
    assert base is not None

    def fill(index: Index, total: Atom) -> Any:
        def put() -> Atom:
            loops.store(base, (total,), loops.element(array, index))
            return loops.plus(total, Const(1))

        return (loops.choice(loops.element(mask, index), put, lambda: total),)

    loops.loops(mask.shape, fill, (Const(0),))
    return made


# ------------------------------------------------------------------------------------------------------ entries


def getitem(loops: Loops, node: Entry) -> Any:
    array = loops.value(node.args[0])
    if not isinstance(array, Array):
        raise loops.refuse("an item of what isn't known to be an array")
    return taken(loops, array, cuts_of(loops, node.args[1], array, node.note != OF_SHAPE))


def nonzero(loops: Loops, node: Entry) -> Any:
    """`np.nonzero`, and `np.where` of a condition alone: the places along each axis, in a tuple."""
    array = loops.value(node.args[0])
    is_flat = callee_of(node) is np.flatnonzero
    is_alone = len(node.args) == 1 and not node.kwargs
    if not isinstance(array, Array) or not array.rank or (is_flat and array.rank > 1) or not is_alone:
        raise loops.refuse("the places of what isn't zero, in an array with several axes")
    if array.item != K.BOOL:
        given, zero = array, Const(0.0 if array.item == K.FLOAT else 0)
        array = loops.delayed(
            array.shape, K.BOOL, lambda index: loops.emit("ne", loops.element(given, index), zero), [given]
        )
    found = [cut.array for cut in _places(loops, Cut("mask", array=array)) if cut.array is not None]
    if is_flat:
        return found[0]
    bases = [places.base for places in found if places.base is not None]
    loops.env.update(zip(bases, found))
    loops.lists[node.targets[0]] = list(bases)
    return None


def _along(index: Index, axis: int) -> Index:
    """The place along one axis."""
    return (index[axis],)


def open_grid(loops: Loops, node: Entry) -> None:
    """`np.ix_`: each array of places along an axis of its own."""
    found: list[Atom] = []
    for k, atom in enumerate(node.args):
        places = listed(loops, atom) if atom in loops.lists else loops.value(atom)
        if not isinstance(places, Array) or places.rank != 1 or places.item != K.INT:
            raise loops.refuse("`np.ix_` of what aren't places")
        shape = tuple(places.shape[0] if axis == k else NEW_AXIS for axis in range(len(node.args)))
        name = Var(loops.names.fresh("places"))
        loops.env[name] = loops.part(places, shape, partial(_along, axis=k))
        found.append(name)
    loops.lists[node.targets[0]] = found
