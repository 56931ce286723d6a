"""Which function makes loops of which operation."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ir.nodes import Entry
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops import (
    construction,
    convolution,
    elementwise,
    extremes,
    indexing,
    joining,
    layout,
    padding,
    products,
    reductions,
    reshaping,
    sorting,
    special_functions,
    undone_broadcasts,
)
from s2sad.loops.state import Loops
from s2sad.runtime.broadcasting import broadcast_like, guarded, unbroadcast, unbroadcast_to
from s2sad.runtime.operands import factor, operand
from s2sad.runtime.reductions import count_along, unreduce
from s2sad.runtime.special import index_of_max, index_of_min

Handler = Callable[[Loops, Entry], Any]

_BY_NAME: dict[str, Handler] = {
    "getitem": indexing.getitem,
    "getattr": layout.attribute,
    "matmul": products.product,
}


_FUNCTIONS: dict[Handler, tuple[Any, ...]] = {
    elementwise.where: (np.where,),
    elementwise.extreme: (np.maximum, np.minimum),
    elementwise.clip: (np.clip, np.ndarray.clip),
    elementwise.copy: (np.copy, np.ndarray.copy),
    elementwise.as_it_is: (np.asarray, np.asanyarray, np.ascontiguousarray, operand, factor),
    elementwise.astype: (np.ndarray.astype, np.array, float, int),
    reductions.sum_: (np.sum, np.ndarray.sum),
    reductions.mean: (np.mean, np.ndarray.mean),
    reductions.prod: (np.prod, np.ndarray.prod),
    reductions.variance: (np.var, np.std, np.ndarray.var, np.ndarray.std),
    extremes.extreme: (np.max, np.min, np.amax, np.amin, np.ndarray.max, np.ndarray.min),
    extremes.place_of_extreme: (
        np.argmax,
        np.argmin,
        np.ndarray.argmax,
        np.ndarray.argmin,
        index_of_max,
        index_of_min,
    ),
    reductions.truth_of: (np.any, np.all, np.ndarray.any, np.ndarray.all),
    reductions.total: (sum,),
    reductions.count_along: (count_along,),
    layout.rank: (np.ndim,),
    indexing.open_grid: (np.ix_,),
    indexing.nonzero: (np.nonzero, np.ndarray.nonzero, np.flatnonzero),
    layout.at_least_one: (np.atleast_1d,),
    layout.at_least_two: (np.atleast_2d,),
    reductions.cumulative: (np.cumsum, np.cumprod, np.ndarray.cumsum, np.ndarray.cumprod),
    special_functions.log_add_exp: (np.logaddexp.reduce,),
    products.product: (np.dot, np.matmul, np.ndarray.dot),
    products.outer: (np.outer,),
    products.outer_of_any_rank: (np.multiply.outer,),
    products.trace: (np.trace, np.ndarray.trace),
    products.einsum: (np.einsum,),
    products.norm: (np.linalg.norm,),
    products.distance: (math.dist,),
    layout.transpose: (np.transpose, np.ndarray.transpose),
    layout.swapaxes: (np.swapaxes, np.ndarray.swapaxes),
    layout.moveaxis: (np.moveaxis,),
    layout.expand_dims: (np.expand_dims,),
    layout.squeeze: (np.squeeze, np.ndarray.squeeze),
    layout.flip: (np.flip, np.flipud, np.fliplr),
    layout.roll: (np.roll,),
    reshaping.reshape: (
        np.reshape,
        np.ndarray.reshape,
        np.ravel,
        np.ndarray.ravel,
        np.ndarray.flatten,
    ),
    reshaping.broadcast_to: (np.broadcast_to,),
    undone_broadcasts.guarded_product: (guarded,),
    undone_broadcasts.unbroadcast: (unbroadcast,),
    undone_broadcasts.unbroadcast_to: (unbroadcast_to,),
    undone_broadcasts.broadcast_like: (broadcast_like,),
    undone_broadcasts.unreduce: (unreduce,),
    padding.pad: (np.pad,),
    convolution.convolve: (np.convolve,),
    reshaping.broadcast_shapes: (np.broadcast_shapes,),
    layout.diff: (np.diff,),
    layout.repeat: (np.repeat, np.ndarray.repeat, np.tile),
    sorting.argsort: (np.argsort, np.ndarray.argsort),
    sorting.take_along_axis: (np.take_along_axis,),
    joining.concatenate: (np.concatenate, np.hstack, np.vstack),
    joining.stack: (np.stack, np.column_stack),
    construction.filled: (
        np.zeros,
        np.ones,
        np.empty,
        np.full,
        np.zeros_like,
        np.ones_like,
        np.empty_like,
        np.full_like,
    ),
    construction.identity: (np.eye, np.identity),
    construction.arange: (np.arange,),
    construction.linspace: (np.linspace,),
    construction.diagonal: (np.diag, np.diagonal, np.ndarray.diagonal),
    construction.triangle: (np.tril, np.triu),
}
_BY_FUNCTION = {function: handler for handler, functions in _FUNCTIONS.items() for function in functions}
_OF_REAL_NUMBERS = (
    elementwise.extreme,
    elementwise.clip,
    reductions.variance,
    extremes.extreme,
    extremes.place_of_extreme,
    sorting.argsort,
    construction.arange,
    construction.linspace,
    special_functions.log_add_exp,
)
"""What goes by an order, or by squares that aren't those of absolute values."""
_REDUCTIONS = (reductions.sum_, reductions.mean, reductions.prod, extremes.extreme)


def passes_on(node: Entry) -> bool:
    """Whether an entry makes elements of elements, and needs no array to be made."""
    if len(node.targets) != 1:
        return False
    handler = handler_of(node)
    return elementwise.is_elementwise(node) or handler in (
        elementwise.where,
        elementwise.clip,
        elementwise.astype,
        elementwise.copy,
        layout.transpose,
        layout.expand_dims,
        layout.flip,
        reshaping.broadcast_to,
        layout.attribute,
        indexing.getitem,
    )


def is_reduction(node: Entry) -> bool:
    """Whether it makes one number of the items along an axis: of a number, the number itself."""
    return handler_by_function(node) in _REDUCTIONS


def is_of_real_numbers(handler: Handler | None) -> bool:
    return handler in _OF_REAL_NUMBERS


def handler_by_function(node: Entry) -> Handler | None:
    callee = callee_of(node)
    try:
        return _BY_FUNCTION.get(callee) or special_functions.handler_of_special(callee)
    except TypeError:  # what has no hash is none of these
        return None


def handler_of(node: Entry) -> Handler | None:
    """What makes loops of an entry; None for what stays a call."""
    if callee_of(node) is np.where and len(node.args) == 1:
        return indexing.nonzero
    return _BY_NAME.get(operation_of(node) or "") or handler_by_function(node)
