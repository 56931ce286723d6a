"""Adjoints and tangents of values that were broadcast or summed, as derivatives that are taken inside have them.

x: (n, 1)
t = unbroadcast a x        an element of t is the sum of a[i, j] over j
t = unreduce s shape 0     an element of t is s[j]
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry, Ref
from s2sad.loops.arrays import Array, Index, Shape
from s2sad.loops.broadcasting import broadcast, together
from s2sad.loops.elementwise import expanded, mapped
from s2sad.loops.reductions import summed
from s2sad.loops.reshaping import shape_argument
from s2sad.loops.state import Loops
from s2sad.runtime.loops import guarded_number

_SUM, _GUARDED = Ref("np.sum", np.sum), Ref("guarded_number", guarded_number)


def unbroadcast(loops: Loops, node: Entry) -> Any:
    """An adjoint summed to the shape of another value."""
    like = loops.value(node.args[1])
    return _unbroadcast(loops, node, like.shape if isinstance(like, Array) else ())


def unbroadcast_to(loops: Loops, node: Entry) -> Any:
    return _unbroadcast(loops, node, shape_argument(loops, node.args[1], node.targets[0]))


def _unbroadcast(loops: Loops, node: Entry, shape: Shape) -> Any:
    amount = loops.value(node.args[0])
    if not isinstance(amount, Array):
        return None if shape else amount
    extra = amount.rank - len(shape)
    if extra < 0:
        return None
    own = amount.shape[extra:]
    short = [k for k, axis in enumerate(shape) if axis.is_one and not own[k].is_one]
    kept = [k for k in range(len(shape)) if k not in short]
    together(loops, [tuple(own[k] for k in kept), tuple(shape[k] for k in kept)])
    item = K.element(loops.facts.kind(node.targets[0]))
    if not extra and not short:
        return loops.delayed(shape, item, lambda index: loops.element(amount, index), [amount])
    axes = (*range(extra), *(extra + k for k in short))
    kwargs = (("axis", Const(axes)), ("keepdims", Const(bool(shape))))
    total = summed(loops, replace(node, fn=_SUM, args=node.args[:1], kwargs=kwargs), item)
    if not extra or not isinstance(total, Array):
        return total
    firsts = (Const(0),) * extra
    return loops.delayed(shape, item, lambda index: loops.element(total, (*firsts, *index)), [total])


def guarded_product(loops: Loops, node: Entry) -> Any:
    """A partial derivative times an adjoint, which is zero where one of them is."""
    values = [loops.value(atom) for atom in node.args]
    return mapped(loops, values, lambda one, other: loops.emit(_GUARDED, one, other), K.FLOAT)


def broadcast_like(loops: Loops, node: Entry) -> Any:
    """A tangent in the shape of its primal."""
    value, like = map(loops.value, node.args)
    if not isinstance(like, Array):
        return None if isinstance(value, Array) else value
    return _in_shape(loops, node, value, like.shape)


def unreduce(loops: Loops, node: Entry) -> Any:
    """An adjoint of a sum, in the shape of what was summed."""
    bar, axis, keep = loops.value(node.args[0]), loops.value(node.args[2]), loops.value(node.args[3])
    shape = shape_argument(loops, node.args[1], node.targets[0])
    if not isinstance(bar, Array):
        return _in_shape(loops, node, bar, shape)
    if not isinstance(axis, Const) or not isinstance(keep, Const):
        raise loops.refuse("the axis of a reduction is known only when the program runs")
    if axis.value is None or keep.value:
        return _in_shape(loops, node, bar, shape)
    axes = {each % len(shape) for each in (axis.value if isinstance(axis.value, tuple) else (axis.value,))}
    together(loops, [bar.shape, tuple(each for k, each in enumerate(shape) if k not in axes)])
    whole = bar if bar.cheap or bar.is_stored else loops.stored(bar)

    def element(index: Index) -> Any:
        return loops.element(whole, tuple(each for k, each in enumerate(index) if k not in axes))

    return loops.delayed(shape, bar.item, element, [whole], cheap=whole.cheap)


def _in_shape(loops: Loops, node: Entry, value: Any, shape: Shape) -> Any:
    item = K.element(loops.facts.kind(node.targets[0]))
    if not isinstance(value, Array):
        return loops.delayed(shape, item, lambda index: value, cheap=True)
    value = expanded(loops, value, shape)
    return loops.delayed(shape, item, broadcast(loops, value, shape), [value], cheap=value.cheap)
