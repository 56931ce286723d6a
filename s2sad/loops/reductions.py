"""Sums, products and what is made of them, along any axes.

s = np.sum(x * y)                  s = 0.0
                            →      for i in range(n):
                                       s = s + x[i] * y[i]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.lengths import ONE
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.ir.operations import callee_of
from s2sad.loops.arrays import Array, Axis, Index
from s2sad.loops.dtypes import ZEROS
from s2sad.loops.elementwise import bound, mapped
from s2sad.loops.reshaping import flat
from s2sad.loops.state import Loops, allocated, held

_SUM = Ref("np.sum", np.sum)
SQRT = Ref("np.sqrt", np.sqrt)
Fold = Callable[[Array, "list[int]", Index], Atom]


def arguments_of(loops: Loops, node: Entry) -> tuple[Any, list[int], bool, dict[str, Atom]]:
    """What is reduced, along which axes, whether these stay, and the other arguments."""
    given = bound(node, "a", "axis", "dtype", "out", "keepdims")
    array = loops.value(given.pop("a"))
    axis, keep = given.pop("axis", Const(None)), given.pop("keepdims", Const(False))
    given = {name: atom for name, atom in given.items() if atom != Const(None)}
    if not isinstance(array, Array):
        return array, [], False, given
    axis = loops.value(axis)
    made = loops.definitions.get(axis) if not isinstance(axis, Const) else None
    if made is not None:
        axis = Const(tuple(each.value for each in made.args if isinstance(each, Const)))
    if not isinstance(axis, Const) or not isinstance(keep, Const):
        raise loops.refuse("the axis of a reduction is known only when the program runs")
    if axis.value is None:
        axes = list(range(array.rank))
    else:
        axes = sorted(
            each % array.rank for each in (axis.value if isinstance(axis.value, tuple) else (axis.value,))
        )
    return array, axes, bool(keep.value), given


def reduced(loops: Loops, node: Entry, fold: Fold, item: K.Kind | None = None) -> Any:
    """The array, or number, of what `fold` makes of the elements along the axes."""
    array, axes, keep, more = arguments_of(loops, node)
    if set(more) - {"initial"}:
        raise loops.refuse(f"`{', '.join(more)}` of a reduction")
    if not isinstance(array, Array):
        return array
    return folded(loops, array, axes, keep, fold, item or K.element(loops.facts.kind(node.targets[0])))


def folded(loops: Loops, array: Array, axes: list[int], keep: bool, fold: Fold, item: K.Kind) -> Any:
    rest = [k for k in range(array.rank) if k not in axes]
    if not rest:
        value = fold(array, axes, ())
        ones = (Axis(Const(1), ONE),) * array.rank
        return loops.delayed(ones, item, lambda index: value, cheap=True) if keep else value
    shape = tuple(array.shape[k] for k in rest)
    made = loops.stored(loops.delayed(shape, item, lambda index: fold(array, axes, index), [array]))
    return kept(loops, made, array.rank, axes) if keep else made


def kept(loops: Loops, made: Array, rank: int, axes: list[int]) -> Array:
    """A reduced array with an axis of length 1 for each along which it was reduced."""
    rest = iter(made.shape)
    shape = tuple(Axis(Const(1), ONE) if k in axes else next(rest) for k in range(rank))
    return loops.part(made, shape, lambda index: tuple(i for k, i in enumerate(index) if k not in axes))


def along(
    loops: Loops, array: Array, axes: list[int], index: Index, step: Callable[..., Any], *inits: Atom
) -> tuple[Atom, ...]:
    """A loop over the elements along the axes, at an index of the others: `step` gets each, then what is carried."""

    def at(inner: Index, *carried: Atom) -> Any:
        own, others = iter(inner), iter(index)
        whole = tuple(next(own) if k in axes else next(others) for k in range(array.rank))
        return step(loops.element(array, whole), whole, *carried)

    return loops.loops(tuple(array.shape[k] for k in axes), at, inits)


def zero_of(item: K.Kind) -> Const:
    return ZEROS.get(item, Const(0))


def sum_fold(loops: Loops, item: K.Kind) -> Fold:
    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        def step(value: Atom, _: Index, total: Atom) -> Any:
            return (loops.emit("add", total, value),)

        return along(loops, array, axes, index, step, zero_of(item))[0]

    return fold


def sum_(loops: Loops, node: Entry) -> Any:
    return summed(loops, node, K.element(loops.facts.kind(node.targets[0])))


def summed(loops: Loops, node: Entry, item: K.Kind) -> Any:
    array, axes, keep, more = arguments_of(loops, node)
    if isinstance(array, Array) and not more and _goes_by_rows(array, axes):
        return _sum_by_rows(loops, array, axes, keep, item)
    return reduced(loops, node, sum_fold(loops, item), item)


def _goes_by_rows(array: Array, axes: list[int]) -> bool:
    return bool(axes) and len(axes) < array.rank and array.rank - 1 not in axes


def _sum_by_rows(loops: Loops, array: Array, axes: list[int], keep: bool, item: K.Kind) -> Array:
    """Sums of what doesn't lie together in memory: one after the other would go through all of it for each."""
    rest = [k for k in range(array.rank) if k not in axes]
    shape = tuple(array.shape[k] for k in rest)
    made = loops.stored(loops.delayed(shape, item, lambda index: zero_of(item), cheap=True))
    base = made.base
    assert base is not None

    def add(index: Index) -> Any:
        value = loops.element(array, index)
        loops.effect("increase", base, loops.index_atom(tuple(index[k] for k in rest)), value)
        return ()

    loops.loops(array.shape, add)
    return kept(loops, made, array.rank, axes) if keep else made


def count_of(loops: Loops, array: Array, axes: list[int]) -> Atom:
    return loops.product(loops.count(array.shape[k]) for k in axes)


def mean(loops: Loops, node: Entry) -> Any:
    array, axes, _, _ = arguments_of(loops, node)
    item = K.element(loops.facts.kind(node.targets[0]))
    total = summed(loops, node, item)
    if not isinstance(array, Array):
        return total
    count = count_of(loops, array, axes)
    return mapped(loops, [total], lambda part: loops.emit("truediv", part, count), item)


def prod(loops: Loops, node: Entry) -> Any:
    item = K.element(loops.facts.kind(node.targets[0]))

    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        def step(value: Atom, _: Index, total: Atom) -> Any:
            return (loops.emit("mul", total, value),)

        return along(loops, array, axes, index, step, Const(1.0 if item == K.FLOAT else 1))[0]

    return reduced(loops, node, fold, item)


def variance(loops: Loops, node: Entry) -> Any:
    array, axes, keep, more = arguments_of(loops, node)
    ddof = more.pop("ddof", Const(0))
    if more or not isinstance(array, Array):
        raise loops.refuse("a variance with more than `axis`, `ddof` and `keepdims`")
    count = count_of(loops, array, axes)

    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        total = sum_fold(loops, K.FLOAT)(array, axes, index)
        middle = loops.emit("truediv", total, count, hint="mean")

        def step(value: Atom, _: Index, total: Atom) -> Any:
            apart = loops.emit("sub", value, middle)
            return (loops.emit("add", total, loops.emit("mul", apart, apart)),)

        squares = along(loops, array, axes, index, step, Const(0.0))[0]
        made = loops.emit("truediv", squares, loops.plus(count, ddof, -1))
        return loops.emit(SQRT, made) if callee_of(node) in (np.std, np.ndarray.std) else made

    return folded(loops, held(loops, array), axes, keep, fold, K.FLOAT)


def truth_of(loops: Loops, node: Entry) -> Any:
    """`np.any` and `np.all`."""
    is_any = callee_of(node) in (np.any, np.ndarray.any)

    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        def step(value: Atom, _: Index, found: Atom) -> Any:
            if is_any:
                return (loops.choice(value, lambda: Const(True), lambda: found),)
            return (loops.choice(value, lambda: found, lambda: Const(False)),)

        return along(loops, array, axes, index, step, Const(not is_any))[0]

    return reduced(loops, node, fold, K.BOOL)


def total(loops: Loops, node: Entry) -> Any:
    """The builtin `sum` of an array along its first axis."""
    array = loops.value(node.args[0])
    if not isinstance(array, Array) or array.rank < 1:
        raise loops.refuse("`sum` of what isn't known to be an array")
    if array.rank > 1:
        if len(node.args) > 1 and loops.constant(node.args[1]) not in (Const(0), Const(0.0)):
            raise loops.refuse("`sum` of rows that begins with something: add it to the sum")
        return sum_(loops, replace(node, fn=_SUM, args=node.args[:1], kwargs=(("axis", Const(0)),)))
    made = sum_fold(loops, array.item)(array, [0], ())
    return made if len(node.args) == 1 else loops.emit("add", loops.value(node.args[1]), made)


def count_along(loops: Loops, node: Entry) -> Any:
    """How many items there are along an axis, or several."""
    shape, axis = loops.lists.get(node.args[0]), loops.value(node.args[1])
    if shape is None or not isinstance(axis, Const):
        raise loops.refuse("a shape that is known only when the program runs")
    axes = (
        range(len(shape))
        if axis.value is None
        else axis.value if isinstance(axis.value, tuple) else (axis.value,)
    )
    return loops.product(shape[k] for k in axes)


def cumulative(loops: Loops, node: Entry) -> Any:
    """`np.cumsum` and `np.cumprod` along one axis."""
    given = bound(node, "a", "axis")
    array, axis = loops.value(given["a"]), given.get("axis", Const(None))
    if not isinstance(array, Array) or not isinstance(axis, Const):
        raise loops.refuse("a cumulative sum without an axis that is known")
    if axis.value is None and array.rank > 1:
        array = flat(loops, node.targets[0], array)
    which = (axis.value or 0) % array.rank
    done = "mul" if callee_of(node) in (np.cumprod, np.ndarray.cumprod) else "add"
    made = allocated(loops, array.shape, array.item, node.targets[0].name)
    base = made.base
    assert base is not None
    others = tuple(each for k, each in enumerate(array.shape) if k != which)
    start = Const(1.0) if done == "mul" else zero_of(array.item)

    def line(index: Index) -> Any:
        def step(i: Atom, total: Atom) -> Any:
            whole = (*index[:which], i, *index[which:])
            total = loops.emit(done, total, loops.element(array, whole))
            loops.store(base, whole, total)
            return (total,)

        loops.loop(array.shape[which], step, (start,))
        return ()

    loops.loops(others, line)
    return made
