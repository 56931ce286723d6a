"""What derivatives of sums, means, products and extremes along axes need."""

import math
from typing import Any

import numpy as np


def unreduce(out_bar: Any, shape: tuple, axis: Any, keepdims: bool) -> np.ndarray:
    """An adjoint of a sum along axes in the shape of what was summed: a read-only view, nothing is copied."""
    if axis is not None and not keepdims:
        out_bar = np.reshape(out_bar, shape_with_ones(shape, axis))
    return np.broadcast_to(out_bar, shape)


def shape_with_ones(shape: tuple, axis: Any) -> list[int]:
    """The shape of a reduction along an axis, or several, that keeps its dimensions; of a number NumPy takes axis 0."""
    kept = list(shape)
    if not kept:
        return kept
    for i in axis if isinstance(axis, tuple) else (axis,):
        kept[i] = 1
    return kept


def count_along(shape: tuple, axis: Any) -> int:
    """How many items a reduction along an axis, or several, takes together."""
    if axis is None or not shape:
        return math.prod(shape)
    if isinstance(axis, tuple):
        return math.prod(shape[i] for i in axis)
    return shape[axis]


def share_of_extreme(a: Any, out: Any, axis: Any, keepdims: bool) -> np.ndarray:
    """The derivative of a maximum or minimum by each item: those that are equal to it share it evenly."""
    if axis is not None and not keepdims:
        out = np.reshape(out, shape_with_ones(np.shape(a), axis))
    same = a == out
    count = np.sum(same, axis=axis, keepdims=True)
    if not np.all(count):  # what is no number is not equal to itself
        same = same | ((a != a) & (out != out))
        count = np.sum(same, axis=axis, keepdims=True)
    return np.divide(same, count, dtype=np.result_type(np.asarray(a).dtype, np.float32))


def products_of_others(a: np.ndarray, axis: Any) -> np.ndarray:
    """For each item along an axis the product of all others, which is right beside zeros too."""
    if axis is None or np.ndim(a) == 0:
        return products_along(np.reshape(a, -1)).reshape(np.shape(a))
    if isinstance(axis, tuple):
        front = np.moveaxis(a, axis, tuple(range(len(axis))))
        flat = front.reshape((-1, *front.shape[len(axis) :]))
        return np.moveaxis(products_along(flat).reshape(front.shape), tuple(range(len(axis))), axis)
    return np.moveaxis(products_along(np.moveaxis(a, axis, 0)), 0, axis)


def products_along(a: np.ndarray) -> np.ndarray:
    """For each item along the first axis the product of all others."""
    before, after = np.ones_like(a), np.ones_like(a)
    before[1:] = np.cumprod(a[:-1], axis=0)
    after[:-1] = np.cumprod(a[:0:-1], axis=0)[::-1]
    return before * after


def deviation(variance: Any) -> Any:
    """The standard deviation: a root whose slope counts as 0 at 0, where all items are equal."""
    return np.sqrt(variance)


def roots_of_squares(x: Any) -> Any:
    """The roots of what is zero only where its derivative is: the partials at 0 are 0."""
    return np.sqrt(x)
