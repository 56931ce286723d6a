"""Products of vectors and matrices, as sums of products; those of two matrices stay calls of BLAS unless they are small."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.loops.arrays import Array, Axis, Index, Shape
from s2sad.loops.broadcasting import one_of
from s2sad.loops.elementwise import bound, mapped
from s2sad.loops.extremes import extreme_fold
from s2sad.loops.layout import constant
from s2sad.loops.reductions import along, folded, sum_fold, zero_of
from s2sad.loops.reshaping import flat
from s2sad.loops.state import Loops, held
from s2sad.runtime.reductions import deviation

_MOST_PRODUCTS = 256  # of two matrices of 4 by 4
_ABS = Ref("abs", abs)
ROOT = Ref("deviation", deviation)
"""A root whose slope counts as 0 at 0, where all that it is made of is 0."""


def product(loops: Loops, node: Entry) -> Any:
    """`x @ y` and `np.dot`; None for two matrices that aren't known to be small."""
    one, other = (loops.value(atom) for atom in node.args[:2])
    item = K.element(loops.facts.kind(node.targets[0]))
    if not isinstance(one, Array) or not isinstance(other, Array) or 0 in (one.rank, other.rank):
        return mapped(loops, [one, other], lambda a, b: loops.emit("mul", a, b), item)
    if one.rank == 1 and other.rank == 1:
        return inner(loops, one, other, item)
    if one.rank == 2 and other.rank == 1:
        return rows_times(loops, one, other, item)
    if one.rank == 1 and other.rank == 2:
        turned = loops.part(other, other.shape[::-1], lambda index: index[::-1])
        return rows_times(loops, turned, one, item, by_rows=True)
    if one.rank == 2 and other.rank == 2 and _are_small(one, other):
        return _times(loops, one, other, item)
    return None


def _are_small(one: Array, other: Array) -> bool:
    """Whether a product of matrices is known to be of so few numbers that a call would take longer than it does."""
    lengths = [axis.length for axis in (*one.shape, *other.shape)]
    return not any(each.terms for each in lengths) and prod(each.number for each in lengths) <= _MOST_PRODUCTS


def _times(loops: Loops, one: Array, other: Array, item: K.Kind) -> Array:
    """A matrix times a matrix, element by element."""
    left, right = held(loops, one), held(loops, other)
    one_of(loops, left.shape[1], right.shape[0])

    def element(index: Index) -> Atom:
        i, j = index

        def step(k: Index, total: Atom) -> Any:
            amount = loops.emit("mul", loops.element(left, (i, *k)), loops.element(right, (*k, j)))
            return (loops.emit("add", total, amount),)

        return loops.loops(left.shape[1:], step, (zero_of(item),))[0]

    return loops.stored(loops.delayed((left.shape[0], right.shape[1]), item, element, [left, right]))


def inner(loops: Loops, one: Array, other: Array, item: K.Kind) -> Atom:
    products = mapped(loops, [one, other], lambda a, b: loops.emit("mul", a, b), item)
    return sum_fold(loops, item)(products, [0], ())


def rows_times(loops: Loops, matrix: Array, vector: Array, item: K.Kind, by_rows: bool = False) -> Array:
    """A matrix times a vector; `by_rows` where the columns are what lies together in memory."""
    matrix, vector = held(loops, matrix), held(loops, vector)
    one_of(loops, matrix.shape[1], vector.shape[0])
    shape = matrix.shape[:1]
    if by_rows:
        made = loops.stored(loops.delayed(shape, item, lambda index: zero_of(item), cheap=True))
        base = made.base
        assert base is not None

        def add(index: Index) -> Any:
            j, i = index
            amount = loops.emit("mul", loops.element(vector, (j,)), loops.element(matrix, (i, j)))
            loops.effect("increase", base, i, amount)
            return ()

        loops.loops((matrix.shape[1], matrix.shape[0]), add)
        return made

    def element(index: Index) -> Atom:
        def step(i: Index, total: Atom) -> Any:
            amount = loops.emit("mul", loops.element(matrix, (*index, *i)), loops.element(vector, i))
            return (loops.emit("add", total, amount),)

        return loops.loops(matrix.shape[1:], step, (zero_of(item),))[0]

    return loops.stored(loops.delayed(shape, item, element, [matrix, vector]))


def outer(loops: Loops, node: Entry) -> Any:
    one, other = (loops.value(atom) for atom in node.args[:2])
    item = K.element(loops.facts.kind(node.targets[0]))
    if not isinstance(one, Array) or not isinstance(other, Array):
        raise loops.refuse("an outer product of numbers")
    one, other = (each if each.rank == 1 else flat(loops, node.targets[0], each) for each in (one, other))
    return _of_all_pairs(loops, one, other, item)


def outer_of_any_rank(loops: Loops, node: Entry) -> Any:
    """`np.multiply.outer`, of numbers and of arrays as they are."""
    one, other = (loops.value(atom) for atom in node.args)
    item = K.element(loops.facts.kind(node.targets[0]))
    if isinstance(one, Array) and isinstance(other, Array):
        return _of_all_pairs(loops, one, other, item)
    return mapped(loops, [one, other], lambda *parts: loops.emit("mul", *parts), item)


def _of_all_pairs(loops: Loops, one: Array, other: Array, item: K.Kind) -> Array:
    """The product of each element of an array with each of another one."""
    one, other = held(loops, one), held(loops, other)

    def element(index: Index) -> Atom:
        first, second = index[: one.rank], index[one.rank :]
        return loops.emit("mul", loops.element(one, first), loops.element(other, second))

    return loops.delayed((*one.shape, *other.shape), item, element, [one, other])


def trace(loops: Loops, node: Entry) -> Any:
    array = loops.value(node.args[0])
    if not isinstance(array, Array) or array.rank != 2 or len(node.args) > 1 or node.kwargs:
        raise loops.refuse("the trace of what isn't a matrix")
    line = loops.part(array, array.shape[:1], lambda index: (*index, *index))
    return sum_fold(loops, array.item)(line, [0], ())


def einsum(loops: Loops, node: Entry) -> Any:
    """Sums over the letters that the result doesn't have."""
    text = constant(loops, node.args[0])
    arrays = [loops.value(atom) for atom in node.args[1:]]
    if not isinstance(text, str) or "." in text or not all(isinstance(each, Array) for each in arrays):
        raise loops.refuse("`np.einsum` with subscripts that aren't a plain text")
    arrays = [held(loops, each) for each in arrays]
    letters, output = _subscripts(text.replace(" ", ""))
    axes: dict[str, Axis] = {}
    for names, each in zip(letters, arrays):
        for name, axis in zip(names, each.shape):
            axes[name] = one_of(loops, axes[name], axis) if name in axes else axis
    summed = [name for name in axes if name not in output]
    item = K.element(loops.facts.kind(node.targets[0]))

    def at(where: dict[str, Atom]) -> Atom:
        made: Atom | None = None
        for names, each in zip(letters, arrays):
            part = loops.element(each, tuple(where[name] for name in names))
            made = part if made is None else loops.emit("mul", made, part)
        assert made is not None
        return made

    def element(index: Index) -> Atom:
        outer_ = dict(zip(output, index))

        def step(inner_: Index, total: Atom) -> Any:
            return (loops.emit("add", total, at({**outer_, **dict(zip(summed, inner_))})),)

        if not summed:
            return at(outer_)
        return loops.loops(tuple(axes[name] for name in summed), step, (zero_of(item),))[0]

    shape: Shape = tuple(axes[name] for name in output)
    if not output:
        return element(())
    return loops.stored(loops.delayed(shape, item, element, arrays))


def _subscripts(text: str) -> tuple[list[str], str]:
    """The letters of each operand of `np.einsum`, and those of the result: without an arrow those that stand once, in order."""
    inputs, arrow, output = text.partition("->")
    if not arrow:
        every = inputs.replace(",", "")
        output = "".join(sorted(each for each in set(every) if every.count(each) == 1))
    return inputs.split(","), output


def norm(loops: Loops, node: Entry) -> Any:
    """The length of a vector, or the square root of the sum of a matrix's squares."""
    given = bound(node, "x", "ord", "axis", "keepdims")
    array, axis = loops.value(given["x"]), constant(loops, given.get("axis", Const(None)))
    order = _order(loops, given.get("ord", Const(None)))
    if not isinstance(array, Array):
        raise loops.refuse("the norm of a number")
    axes = (
        list(range(array.rank))
        if axis is None
        else sorted(k % array.rank for k in axis) if isinstance(axis, tuple) else [axis % array.rank]
    )
    has_signs = array.item == K.COMPLEX
    if order not in (None, 2, "fro") or (order == 2 and len(axes) == 2):
        if len(axes) != 1 or isinstance(order, str) or order == 0:
            raise loops.refuse("a norm of matrices with an order")
        has_signs = True
    if has_signs:
        array = mapped(loops, [array], lambda value: loops.emit(_ABS, value), K.FLOAT)
    keep = bool(constant(loops, given.get("keepdims", Const(False))))
    fold = _norm_fold(loops, order, loops.facts.varies(*node.args))
    return folded(loops, held(loops, array), axes, keep, fold, K.FLOAT)


def distance(loops: Loops, node: Entry) -> Any:
    """`math.dist`: the length of a difference."""
    points = [loops.value(atom) for atom in node.args]
    if not all(isinstance(point, Array) and point.rank == 1 for point in points):
        raise loops.refuse("`math.dist` of what isn't known to be lists of numbers, or known one by one")
    between = mapped(loops, points, lambda one, other: loops.emit("sub", one, other), K.FLOAT)
    fold = _norm_fold(loops, None, loops.facts.varies(*node.args))
    return folded(loops, held(loops, between), [0], False, fold, K.FLOAT)


def _order(loops: Loops, atom: Atom) -> Any:
    """The order of a norm, which has to be known."""
    made = loops.definitions.get(atom) if isinstance(atom, Var) else None
    if made is not None and operation_of(made) == "neg":
        return -_order(loops, made.args[0])
    if isinstance(atom, Ref) and isinstance(atom.value, float):
        return atom.value
    return constant(loops, atom)


def _norm_fold(loops: Loops, order: Any, varied: bool) -> Any:
    """What makes a norm of numbers, of which the absolute values are given unless it is the Euclidean one."""
    if order in (np.inf, -np.inf):
        return extreme_fold(loops, "gt" if order > 0 else "lt", varied)
    if order == 1:
        return sum_fold(loops, K.FLOAT)
    is_plain = order in (None, 2, "fro")

    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        def step(value: Atom, _: Index, total: Atom) -> Any:
            power = loops.emit("mul", value, value) if is_plain else loops.emit("pow", value, Const(order))
            return (loops.emit("add", total, power),)

        total = along(loops, array, axes, index, step, Const(0.0))[0]
        return loops.emit(ROOT, total) if is_plain else loops.emit("pow", total, Const(1.0 / order))

    return fold
