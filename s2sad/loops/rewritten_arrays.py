"""Arrays that NumPy's functions make, in words for which there are loops.

t = np.tile a (2, 3)               t = a beside itself, along one axis after the other
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref
from s2sad.ir.operations import callee_of
from s2sad.loops.complex_numbers import is_real
from s2sad.loops.words import Words
from s2sad.runtime.linalg import singular_values
from s2sad.runtime.loops import check_length

_MOST_COPIES = 16


def _tile(words: Words) -> Atom | None:
    array, times = words.argument(0, "A"), words.constant(words.argument(1, "reps"))
    rank = words.rank(array)
    if not rank or not isinstance(times, (tuple, list)) or len(times) < max(rank, 2):
        return None
    for _ in range(len(times) - rank):
        array = words.emit(np.expand_dims, array, Const(0))
    if not all(isinstance(n, int) and 0 < n <= _MOST_COPIES for n in times):
        return None
    for axis, n in enumerate(times):
        if n > 1:
            array = words.emit(np.concatenate, words.sequence("list_of", *[array] * n), axis=Const(axis))
    return array


def _repeat(words: Words) -> Atom | None:
    array, times = words.argument(0, "a"), words.constant(words.argument(1, "repeats"))
    if words.rank(array) != 1 or not isinstance(times, (tuple, list)) or len(words.node.args) > 2:
        return None
    if not all(type(n) is int for n in times) or words.named.keys() - {"repeats"} or sum(times) < 1:
        return None
    words.effect(check_length, words.emit(len, array, kind=K.INT), Const(len(times)))
    places = [Const(k) for k, n in enumerate(times) for _ in range(n)]
    return words.emit("getitem", array, words.emit(np.array, words.sequence("list_of", *places)))


def _roll(words: Words) -> Atom | None:
    array, shift = words.argument(0, "a"), words.constant(words.argument(1, "shift"))
    axis = words.constant(words.argument(2, "axis"))
    if not isinstance(axis, (tuple, list)) or not all(isinstance(k, int) for k in axis):
        return None
    shifts = [shift] * len(axis) if isinstance(shift, int) else shift
    if shifts is None or len(shifts) != len(axis):
        return None
    for n, k in zip(shifts, axis):
        array = words.emit(np.roll, array, Const(n), axis=Const(k))
    return array


def _windows(words: Words) -> Atom | None:
    array, window = words.argument(0, "x"), words.argument(1, "window_shape")
    if words.rank(array) != 1 or len(words.node.args) != 2 or words.node.kwargs:
        return None
    if words.facts.kind(window) != K.INT:
        return None
    count = words.emit("add", words.emit("sub", words.emit(len, array, kind=K.INT), window), Const(1))
    column = words.emit(
        np.reshape, words.emit(np.arange, count), words.sequence("tuple_of", Const(-1), Const(1))
    )
    return words.emit("getitem", array, words.emit("add", column, words.emit(np.arange, window)))


def _diff(words: Words) -> Atom | None:
    """`np.diff` of what has more in front or behind: of the whole."""
    array, times = words.argument(0, "a"), words.argument(1, "n", 1)
    axis = words.constant(words.argument(2, "axis", -1))
    rank = words.rank(array)
    if not rank or not isinstance(axis, int) or not words.named.keys() & {"prepend", "append"}:
        return None
    parts = [array]
    for name, place in (("prepend", 0), ("append", 2)):
        more = words.named.get(name)
        if more is not None and words.rank(more) == 0:
            lengths = [Const(1) if k == axis % rank else words.length(array, k) for k in range(rank)]
            more = words.emit(np.full, words.sequence("tuple_of", *lengths), more)
        if more is not None:
            parts.insert(place, more)
    whole = words.emit(np.concatenate, words.sequence("list_of", *parts), axis=Const(axis))
    return words.emit(np.diff, whole, times, axis=Const(axis))


def _norm(words: Words) -> Atom | None:
    """Norms of matrices: the greatest of sums, or made of singular values."""
    matrix, given = words.argument(0, "x"), words.argument(1, "ord")
    order = given.value if isinstance(given, Ref) else words.constant(given)
    if words.rank(matrix) != 2 or len(words.node.args) > 2 or words.named.keys() - {"x", "ord"}:
        return None
    if order in (2, -2, "nuc"):
        values = words.emit(singular_values, matrix, kind=K.array_kind(K.FLOAT, 1))
        return words.emit({2: np.max, -2: np.min, "nuc": np.sum}[order], values)
    if order not in (1, -1, math.inf, -math.inf):
        return None
    sums = words.emit(np.sum, words.emit(np.abs, matrix), axis=Const(0 if order in (1, -1) else 1))
    return words.emit(np.max if order > 0 else np.min, sums)


def _interp(words: Words) -> Atom | None:
    """`np.interp`: the straight piece that a point is in, or the value at the nearer end."""
    x, points, values = (words.argument(k, name) for k, name in enumerate(("x", "xp", "fp")))
    ends = [words.argument(k, name) for k, name in ((3, "left"), (4, "right"))]
    if words.rank(x) not in (0, 1) or "period" in words.named or len(words.node.args) > 5:
        return None
    if words.rank(points) != 1 or words.rank(values) != 1:
        return None
    last = words.emit("sub", words.emit(len, points, kind=K.INT), Const(2), kind=K.INT)
    found = words.emit(np.searchsorted, points, x, side=Const("right"))
    place = words.emit(np.maximum, words.emit(np.minimum, words.emit("sub", found, Const(1)), last), Const(0))
    following = words.emit(np.minimum, words.emit("add", place, Const(1)), words.emit("add", last, Const(1)))
    first, start = (words.emit("getitem", array, place) for array in (points, values))
    width = words.emit("sub", words.emit("getitem", points, following), first)
    height = words.emit("sub", words.emit("getitem", values, following), start)
    is_none = words.emit("eq", width, Const(0.0))  # of one point, or of two at one place
    steep = words.emit("truediv", height, words.emit(np.where, is_none, Const(1.0), width))
    slope = words.emit(np.where, is_none, Const(0.0), steep)
    risen = words.emit("mul", slope, words.emit("sub", x, first))
    inside = words.emit("add", start, risen)
    for end, k, beyond in zip(ends, (0, -1), ("lt", "gt")):
        is_beyond = words.emit(beyond, x, words.emit("getitem", points, Const(k)))
        outer = words.emit("getitem", values, Const(k)) if end == Const(None) else end
        inside = words.emit(np.where, is_beyond, outer, inside)
    return inside


def _folded_whole(words: Words) -> Atom | None:
    """What `math` makes of all items."""
    items = words.node.args[0]
    if words.rank(items) != 1 or len(words.node.args) != 1 or words.named:
        return None
    return words.emit(np.sum if callee_of(words.node) is math.fsum else np.prod, items)


def _rot90(words: Words) -> Atom | None:
    array, times = words.argument(0, "m"), words.constant(words.argument(1, "k", 1))
    axes = words.constant(words.argument(2, "axes", (0, 1)))
    if words.rank(array) != 2 or not isinstance(times, int) or axes is None or tuple(axes) != (0, 1):
        return None
    if times % 4 == 2:
        return words.emit(np.flip, words.emit(np.flip, array, Const(0)), Const(1))
    if times % 2:
        return words.emit(np.flip, words.emit(np.transpose, array), Const(0 if times % 4 == 1 else 1))
    return array


def _block(words: Words) -> Atom | None:
    rows = words.facts.items_of_list(words.node.args[0])
    parts = [words.facts.items_of_list(row) for row in rows or ()]
    if not parts or any(part is None or any(words.rank(each) != 2 for each in part) for part in parts):
        return None
    joined = [
        words.emit(np.concatenate, words.sequence("list_of", *part), axis=Const(1)) for part in parts if part
    ]
    return words.emit(np.concatenate, words.sequence("list_of", *joined), axis=Const(0))


def _order_of_all(words: Words) -> Atom | None:
    """`np.argsort` of all items; None along an axis."""
    array = words.argument(0, "a")
    if words.argument(1, "axis", -1) != Const(None) or not words.rank(array):
        return None
    order = words.facts.fresh(words.node.targets[0], K.UNKNOWN)
    words.put((order,), np.argsort, (words.emit(np.ravel, array),), (("kind", Const("stable")),))
    return order


def _part(words: Words) -> Atom | None:
    """`np.real` and `np.imag` of an array: its attributes; the real part of what isn't complex is itself."""
    array, name = words.node.args[0], callee_of(words.node).__name__
    if name == "real" and is_real(words.kind(array)):
        return array
    kind = K.array_kind(K.FLOAT, words.rank(array))
    return words.emit("getattr", array, Const(name), kind=kind) if K.is_array(words.kind(array)) else None


def _conjugate(words: Words) -> Atom:
    """`a.conj()` of an array"""
    return words.emit(np.conj, words.node.args[0], kind=words.kind(words.node.args[0]))


def _item(words: Words) -> Atom | None:
    """`a.item()` of an array of one item."""
    array, rank = words.node.args[0], words.rank(words.node.args[0])
    if rank is None or len(words.node.args) != 1:
        return None
    for axis in range(rank):
        words.effect(check_length, words.length(array, axis), Const(1))
    return words.emit("getitem", array, Const((0,) * rank)) if K.is_array(words.kind(array)) else array


def _parts_of_number(words: Words) -> Atom:
    """What comes after the point, and what before."""
    whole = words.emit(np.trunc, words.node.args[0])
    return words.sequence("tuple_of", words.emit("sub", words.node.args[0], whole), whole)


def _distance(words: Words) -> Atom | None:
    """`math.dist` of points whose numbers are known one by one."""
    one, other = (words.facts.items_of(point) for point in words.node.args)
    if one is None or other is None or len(one) != len(other):
        return None
    return words.emit(math.hypot, *[words.emit("sub", a, b) for a, b in zip(one, other)])


def _tolist(words: Words) -> Atom | None:
    array = words.node.args[0]
    return words.emit(list, array) if words.rank(array) == 1 else None


OF_ARRAYS: dict[Any, Callable[[Words], Atom | None]] = {
    np.tile: _tile,
    np.repeat: _repeat,
    np.roll: _roll,
    np.diff: _diff,
    np.argsort: _order_of_all,
    np.real: _part,
    np.imag: _part,
    np.ndarray.conj: _conjugate,
    np.ndarray.conjugate: _conjugate,
    np.rot90: _rot90,
    np.block: _block,
    np.ndarray.tolist: _tolist,
    np.ndarray.item: _item,
    np.modf: _parts_of_number,
    math.modf: _parts_of_number,
    math.dist: _distance,
    math.fsum: _folded_whole,
    math.prod: _folded_whole,
    np.interp: _interp,
    np.linalg.norm: _norm,
    np.lib.stride_tricks.sliding_window_view: _windows,
}
