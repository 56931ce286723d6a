"""Orders along an axis, and what is taken by them.

order = np.argsort a axis=0        for j in range(m):
                                       row = a[:, j]
                                       order[:, j] = np.argsort(row)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.loops.arrays import Index
from s2sad.loops.elementwise import bound
from s2sad.loops.layout import array_of, constant
from s2sad.loops.state import Loops, allocated, held

_ARGSORT = Ref("np.argsort", np.argsort)
_STABLE = (("kind", Const("stable")),)


def argsort(loops: Loops, node: Entry) -> Any:
    given = bound(node, "a", "axis", "kind")
    array = array_of(loops, given["a"])
    axis = constant(loops, given.get("axis", Const(-1)))
    if array.rank == 1:
        order = loops.emit(_ARGSORT, loops.atom(array, "items"), hint="order", kwargs=_kind(given))
        return loops.whole(order, array.shape, K.INT)
    if axis is None:
        raise loops.refuse("the order of all items of an array with several axes")
    axis %= array.rank
    others = array.shape[:axis] + array.shape[axis + 1 :]
    found = allocated(loops, array.shape, K.INT, node.targets[0].name)
    array = held(loops, array)

    def whole(index: Index, place: Atom) -> Index:
        return (*index[:axis], place, *index[axis:])

    def row(index: Index) -> Sequence[Atom]:
        items = loops.allocate((array.shape[axis],), array.item, "items")

        def copy(place: Atom) -> Sequence[Atom]:
            item = loops.element(array, whole(index, place))
            loops.store(items, (place,), loops.emit("stop_gradient", item))
            return ()

        def store(place: Atom) -> Sequence[Atom]:
            assert found.base is not None
            loops.store(found.base, whole(index, place), loops.read(order, (place,)))
            return ()

        loops.loop(array.shape[axis], copy)
        order = loops.emit(_ARGSORT, items, hint="order", kwargs=_STABLE)
        loops.loop(array.shape[axis], store)
        return ()

    loops.loops(others, row)
    return found


def _kind(given: dict[str, Atom]) -> tuple[tuple[str, Atom], ...]:
    """How a row is sorted: as it is said, but for what only stable orders keep."""
    return () if given.get("kind", Const(None)) in (Const(None), Const("quicksort")) else _STABLE


def take_along_axis(loops: Loops, node: Entry) -> Any:
    given = bound(node, "arr", "indices", "axis")
    array, places = (array_of(loops, given[name]) for name in ("arr", "indices"))
    axis = constant(loops, given.get("axis", Const(-1)))
    if array.rank != places.rank or (axis is None and array.rank > 1):
        raise loops.refuse("items are taken along an axis of an array with more axes than their places have")
    axis = 0 if axis is None else axis % array.rank
    array, places = held(loops, array), held(loops, places)
    others = [one == other or one.length == other.length for one, other in zip(array.shape, places.shape)]
    if not all(same for k, same in enumerate(others) if k != axis):
        raise loops.refuse("items are taken along an axis by places that are repeated")

    def element(index: Index) -> Atom:
        place = loops.position(loops.element(places, index), array.shape[axis])
        return loops.element(array, (*index[:axis], place, *index[axis + 1 :]))

    return loops.delayed(places.shape, array.item, element, [array, places])
