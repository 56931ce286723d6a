"""What is written into parts of arrays: as loops over what is written, of a copy where that is read elsewhere.

A[lo:hi, j] = v        for i in range(hi - lo): A[lo + i, j] = v[i]
x[m] = v, m a mask     for i in range(n): if m[i]: x[i] = v
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from s2sad.analysis.lengths import Lengths, plus
from s2sad.ir.nodes import Atom, Block, Const, Entry, If, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.arrays import Array, Index
from s2sad.loops.broadcasting import broadcast, together
from s2sad.loops.elementwise import mapped
from s2sad.loops.indexing import cuts_of, layout, taken, with_indices
from s2sad.loops.state import Loops


def when(loops: Loops, cond: Atom, make: Callable[[], None]) -> None:
    """What is done if a condition holds."""

    def done() -> Sequence[Atom]:
        make()
        return ()

    loops.out.append(If((), cond, loops.block(done), Block(()), loc=loops.loc))
    loops.elements = [{} for _ in loops.elements]


def store_masked(
    loops: Loops, array: Array, mask: Array, value: Any, put: Callable[[Index, Atom], None]
) -> None:
    """Write where a mask is true: one number, or one after the other."""
    if not isinstance(value, Array) or value.rank == 0:
        number = loops.atom(value)

        def each(index: Index) -> Sequence[Atom]:
            when(loops, loops.element(mask, index), lambda: put(index, number))
            return ()

        loops.loops(array.shape, each)
        return

    def step(index: Index, total: Atom) -> Any:
        def one() -> Atom:
            at = Const(0) if value.shape[0].is_one else total
            put(index, loops.element(value, (at,)))
            return loops.plus(total, Const(1))

        return (loops.choice(loops.element(mask, index), one, lambda: total),)

    loops.loops(array.shape, step, (Const(0),))


def store(loops: Loops, node: Entry) -> None:
    """`A[index] = value`, and `A[index] += value`, where what is written may be read too."""
    stored(loops, node, loops.value(node.args[2]), operation_of(node) or "store")


def add_at(loops: Loops, node: Entry) -> None:
    """`np.add.at` and `np.subtract.at`: a place that is there several times gets all that is for it."""
    value = loops.value(node.args[2])
    if callee_of(node) == np.subtract.at:
        item = loops.item_of(value)
        value = mapped(loops, [value], lambda part: loops.emit("neg", part), item)
    if isinstance(value, Array) and not value.is_stored and not value.cheap:
        value = loops.stored(value)
    stored(loops, node, value, "increase", adds_all=True)


def stored(loops: Loops, node: Entry, value: Any, name: str, adds_all: bool = False) -> None:
    array = loops.value(node.args[0])
    if not isinstance(array, Array) or array.base is None or array.place is None:
        raise loops.refuse("an item of what isn't known to be an array is written")
    cuts = with_indices(loops, cuts_of(loops, node.args[1], array), array)
    mask = cuts[0].array if cuts and cuts[0].form == "mask" else None
    shape, place = (array.shape, lambda index: index) if mask is not None else layout(loops, cuts)
    if not adds_all and any(cut.form == "items" for cut in cuts):
        # A place that is there twice gets one of the values.
        value, name = of_items(loops, array, cuts, value, name), "store"
    write(loops, loops.part(array, shape, place), value, name, mask, node.args[2])


def of_items(loops: Loops, array: Array, cuts: list[Any], value: Any, name: str) -> Any:
    """What is written at the places of index arrays, computed before any of it is written."""
    if name == "increase":
        before = taken(loops, array, cuts)
        value = mapped(loops, [before, value], lambda a, b: loops.emit("add", a, b), array.item)
    is_made = not isinstance(value, Array) or (value.is_stored and value.reads.isdisjoint(array.reads))
    return value if is_made else loops.stored(value)


def write(
    loops: Loops, target: Array, value: Any, name: str, mask: Array | None = None, source: Any = None
) -> None:
    """Write elements of a part of an array: of a value that is computed of the same memory a copy is made first."""
    base, at = target.base, target.place
    assert base is not None and at is not None
    written = loops.class_of(base)
    if isinstance(value, Array) and written in value.reads:
        if not _is_in_step(loops, target, value) or mask is not None:
            value = loops.stored(value)
    if mask is not None and (written in mask.reads or not mask.cheap):
        mask = loops.stored(mask, "chosen")
    loops.uses[source] = loops.uses.get(source, 1) - 1
    loops.before_write(base)

    def put(index: Index, item: Atom) -> None:
        loops.effect(name, base, loops.index_atom(at(index)), item)

    if mask is not None:
        store_masked(loops, target, mask, value, put)
    elif not target.shape:
        put((), element_of_one(loops, value))
    else:
        if isinstance(value, Array) and value.rank > target.rank:
            extra = value.rank - target.rank
            longer = value
            value = loops.part(longer, longer.shape[extra:], lambda index: (*(Const(0),) * extra, *index))
        if isinstance(value, Array):
            value = (
                value if value.cheap or value.is_stored or value.rank == target.rank else loops.stored(value)
            )
            together(loops, [target.shape, value.shape])
        part = broadcast(loops, value, target.shape)

        def store_one(index: Index) -> Sequence[Atom]:
            put(index, part(index))
            return ()

        loops.loops(target.shape, store_one)


def element_of_one(loops: Loops, value: Any) -> Atom:
    """The one element of a value that is written to one place."""
    if isinstance(value, Array):
        return loops.element(value, (Const(0),) * value.rank)
    return value


def _is_in_step(loops: Loops, target: Array, value: Array) -> bool:
    """Whether what is written is made of the very elements that are written, or of others that stay as they are."""
    if value.rank > target.rank:
        return False
    index = tuple(Var(f"place {k}") for k in range(target.rank))
    made, written = _trial(loops, target, value, index)
    if any(not isinstance(node, Entry) for node in made):
        return False
    reads = [_read_at(loops, node, made) for node in made if _is_read(loops, node, target)]
    return all(read == written or _is_elsewhere(loops, read, written, index) for read in reads)


def _trial(loops: Loops, target: Array, value: Array, index: Index) -> tuple[list[Any], Lengths]:
    """What computes an element of what is written, and where it is written."""
    assert target.place is not None
    outer, elements = loops.out, loops.elements
    loops.out, loops.elements = [], [{}]
    written = tuple(map(loops.length, target.place(index)))
    broadcast(loops, value, target.shape)(index)
    made, loops.out, loops.elements = loops.out, outer, elements
    return made, written


def _is_read(loops: Loops, node: Any, target: Array) -> bool:
    assert target.base is not None
    if operation_of(node) != "getitem" or not isinstance(node.args[0], Var):
        return False
    return loops.class_of(node.args[0]) == loops.class_of(target.base)


def _read_at(loops: Loops, node: Entry, made: list[Any]) -> Lengths:
    parts = next(
        (one.args for one in made if one.targets == (node.args[1],) and operation_of(one) == "tuple_of"), None
    )
    return tuple(map(loops.length, node.args[1:] if parts is None else parts))


def _is_elsewhere(loops: Loops, read: Lengths, written: Lengths, index: Index) -> bool:
    """Whether no element that is read is one that is written: along an axis on which both stand still, they differ."""
    varying = set(index)
    for one, other in zip(read, written):
        symbols = {name for name, _ in (*one.terms, *other.terms)}
        if symbols & varying or len(read) != len(written):
            continue
        if loops.is_at_least(plus(one, other, -1), 1) or loops.is_at_least(plus(other, one, -1), 1):
            return True
    return False
