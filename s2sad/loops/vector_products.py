"""Vector products are of vectors with three items: of two they are numbers, and machine code has one rank for each array.

c = np.cross a b                   the rank of c isn't known
c = cross_in_space a b             c has as many axes as a and b
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of
from s2sad.ir.rewrite import expanded
from s2sad.loops.words import Words
from s2sad.runtime.loops import check_length
from s2sad.runtime.products import cross_in_space

_IN_SPACE = Ref("np.cross", cross_in_space)


def with_products_in_space(function: Function) -> Function:
    """The function whose vector products are of vectors with three items, which is checked where they are computed."""

    def changed(node: Node) -> tuple[Node, ...]:
        if isinstance(node, Entry) and callee_of(node) is np.cross:
            return (replace(node, fn=_IN_SPACE),)
        return (node,)

    return replace(function, body=expanded(function.body, changed))


def vector_product(words: Words) -> Atom | None:
    """`np.cross`, item by item."""
    arrays = words.argument(0, "a"), words.argument(1, "b")
    ranks = [words.rank(array) for array in arrays]
    axes = _axes_of_cross(words)
    if axes is None or any(not rank for rank in ranks):
        return None
    for array, axis in zip(arrays, axes):
        words.effect(check_length, words.length(array, axis), Const(3))

    def part(which: int, k: int) -> Atom:
        rank, axis = words.rank(arrays[which]) or 1, axes[which]
        places: list[Atom] = [
            Const(k) if n == axis % rank else words.emit("slice", *[Const(None)] * 3) for n in range(rank)
        ]
        place = places[0] if rank == 1 else words.sequence("tuple_of", *places)
        return words.emit("getitem", arrays[which], place)

    def difference(k: int, m: int) -> Atom:
        first = words.emit("mul", part(0, k), part(1, m))
        return words.emit("sub", first, words.emit("mul", part(0, m), part(1, k)))

    parts = words.sequence("list_of", difference(1, 2), difference(2, 0), difference(0, 1))
    if ranks == [1, 1]:
        return words.emit(np.array, parts)
    return words.emit(np.stack, parts, axis=Const(axes[2]))


def _axes_of_cross(words: Words) -> list[int] | None:
    """The axes of the vectors: in both arguments and in the result."""
    one = words.constant(words.argument(5, "axis"))
    if one is not None:
        return [one] * 3 if isinstance(one, int) else None
    names = ("axisa", "axisb", "axisc")
    axes = [words.constant(words.argument(k, name, -1)) for k, name in enumerate(names, 2)]
    return axes if all(isinstance(axis, int) for axis in axes) else None
