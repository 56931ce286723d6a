"""The largest and the smallest along any axes, and where they are.

m = np.max(x)                      m = x[0]
                            →      for i in range(n):
                                       has_nan = has_nan or x[i] is nan
                                       m = x[i] if x[i] > m else m
                                   m = nan if has_nan else m

Of those that are equal to it each has its share of the derivative: the value of their shares' sum is known before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.analysis.inequalities import is_at_least
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.ir.operations import callee_of, op
from s2sad.loops.arrays import Array, Index
from s2sad.loops.reductions import Fold, along, arguments_of, folded
from s2sad.loops.state import Loops, held
from s2sad.runtime.loops import check_some
from s2sad.runtime.special import index_of_max

_STOP = op("stop_gradient")
_CHECK_SOME = Ref("check_some", check_some)
_NAN = Ref("np.nan", np.nan)


def extreme(loops: Loops, node: Entry) -> Any:
    """The largest or smallest; where it is there several times, each has its share of the derivative."""
    name = "gt" if callee_of(node) in (np.max, np.amax, np.ndarray.max) else "lt"
    array, axes, keep, more = arguments_of(loops, node)
    if more:
        raise loops.refuse("`initial` of an extreme")
    if not isinstance(array, Array):
        return array
    check_items(loops, array, axes)
    fold = extreme_fold(loops, name, loops.facts.varies(*node.args))
    return folded(loops, held(loops, array), axes, keep, fold, array.item)


def check_items(loops: Loops, array: Array, axes: list[int]) -> None:
    """Where it isn't known that there are items along the axes, the program asks."""
    for k in axes:
        axis = array.shape[k]
        if not axis.is_one and not is_at_least(axis.length, 1, loops.bounds):
            loops.effect(_CHECK_SOME, axis.atom)


def passive_extreme(
    loops: Loops, name: str, array: Array, axes: list[int], index: Index, varied: bool
) -> Atom:
    """The largest or smallest, of which no derivative is taken."""
    others = iter(index)
    first = tuple(Const(0) if k in axes else next(others) for k in range(array.rank))
    start = loops.element(array, first)

    def larger(value: Atom, _: Index, found: Atom, *has_nan: Atom) -> Any:
        value = loops.emit(_STOP, value) if varied else value
        asked = [loops.emit("or_", each, loops.emit("ne", value, value)) for each in has_nan]
        return (loops.choice(loops.emit(name, value, found), lambda: value, lambda: found), *asked)

    start = loops.emit(_STOP, start) if varied else start
    asked = [Const(False)] if array.item == K.FLOAT else []  # by itself, it keeps no machine waiting
    found, *has_nan = along(loops, array, axes, index, larger, start, *asked)
    return loops.choice(has_nan[0], lambda: _NAN, lambda: found) if has_nan else found


def extreme_fold(loops: Loops, name: str, varied: bool) -> Fold:
    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        found = passive_extreme(loops, name, array, axes, index, varied)
        if not varied:
            return found

        def count(value: Atom, _: Index, total: Atom) -> Any:
            return (
                loops.emit(
                    "add",
                    total,
                    loops.choice(
                        or_no_number(loops, array.item, value, "eq", found),
                        lambda: Const(1.0),
                        lambda: Const(0.0),
                    ),
                ),
            )

        many = loops.emit(_STOP, along(loops, array, axes, index, count, Const(0.0))[0])

        def share(value: Atom, _: Index, total: Atom) -> Any:
            part = loops.choice(
                or_no_number(loops, array.item, value, "eq", found),
                lambda: loops.emit("truediv", value, many),
                lambda: Const(0.0),
            )
            return (loops.emit("add", total, part),)

        shares = along(loops, array, axes, index, share, Const(0.0))[0]
        return loops.emit("with_slope_of", found, shares)

    return fold


def or_no_number(loops: Loops, item: K.Kind, value: Atom, name: str, found: Atom) -> Atom:
    """Whether a value compares so with what was found, or is nan: of items one of which is nan, that is the extreme."""
    compared = loops.emit(name, value, found)
    return loops.emit("or_", compared, loops.emit("ne", value, value)) if item == K.FLOAT else compared


def place_of_extreme(loops: Loops, node: Entry) -> Any:
    name = "gt" if callee_of(node) in (np.argmax, np.ndarray.argmax, index_of_max) else "lt"
    array, axes, keep, _ = arguments_of(loops, node)
    if isinstance(array, Array):
        check_items(loops, array, axes)

    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        others = iter(index)
        first = tuple(Const(0) if k in axes else next(others) for k in range(array.rank))
        start = loops.element(array, first)

        def step(value: Atom, whole: Index, best: Atom, place: Atom) -> Any:
            at: Atom = Const(0)
            for k in axes:
                at = loops.plus(loops.times(at, array.shape[k].atom), whole[k])
            better = loops.emit(name, value, best)
            if array.item == K.FLOAT:  # the first that is nan
                is_nan, was_number = loops.emit("ne", value, value), loops.emit("eq", best, best)
                better = loops.emit("or_", better, loops.emit("and_", is_nan, was_number))
            return (
                loops.choice(better, lambda: value, lambda: best),
                loops.choice(better, lambda: at, lambda: place),
            )

        return along(loops, array, axes, index, step, start, Const(0))[1]

    return folded(loops, array, axes, keep, fold, K.INT)
