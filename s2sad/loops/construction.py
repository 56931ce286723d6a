"""Arrays made of nothing but their shape: zeros, ones, ranges, identities."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.analysis.lengths import number, plus
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.ir.operations import callee_of
from s2sad.loops.arrays import Array, Axis, Index
from s2sad.loops.elementwise import as_item, bound, chosen
from s2sad.loops.layout import array_of, constant
from s2sad.loops.reductions import zero_of
from s2sad.loops.reshaping import shape_argument
from s2sad.loops.state import Loops, allocated
from s2sad.runtime.loops import range_length

_FLOAT = Ref("float", float)
_RANGE_LENGTH = Ref("range_length", range_length)
_LIKE = (np.zeros_like, np.ones_like, np.empty_like, np.full_like)


def filled(loops: Loops, node: Entry) -> Any:
    """Zeros, ones, what is full of one number, and what isn't filled yet."""
    callee = callee_of(node)
    target = node.targets[0]
    is_full = callee in (np.full, np.full_like)
    given = bound(node, "shape", *(("fill_value",) if is_full else ()))
    given.pop("dtype", None)
    first = next(iter(given.values()))
    like = loops.value(first) if callee in _LIKE else None
    if like is None:
        shape = shape_argument(loops, first, target)
    else:
        shape = like.shape if isinstance(like, Array) else ()
    item = K.element(loops.facts.kind(target))
    value: Atom = Const(1 if callee in (np.ones, np.ones_like) else 0)
    value = loops.value(given["fill_value"]) if is_full else value
    if isinstance(value, Array):
        raise loops.refuse("an array that is full of arrays")
    number = Const(bool(value.value)) if item == K.BOOL and isinstance(value, Const) else as_item(value, item)
    if like is not None and not shape and not loops.facts.classes.is_written(target):
        return number
    if loops.facts.classes.is_written(target) and callee in (np.empty, np.empty_like):
        return allocated(loops, shape, item, target.name)
    return loops.delayed(shape, item, lambda index: number, cheap=True)


def identity(loops: Loops, node: Entry) -> Any:
    given = bound(node, "N", "M", "k")
    rows = loops.value(next(iter(given.values())))
    columns = loops.value(given.get("M", rows))
    offset = constant(loops, given.get("k", Const(0)))
    item = K.element(loops.facts.kind(node.targets[0]))
    shape = tuple(loops.axis(loops.length(n), n) for n in (rows, rows if columns == Const(None) else columns))

    def element(index: Index) -> Atom:
        cond = loops.emit("eq", loops.plus(index[0], Const(offset)), index[1])
        return chosen(loops, lambda: cond, lambda: _unit(item), lambda: zero_of(item), item)

    return loops.delayed(shape, item, element, cheap=True)


def _unit(item: K.Kind) -> Const:
    return Const(True) if item == K.BOOL else Const(1) if item == K.INT else Const(1.0)


def arange(loops: Loops, node: Entry) -> Any:
    given = bound(node, "start", "stop", "step")
    given.pop("dtype", None)
    ends = [loops.value(given[name]) for name in ("start", "stop", "step") if name in given]
    first, last = (Const(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
    if not all(loops.is_integer(end) for end in ends) or ends[2:] not in (
        [],
        [Const(1)],
    ):
        return _stepped(loops, node, first, last, (*ends[2:], Const(1))[0])
    length = plus(loops.length(last), loops.length(first), -1)
    axis = loops.axis(length, lambda: loops.plus(last, first, -1))
    item = K.element(loops.facts.kind(node.targets[0]))

    def element(index: Index) -> Atom:
        value = loops.plus(first, index[0])
        return value if item == K.INT else loops.emit(_FLOAT, value)

    return loops.delayed((axis,), item, element, cheap=True)


def _stepped(loops: Loops, node: Entry, first: Atom, last: Atom, step: Atom) -> Array:
    """`np.arange` of floats, or with a step."""
    count = loops.emit(_RANGE_LENGTH, first, last, step, hint="count")
    known = loops.known_lengths(node.targets[0], 1)
    item = K.element(loops.facts.kind(node.targets[0]))
    axis = Axis(count, known[0] if known else loops.length(count))

    def element(index: Index) -> Atom:
        return loops.emit("add", as_item(first, item), loops.emit("mul", index[0], as_item(step, item)))

    return loops.delayed((axis,), item, element, cheap=True)


def linspace(loops: Loops, node: Entry) -> Any:
    given = bound(node, "start", "stop", "num")
    start, stop = loops.value(given["start"]), loops.value(given["stop"])
    many = loops.value(given.get("num", Const(50)))
    if set(given) - {"start", "stop", "num"} or isinstance(start, Array) or isinstance(stop, Array):
        raise loops.refuse("`np.linspace` with more than its ends and the number of points")
    axis = Axis(many, loops.length(many))
    steps = loops.plus(many, Const(1), -1)
    step = loops.emit("truediv", loops.emit("sub", stop, start), steps, hint="step")

    def element(index: Index) -> Atom:
        return loops.emit("add", start, loops.emit("mul", index[0], step))

    return loops.delayed((axis,), K.FLOAT, element, cheap=True)


def diagonal(loops: Loops, node: Entry) -> Any:
    """`np.diag`: the diagonal of a matrix, or a matrix with this diagonal."""
    given = bound(node, "v", "k")
    array, offset = array_of(loops, node.args[0]), constant(
        loops, given.get("k", given.get("offset", Const(0)))
    )
    if array.rank == 2:
        return _diagonal(loops, node, array, offset)
    first = array.shape[0]
    length = plus(first.length, number(abs(offset)))
    axis = loops.axis(length, lambda: loops.plus(first.atom, Const(abs(offset)))) if offset else first

    def element(index: Index) -> Atom:
        row, column = (
            loops.plus(each, Const(before), -1)
            for each, before in zip(index, (max(-offset, 0), max(offset, 0)))
        )
        cond = loops.emit("eq", row, column)
        zero = as_item(Const(0), array.item)
        return chosen(loops, lambda: cond, lambda: loops.element(array, (row,)), lambda: zero, array.item)

    return loops.delayed((axis, axis), array.item, element, [array], cheap=array.cheap)


def _diagonal(loops: Loops, node: Entry, array: Array, offset: int) -> Array:
    """The diagonal of a matrix, or one above or below it."""
    starts = (max(-offset, 0), max(offset, 0))
    known = loops.known_lengths(node.targets[0], 1)
    rows, columns = (loops.plus(each.atom, Const(first), -1) for each, first in zip(array.shape, starts))
    if not offset and array.shape[0].length == array.shape[1].length:
        axis = array.shape[0]
    else:
        count = loops.emit(Ref("min", min), rows, columns)
        axis = Axis(count, known[0] if known else loops.length(count))
    return loops.part(
        array, (axis,), lambda index: tuple(loops.plus(index[0], Const(first)) for first in starts)
    )


def triangle(loops: Loops, node: Entry) -> Any:
    given = bound(node, "m", "k")
    array, offset = array_of(loops, given["m"]), constant(loops, given.get("k", Const(0)))
    name = "ge" if callee_of(node) is np.tril else "le"

    def element(index: Index) -> Atom:
        cond = loops.emit(name, loops.plus(index[-2], Const(offset)), index[-1])
        zero = as_item(Const(0), array.item)
        return chosen(loops, lambda: cond, lambda: loops.element(array, index), lambda: zero, array.item)

    return loops.delayed(array.shape, array.item, element, [array], cheap=array.cheap)
