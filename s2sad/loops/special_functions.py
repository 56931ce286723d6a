"""Functions of `scipy.special` that are of whole arrays, as loops.

s = special.logsumexp a     the largest, a sum of exponentials, a logarithm
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.loops.arrays import Array, Index
from s2sad.loops.elementwise import mapped
from s2sad.loops.extremes import check_items, passive_extreme
from s2sad.loops.number_functions import name_in_scipy
from s2sad.loops.reductions import Fold, along, arguments_of, folded
from s2sad.loops.state import Loops, held

_EXP, _LOG, _IS_FINITE = (Ref(f"np.{f.__name__}", f) for f in (np.exp, np.log, np.isfinite))


def handler_of_special(callee: Any) -> Callable[[Loops, Entry], Any] | None:
    """What makes loops of a function of arrays."""
    return _OF_ARRAYS.get(name_in_scipy(callee) or "")


def log_sum_exp(loops: Loops, node: Entry) -> Any:
    array, axes, keep = _reduced(loops, node)
    if not isinstance(array, Array):
        return array
    return folded(loops, array, axes, keep, _fold(loops, loops.facts.varies(*node.args)), K.FLOAT)


def log_add_exp(loops: Loops, node: Entry) -> Any:
    """`np.logaddexp.reduce`: along the first axis, if none is given."""
    has_axis = len(node.args) > 1 or "axis" in dict(node.kwargs)
    return log_sum_exp(loops, node if has_axis else replace(node, kwargs=(*node.kwargs, ("axis", Const(0)))))


def softmax(loops: Loops, node: Entry) -> Any:
    logarithm = log_softmax(loops, node)
    return mapped(loops, [logarithm], lambda value: loops.emit(_EXP, value), K.FLOAT)


def log_softmax(loops: Loops, node: Entry) -> Any:
    array, axes, _ = _reduced(loops, node)
    if not isinstance(array, Array):
        raise loops.refuse("`softmax` of a number")
    total = folded(loops, array, axes, True, _fold(loops, loops.facts.varies(*node.args)), K.FLOAT)
    return mapped(loops, [array, total], lambda value, most: loops.emit("sub", value, most), K.FLOAT)


def _reduced(loops: Loops, node: Entry) -> tuple[Any, list[int], bool]:
    array, axes, keep, more = arguments_of(loops, node)
    if more:
        raise loops.refuse("a sum of exponentials with weights, or with signs")
    if isinstance(array, Array):
        check_items(loops, array, axes)
        array = held(loops, array)
    return array, axes, keep


def _fold(loops: Loops, varied: bool) -> Fold:
    """The logarithm of a sum of exponentials, which the largest is taken out of; if that is infinite, it isn't."""

    def fold(array: Array, axes: list[int], index: Index) -> Atom:
        largest = passive_extreme(loops, "gt", array, axes, index, varied)
        top = loops.choice(loops.emit(_IS_FINITE, largest), lambda: largest, lambda: Const(0.0), hint="top")

        def step(value: Atom, _: Index, total: Atom) -> Any:
            share = loops.emit(_EXP, loops.emit("sub", value, top))
            return (loops.emit("add", total, share),)

        return loops.emit("add", top, loops.emit(_LOG, along(loops, array, axes, index, step, Const(0.0))[0]))

    return fold


_OF_ARRAYS = {"logsumexp": log_sum_exp, "softmax": softmax, "log_softmax": log_softmax}
