"""Windows on arrays, and functions that are called row by row."""

import numpy as np

from s2sad.rules.declare import Sample, linear, present, program, refused
from s2sad.runtime.windows import unstrided, unwindowed

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])


def _sum_of_squares(row, factor=1.0):
    return factor * np.sum(row * row)


def _products(row):
    return np.outer(row, row)


@linear(
    np.lib.stride_tricks.sliding_window_view,
    at=[(_X, 3), (_A, (2, 2)), (_A, 2, 1), (_A, (1, 2), (0, 1))],
    wrt=("x",),
)
def sliding_window_view(out_bar, x, window_shape, axis=None):
    """d windows(x) = windows(dx)"""
    return unwindowed(out_bar, np.shape(x), window_shape, axis)


@linear(unwindowed, at=[(np.array([[0.3, -1.2], [2.0, 0.7]]), (3,), 2, None)], wrt=("windows",))
def unwindowed_(out_bar, windows, shape, window_shape, axis):
    """d unwindowed(w) = unwindowed(dw)"""
    return np.lib.stride_tricks.sliding_window_view(out_bar, window_shape, axis)


@linear(
    np.lib.stride_tricks.as_strided,
    at=[(_X, (3, 2), (8, 8)), Sample((_A,), {"shape": (2, 2, 2), "strides": (24, 8, 8)})],
    wrt=("x",),
)
def as_strided(out_bar, x, shape=None, strides=None, subok=False, writeable=True):
    """d as_strided(x) = as_strided(dx)"""
    return unstrided(out_bar, np.shape(x), x.strides, x.itemsize, strides)


@linear(unstrided, at=[(np.array([[0.3, -1.2], [2.0, 0.7]]), (3,), (8,), 8, (8, 8))], wrt=("windows",))
def unstrided_(out_bar, windows, shape, before, itemsize, strides):
    """d unstrided(w) = unstrided(dw)"""
    return np.lib.stride_tricks.as_strided(out_bar, np.shape(windows), strides)


@program(
    np.apply_along_axis,
    at=[(_sum_of_squares, 1, _A), (_sum_of_squares, 0, _A, 2.0), (np.cumsum, 0, _A), (_products, 0, _A)]
    + [Sample((_sum_of_squares, 1, _A), {"factor": 0.3})],
)
def along_axis(func1d, axis, arr, *args, **kwargs):
    """Called for each vector along the axis; what comes out stands in the place of that axis"""
    rows = np.moveaxis(np.asarray(arr), axis, -1)
    shape = np.shape(rows)
    found = np.array([func1d(row, *args, **kwargs) for row in np.reshape(rows, (-1, shape[-1]))])
    if np.ndim(found) == 1:
        return np.reshape(found, shape[:-1])
    count = np.ndim(found) - 1
    found = np.reshape(found, shape[:-1] + np.shape(found)[1:])
    if count == 1:
        return np.moveaxis(found, -1, axis)
    first = axis % len(shape)
    return np.moveaxis(found, list(range(-count, 0)), list(range(first, first + count)))


ITERATORS = refused(
    np.nditer,
    reason="an iterator over the memory of arrays has no derivative",
    hint="go through `np.ndindex(x.shape)`, `x.flat` or `np.ndenumerate(x)`",
)
MASKED = refused(
    *present(np.ma, "array masked_array masked_where masked_invalid masked_equal masked_greater masked_less"),
    reason="masked arrays have no derivative",
    hint="take what the mask leaves, `x[~mask]`, or put something in its place: `np.where(mask, 0.0, x)`",
)
