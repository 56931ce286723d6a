"""Arrays that are put together of others, or of numbers.

y = np.concatenate([a, b])         for i in range(n): y[i] = a[i]
                            →      for i in range(m): y[i + n] = b[i]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.analysis.lengths import number, symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import callee_of
from s2sad.loops.arrays import Array, Axis, Index
from s2sad.loops.broadcasting import together
from s2sad.loops.elementwise import bound
from s2sad.loops.indexing import NEW_AXIS
from s2sad.loops.layout import array_of, constant, permuted
from s2sad.loops.state import Loops, allocated
from s2sad.loops.writing import write

_FLOAT, _INT = Ref("float", float), Ref("int", int)


def items_of(loops: Loops, atom: Atom) -> list[Any]:
    if atom not in loops.lists:
        raise loops.refuse("arrays are joined whose number is known only when the program runs")
    return [loops.value(part) for part in loops.lists[atom]]


def _of_one(loops: Loops, number: Atom) -> Array:
    """A number as an array with one item."""
    made = allocated(loops, (NEW_AXIS,), loops.item_of(number), "item")
    assert made.base is not None
    loops.store(made.base, (Const(0),), number)
    return made


def concatenate(loops: Loops, node: Entry) -> Any:
    """`np.concatenate`, `np.hstack` and `np.vstack` of arrays."""
    given = bound(node, "arrays", "axis")
    whole = given.get("tup", given.get("arrays", node.args[0] if node.args else Const(None)))
    if isinstance(loops.value(whole), Array):
        return _rows_joined(loops, node, loops.value(whole), given)
    parts = [_numbers_listed(loops, part) for part in items_of(loops, whole)]
    callee = callee_of(node)
    if callee in (np.hstack, np.vstack):
        parts = [part if isinstance(part, Array) else _of_one(loops, part) for part in parts]
    rank = max(part.rank if isinstance(part, Array) else 0 for part in parts)
    axis = constant(loops, given.get("axis", Const(0)))
    if callee is np.vstack:
        parts = [_row(loops, part) if part.rank == 1 else part for part in parts]
        rank = 2
    elif callee is np.hstack and rank > 1:
        axis = 1
    if any(not isinstance(part, Array) or part.rank != rank for part in parts):
        raise loops.refuse("arrays with different numbers of axes are joined")
    return joined(loops, node.targets[0], parts, axis % rank)


def _numbers_listed(loops: Loops, part: Any) -> Any:
    """A list of numbers among arrays is an array."""
    if isinstance(part, Array) or part not in loops.lists:
        return part
    items = items_of(loops, part)
    if not items or any(isinstance(item, Array) or item in loops.lists for item in items):
        return part
    kinds = [K.element(loops.facts.kind(item)) for item in items]
    made = allocated(loops, (Axis(Const(len(items)), number(len(items))),), K.join_all(tuple(kinds)), "items")
    assert made.base is not None
    for k, item in enumerate(items):
        loops.store(made.base, (Const(k),), item)
    return made


def _rows_joined(loops: Loops, node: Entry, array: Array, given: dict[str, Atom]) -> Array:
    """The rows of an array, one after the other along an axis of theirs."""
    if array.rank < 2:
        raise loops.refuse("numbers are joined")
    axis = constant(loops, given.get("axis", Const(0)))
    if callee_of(node) is np.vstack and array.rank == 2:
        return array
    which = 1 if callee_of(node) is np.hstack and array.rank > 2 else axis % (array.rank - 1)
    inner = array.shape[1:]
    total = loops.times(array.shape[0].atom, inner[which].atom)
    known = loops.known_lengths(node.targets[0], array.rank - 1)
    along = loops.axis(known[which] if known else loops.length(total), total)
    shape = (*inner[:which], along, *inner[which + 1 :])

    def place(index: Index) -> Index:
        if inner[which].is_one:
            return (index[which], *index[:which], Const(0), *index[which + 1 :])
        row = loops.emit("floordiv", index[which], inner[which].atom)
        own = loops.emit("mod", index[which], inner[which].atom)
        return (row, *index[:which], own, *index[which + 1 :])

    part = loops.part(array, shape, place)
    return loops.delayed(shape, part.item, part.element, [array], cheap=array.cheap)


def _row(loops: Loops, part: Array) -> Array:
    return loops.part(part, (NEW_AXIS, *part.shape), lambda index: index[1:])


def joined(loops: Loops, target: Var, parts: list[Array], which: int) -> Array:
    """One array after the other along an axis."""
    rank = parts[0].rank
    others = together(
        loops, [tuple(axis for k, axis in enumerate(part.shape) if k != which) for part in parts]
    )
    total: Atom = Const(0)
    starts: list[Atom] = []
    for part in parts:
        starts.append(total)
        total = loops.plus(total, part.shape[which].atom)
    known = loops.known_lengths(target, rank)
    along = loops.axis(known[which] if known else loops.length(total), total)
    shape = (*others[:which], along, *others[which:])
    item = K.element(loops.facts.kind(target))
    whole = allocated(loops, shape, item, target.name)
    for start, part in zip(starts, parts):
        place = _moved(loops, which, start)
        write(loops, loops.part(whole, part.shape, place), part, "store")
    return whole


def _moved(loops: Loops, which: int, start: Atom) -> Callable[[Index], Index]:
    return lambda index: (*index[:which], loops.plus(index[which], start), *index[which + 1 :])


def stack(loops: Loops, node: Entry) -> Any:
    """`np.stack`, `np.column_stack`, and `np.array` of arrays or numbers of one shape."""
    given = bound(node, "arrays", "axis")
    atom = next(iter(given.values()))
    if loops.facts.kind(atom) in K.NUMBERS and atom not in loops.lists:
        return _as_number(loops, node, loops.value(atom))
    callee = callee_of(node)
    axis = constant(loops, given["axis"]) if callee is np.stack and "axis" in given else 0
    target = node.targets[0]
    if callee is np.column_stack:
        axis = 1
    if atom not in loops.lists and loops.is_array(atom):
        rows = array_of(loops, atom)
        if rows.rank == 2 or (rows.rank > 2 and callee is not np.column_stack):
            return _of_rows(loops, target, rows, axis)
    parts = items_of(loops, atom)
    if callee is np.column_stack:
        if any(not isinstance(part, Array) or part.rank != 1 for part in parts):
            raise loops.refuse("columns that aren't arrays with one axis")
    if callee in (np.array, np.asarray, np.asanyarray) and any(part in loops.lists for part in parts):
        return _nested(loops, target, atom)
    if not any(isinstance(part, Array) for part in parts):
        return numbers(loops, target, parts)
    inner = together(loops, [part.shape for part in parts if isinstance(part, Array)])
    at = axis % (len(inner) + 1)
    item = K.element(loops.facts.kind(target))
    shape = (*inner[:at], loops.axis(loops.length(Const(len(parts))), Const(len(parts))), *inner[at:])
    whole = allocated(loops, shape, item, target.name)
    for k, part in enumerate(parts):
        here = loops.part(whole, inner, at_number(at, k))
        write(loops, here, part, "store")
    return whole


def _of_rows(loops: Loops, target: Var, rows: Array, axis: int) -> Array:
    """The rows of an array side by side along an axis: a new array."""
    order = list(range(1, rows.rank))
    order.insert(axis % rows.rank, 0)
    return loops.stored(permuted(loops, rows, tuple(order)), target.name)


def _as_number(loops: Loops, node: Entry, value: Any) -> Atom:
    """An array without axes is a number."""
    item = K.element(loops.facts.kind(node.targets[0]))
    own = K.element(loops.facts.kind(node.args[0]))
    if item == own or item not in (K.INT, K.FLOAT):
        return value
    made = loops.emit(_INT if item == K.INT else _FLOAT, value)
    if item == K.INT:
        loops.known[made] = symbol(made)
    return made


def at_number(axis: int, number: int) -> Callable[[Index], Index]:
    return lambda index: (*index[:axis], Const(number), *index[axis:])


def numbers(loops: Loops, target: Var, parts: list[Any]) -> Array:
    """An array of numbers that are there."""
    item = K.element(loops.facts.kind(target))
    shape = (loops.axis(loops.length(Const(len(parts))), Const(len(parts))),)
    made = allocated(loops, shape, item, target.name)
    assert made.base is not None
    for k, part in enumerate(parts):
        loops.store(made.base, (Const(k),), part)
    return made


def _nested(loops: Loops, target: Var, atom: Atom) -> Array:
    """A matrix of rows of numbers: `np.array([[a, b], [c, d]])`."""
    rows = [items_of(loops, row) for row in items_of(loops, atom)]
    if len({len(row) for row in rows}) != 1 or any(part in loops.lists for row in rows for part in row):
        raise loops.refuse("an array of lists that aren't rows of one length")
    item = K.element(loops.facts.kind(target))
    lengths = [Const(len(rows)), Const(len(rows[0]))]
    shape = tuple(Axis(each, loops.length(each)) for each in lengths)
    made = allocated(loops, shape, item, target.name)
    assert made.base is not None
    for i, row in enumerate(rows):
        for j, part in enumerate(row):
            if isinstance(part, Array):
                raise loops.refuse("an array of lists of arrays")
            loops.store(made.base, (Const(i), Const(j)), part)
    return made
