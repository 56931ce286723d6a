"""Reductions of arrays in which nan stands for what is missing."""

import numpy as np

from s2sad.rules.declare import Sample, program
from s2sad.rules.reductions import AXES, squared
from s2sad.runtime.reductions import deviation

_X = np.array([0.3, -1.2, 2.0, 0.7])
_M = np.array([0.3, np.nan, 2.0, 0.7, np.nan])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])


@program(np.nansum, at=AXES)
def nansum(a, axis=None, dtype=None, *, keepdims=False):
    """A nan counts as zero"""
    return np.sum(np.where(np.isnan(a), 0, a), axis=axis, keepdims=keepdims)


@program(np.nanmean, at=AXES[:-1])
def nanmean(a, axis=None, dtype=None, *, keepdims=False):
    """The mean of what is no nan"""
    missing = np.isnan(a)
    count = np.sum(~missing, axis=axis, keepdims=keepdims)
    return np.sum(np.where(missing, 0, a), axis=axis, keepdims=keepdims) / count


@program(np.nanvar, at=AXES[:-1])
def nanvar(a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    """The variance of what is no nan"""
    missing = np.isnan(a)
    distance = np.where(missing, 0, a - np.nanmean(a, axis=axis, keepdims=True))
    count = np.sum(~missing, axis=axis, keepdims=keepdims) - ddof
    return np.sum(squared(distance), axis=axis, keepdims=keepdims) / count


@program(np.nanstd, at=AXES[:-1])
def nanstd(a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    """The root of the variance of what is no nan"""
    return deviation(np.nanvar(a, axis=axis, ddof=ddof, keepdims=keepdims))


@program(np.nanprod, at=AXES[:-1])
def nanprod(a, axis=None, dtype=None, *, keepdims=False):
    """A nan counts as one"""
    return np.prod(np.where(np.isnan(a), 1, a), axis=axis, keepdims=keepdims)


@program(np.nanmax, at=AXES[:-1])
def nanmax(a, axis=None, *, keepdims=False):
    """A nan counts as minus infinity"""
    return np.max(np.where(np.isnan(a), -np.inf, a), axis=axis, keepdims=keepdims)


@program(np.nanmin, at=AXES[:-1])
def nanmin(a, axis=None, *, keepdims=False):
    """A nan counts as infinity"""
    return np.min(np.where(np.isnan(a), np.inf, a), axis=axis, keepdims=keepdims)


@program(np.nancumsum, at=[_X, Sample((_A,), {"axis": 1})])
def nancumsum(a, axis=None, dtype=None):
    """A nan counts as zero"""
    return np.cumsum(np.where(np.isnan(a), 0, a), axis=axis)


@program(np.nancumprod, at=[_X, Sample((_A,), {"axis": 1})])
def nancumprod(a, axis=None, dtype=None):
    """A nan counts as one"""
    return np.cumprod(np.where(np.isnan(a), 1, a), axis=axis)


def in_rows(a, axis):
    """An array, and the one axis along which its rows are; several axes are made one, the last."""
    if not isinstance(axis, tuple):
        return a, axis
    last = np.moveaxis(a, axis, tuple(range(-len(axis), 0)))
    return np.reshape(last, np.shape(last)[: -len(axis)] + (-1,)), -1


def along_rows(function, a, axis):
    """What a function gives of the items that there are, in each row along an axis, or in the whole."""
    if axis is None:
        return function(np.reshape(a, -1))
    return np.apply_along_axis(function, axis, a)


@program(np.nanmedian, at=[_X, Sample((_A,), {"axis": 1})])
def nanmedian(a, axis=None):
    """The middle of what is no nan"""
    rows, along = in_rows(a, axis)
    return along_rows(lambda row: np.median(row[~np.isnan(row)]), rows, along)


@program(
    np.nanquantile,
    at=[
        (_X, 0.3),
        (_X, [0.2, 0.9]),
        Sample((_A, 0.3), {"axis": 0}),
        Sample((_A, [0.2, 0.6]), {"axis": (0, -1)}),
    ],
)
def nanquantile(a, q, axis=None, *, method="linear"):
    """The quantile of what is no nan"""
    rows, along = in_rows(a, axis)
    found = along_rows(lambda row: np.quantile(row[~np.isnan(row)], q, method=method), rows, along)
    return found if np.ndim(q) == 0 or along is None else np.moveaxis(found, along, 0)


@program(np.nanpercentile, at=[(_X, 30.0), Sample((_A, [20.0, 90.0]), {"axis": 1})])
def nanpercentile(a, q, axis=None, *, method="linear"):
    """The quantile at a hundredth, of what is no nan"""
    return np.nanquantile(a, np.true_divide(q, 100.0), axis=axis, method=method)
