"""Calls that compute with shapes, by operations that become loops: `np.ndim`, `np.shape`, ends of parts, shapes in lists."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known
from s2sad.ir.nodes import Atom, Const
from s2sad.ir.operations import callee_of
from s2sad.loops.words import Words
from s2sad.runtime.loops import check_length
from s2sad.runtime.products import kron_shapes
from s2sad.runtime.shaping import axis_of_split, ends_of_parts

_MOST_PARTS = 16


def _shapes_of_kron(words: Words) -> Atom | None:
    ranks = all_known(words.rank(array) for array in words.node.args)
    if ranks is None:
        return None
    most = max(ranks)
    shapes: list[list[Atom]] = [
        [*[Const(1)] * (most - rank), *[words.length(array, k) for k in range(rank)]]
        for array, rank in zip(words.node.args, ranks)
    ]
    one: list[Atom] = [Const(1)]
    left = words.sequence("tuple_of", *chain(*zip(shapes[0], one * most)))
    right = words.sequence("tuple_of", *chain(*zip(one * most, shapes[1])))
    both = words.sequence("tuple_of", *[words.emit("mul", m, n, kind=K.INT) for m, n in zip(*shapes)])
    return words.sequence("tuple_of", left, right, both)


def _ends_of_parts(words: Words) -> Atom | None:
    length, sections, equal = words.node.args
    given = words.constant(sections)
    if isinstance(given, (tuple, list)) and all(type(end) is int and end >= 0 for end in given):
        cut = [words.emit(min, Const(end), length, kind=K.INT) for end in given]
        return words.sequence("list_of", Const(0), *cut, length)
    if type(given) is not int or not 0 < given <= _MOST_PARTS:
        return None
    each = words.emit("floordiv", length, Const(given), kind=K.INT)
    if equal == Const(True):
        words.effect(check_length, words.emit("mul", each, Const(given), kind=K.INT), length)
    more = words.emit("mod", length, Const(given), kind=K.INT)
    ends: list[Atom] = [Const(0)]
    for k in range(1, given):
        end = words.emit("mul", each, Const(k), kind=K.INT)
        if equal != Const(True):
            end = words.emit("add", end, words.emit(min, Const(k), more, kind=K.INT), kind=K.INT)
        ends.append(end)
    return words.sequence("list_of", *ends, length)


def _least(words: Words) -> Atom | None:
    """The least or greatest of the lengths of an array."""
    if len(words.node.args) != 1 or words.node.kwargs:
        return None
    array = words.facts.owner_of_shape(words.node.args[0])
    rank = words.rank(array) if array is not None else None
    if array is None or not rank:
        return None
    lengths = [words.length(array, k) for k in range(rank)]
    return words.emit(callee_of(words.node), *lengths, kind=K.INT) if rank > 1 else lengths[0]


def _rank_of(words: Words) -> Atom | None:
    rank = words.rank(words.node.args[0])
    return None if rank is None else Const(rank)


def _axis_of_split(words: Words) -> Atom | None:
    given = [words.constant(atom) for atom in words.node.args]
    return None if None in given else Const(axis_of_split(*given))


def _shape_in_a_list(words: Words) -> Atom | None:
    """What takes a shape as a tuple, where a list is given."""
    place = _PLACES_OF_SHAPES[callee_of(words.node)]
    given = words.node.args[place] if len(words.node.args) > place else words.named.get("shape", Const(None))
    items = words.facts.items_of_list(given)
    return None if items is None else words.with_argument(given, words.sequence("tuple_of", *items))


def _unfilled(words: Words) -> Atom | None:
    """`np.ndarray(shape)`: an array that isn't filled yet."""
    node = words.node
    if len(node.args) not in (1, 2) or words.named.keys() - {"shape", "dtype"}:
        return None
    return words.emit(np.empty, *node.args, kind=words.kind(node.targets[0]), **words.named)


def _shape(words: Words) -> Atom | None:
    """`np.shape`, which numbers have as well."""
    rank = words.rank(words.node.args[0])
    if rank is None:
        return None
    return words.emit("getattr", words.node.args[0], Const("shape")) if rank else words.sequence("tuple_of")


_PLACES_OF_SHAPES = {
    np.zeros: 0,
    np.ones: 0,
    np.empty: 0,
    np.full: 0,
    np.reshape: 1,
    np.ndarray.reshape: 1,
    np.broadcast_to: 1,
}
OF_SHAPES: dict[Any, Callable[[Words], Atom | None]] = {
    kron_shapes: _shapes_of_kron,
    ends_of_parts: _ends_of_parts,
    np.ndim: _rank_of,
    np.shape: _shape,
    np.ndarray: _unfilled,
    min: _least,
    max: _least,
    axis_of_split: _axis_of_split,
    **dict.fromkeys(_PLACES_OF_SHAPES, _shape_in_a_list),
}
