"""How arrays of different shapes meet element by element.

x: (n, m), c: (m)          an element of x * c is x[i, j] * c[j]
x: (n, m), s: (n, 1)       an element of x / s is x[i, j] / s[i, 0]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from s2sad.analysis.lengths import is_not_one
from s2sad.ir.nodes import Atom, Const, Ref
from s2sad.loops.arrays import Array, Axis, Index, Shape
from s2sad.loops.state import Loops
from s2sad.runtime.loops import check_length

CHECK_LENGTH = Ref("check_length", check_length)


def together(loops: Loops, shapes: Sequence[Shape]) -> Shape:
    """The shape that arrays are broadcast to; where it isn't known that lengths are equal, the program asks."""
    whole: list[Axis] = []
    for shape in sorted(shapes, key=len, reverse=True):
        if not whole:
            whole = list(shape)
        for k, axis in enumerate(shape, len(whole) - len(shape)):
            whole[k] = one_of(loops, whole[k], axis)
    return tuple(whole)


def one_of(loops: Loops, one: Axis, other: Axis) -> Axis:
    if other.is_one or one.length == other.length or one.atom == other.atom:
        return one
    if one.is_one:
        return other
    if one.at_most_one != other.at_most_one:
        few, many = (one, other) if one.at_most_one else (other, one)
        loops.effect(CHECK_LENGTH, few.atom, Const(1))
        return many
    loops.effect(CHECK_LENGTH, one.atom, other.atom)
    return one if not one.length.terms or is_not_one(one.length) else other


def aligned(value: Any, index: Index, shape: Shape) -> Index:
    """The index into an array that is broadcast to a shape."""
    own = index[len(index) - value.rank :]
    whole = shape[len(shape) - value.rank :]
    return tuple(
        Const(0) if is_repeated(axis, full) else each for axis, full, each in zip(value.shape, whole, own)
    )


def is_repeated(axis: Axis, whole: Axis) -> bool:
    """Whether the one item along an axis stands for all those along another."""
    return (axis.is_one and not whole.is_one) or (axis.at_most_one and not whole.at_most_one)


def broadcast(loops: Loops, value: Any, shape: Shape) -> Callable[[Index], Atom]:
    """What gives the element of a value, broadcast to a shape, at an index."""
    if not isinstance(value, Array):
        return lambda index: value
    return lambda index: loops.element(value, aligned(value, index, shape))
