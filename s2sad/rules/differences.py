"""Differences and integrals along an axis, medians and quantiles."""

import numpy as np

from s2sad.rules.declare import Sample, present, program

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])


@program(
    np.diff,
    at=[_X, (_X, 2), _A, Sample((_A,), {"axis": 0}), Sample((_X,), {"prepend": 0.5, "append": _X[:2]})]
    + [Sample((_A,), {"append": _A[:, -1:]}), Sample((_A,), {"prepend": 0.0, "axis": 0})],
)
def diff(a, n=1, axis=-1, prepend=None, append=None):
    """Each item minus the one before"""
    a = np.asarray(a)
    if prepend is not None:
        a = np.concatenate([edge_of(prepend, a, axis), a], axis)
    if append is not None:
        a = np.concatenate([a, edge_of(append, a, axis)], axis)
    rows = a if axis == -1 else np.moveaxis(a, axis, -1)
    if n == 1:
        rows = rows[..., 1:] - rows[..., :-1]
    else:
        for _ in range(n):
            rows = rows[..., 1:] - rows[..., :-1]
    return rows if axis == -1 else np.moveaxis(rows, -1, axis)


def edge_of(value, a, axis):
    """What `np.diff` puts before or after an array: of a number one row."""
    if np.ndim(value) > 0:
        return value
    shape = list(np.shape(a))
    shape[axis] = 1
    return np.broadcast_to(value, tuple(shape))


@program(np.ediff1d, at=[_X, Sample((_A,), {"to_end": [0.5, 2.0]}), Sample((_X,), {"to_begin": 0.5})])
def ediff1d(ary, to_end=None, to_begin=None):
    """The differences of all items, between others"""
    items = np.reshape(ary, -1)
    items = items[1:] - items[:-1]
    if to_begin is not None:
        items = np.concatenate([np.ravel(to_begin), items])
    return items if to_end is None else np.concatenate([items, np.ravel(to_end)])


@program(*present(np, "trapezoid trapz"), at=[_X, (_X, _X**2), Sample((_A,), {"dx": 0.5, "axis": 0})])
def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The integral by the trapezoidal rule"""
    rows = np.asarray(y) if axis == -1 else np.moveaxis(y, axis, -1)
    if x is None:
        return np.sum(dx * (rows[..., 1:] + rows[..., :-1]) / 2.0, axis=-1)
    steps = np.diff(x) if np.ndim(x) == 1 or axis == -1 else np.moveaxis(np.diff(x, axis=axis), axis, -1)
    return np.sum(steps * (rows[..., 1:] + rows[..., :-1]) / 2.0, axis=-1)


@program(np.gradient, at=[_X, (_X, 0.5), (_X, np.array([0.0, 1.0, 3.0, 4.0]))])
def gradient(f, spacing=1.0, *, axis=None, edge_order=1):
    """Central differences, one-sided at the ends; along one axis, or along each"""
    if isinstance(axis, (tuple, list)) and len(axis) == 1:
        return np.gradient(f, spacing, axis=axis[0], edge_order=edge_order)
    if isinstance(axis, (tuple, list)):
        return tuple([np.gradient(f, spacing, axis=k, edge_order=edge_order) for k in axis])
    if axis is None and np.ndim(f) != 1:
        return tuple([np.gradient(f, spacing, axis=k, edge_order=edge_order) for k in range(np.ndim(f))])
    rows = np.asarray(f) if axis is None else np.moveaxis(f, axis, 0)
    if np.ndim(spacing) == 0:
        middle = (rows[2:] - rows[:-2]) / (2.0 * spacing)
        first = last = first_but_one = last_but_one = spacing
    else:
        steps = np.diff(spacing)
        before, after = steps[:-1], steps[1:]
        if np.ndim(f) > 1:
            before = np.reshape(before, (-1,) + (1,) * (np.ndim(f) - 1))
            after = np.reshape(after, (-1,) + (1,) * (np.ndim(f) - 1))
        slope = (
            -after / (before * (before + after)) * rows[:-2]
            + (after - before) / (before * after) * rows[1:-1]
        )
        middle = slope + before / (after * (before + after)) * rows[2:]
        first, first_but_one, last, last_but_one = steps[0], steps[1], steps[-1], steps[-2]
    if edge_order == 1:
        start = (rows[1:2] - rows[:1]) / first
        end = (rows[-1:] - rows[-2:-1]) / last
    else:
        one, two = first, first_but_one
        start = -(2.0 * one + two) / (one * (one + two)) * rows[:1] + (one + two) / (one * two) * rows[1:2]
        start = start - one / (two * (one + two)) * rows[2:3]
        one, two = last_but_one, last
        end = two / (one * (one + two)) * rows[-3:-2] - (two + one) / (one * two) * rows[-2:-1]
        end = end + (2.0 * two + one) / (two * (one + two)) * rows[-1:]
    result = np.concatenate([start, middle, end])
    return result if axis is None else np.moveaxis(result, 0, axis)


@program(np.gradient, at=[(_A, 0.5, np.array([0.0, 1.0, 3.0])), Sample((_A, 0.5, 2.0), {"axis": (1, 0)})])
def gradient_with_spacings(f, first, second, third=None, *, axis=None, edge_order=1):
    """The differences along several axes, of which each has its own spacing"""
    axes = range(np.ndim(f)) if axis is None else axis
    spacings = (first, second) if third is None else (first, second, third)
    return tuple([np.gradient(f, h, axis=k, edge_order=edge_order) for h, k in zip(spacings, axes)])


@program(
    np.median,
    at=[
        _X,
        _A,
        Sample((_A,), {"axis": 0}),
        Sample((_A,), {"axis": 1, "keepdims": True}),
        Sample((_A,), {"axis": (0, 1)}),
    ],
)
def median(a, axis=None, *, keepdims=False):
    """The middle of the sorted items, or the mean of the two in the middle"""
    rows = sorted_along(a, axis)
    count = np.shape(rows)[0]
    middle = (rows[(count - 1) // 2] + rows[count // 2]) / 2.0
    if not keepdims:
        return middle
    return np.reshape(middle, (1,) * np.ndim(a)) if axis is None else np.expand_dims(middle, axis)


def sorted_along(a, axis):
    """The items in their order along the first axis; those along several axes count as one row."""
    if axis is None:
        return np.sort(np.reshape(a, -1))
    if isinstance(axis, tuple):
        first = np.moveaxis(a, axis, tuple(range(len(axis))))
        return np.sort(np.reshape(first, (-1,) + np.shape(first)[len(axis) :]), axis=0)
    return np.sort(np.moveaxis(a, axis, 0), axis=0)


@program(
    np.quantile,
    at=[
        (_X, 0.3),
        (_A, 0.5),
        Sample((_A, 0.25), {"axis": 1}),
        Sample((_A, [0.25, 0.5]), {"axis": 1, "keepdims": True}),
        Sample((_A, 0.25), {"axis": (0, 1)}),
        Sample((_X, 0.3), {"method": "lower"}),
    ],
)
def quantile(a, q, axis=None, *, method="linear", keepdims=False):
    """Between the two nearest of the sorted items, linearly"""
    if method not in ("linear", "lower", "higher", "midpoint"):
        raise NotImplementedError(
            "quantiles have derivatives for the methods linear, lower, higher and midpoint"
        )
    rows = sorted_along(a, axis)
    place = np.multiply(q, np.shape(rows)[0] - 1)
    low = np.asarray(np.floor(place), int)
    high = np.asarray(np.ceil(place), int)
    if method == "lower":
        found = rows[low]
    elif method == "higher":
        found = rows[high]
    elif method == "midpoint":
        found = (rows[low] + rows[high]) / 2.0
    else:
        part, first, second = place - low, rows[low], rows[high]
        if np.ndim(q) > 0:
            part = np.reshape(part, np.shape(q) + (1,) * (np.ndim(rows) - 1))
        width = second - first
        found = np.where(part >= 0.5, second - width * (1 - part), first + width * part)
    if not keepdims:
        return found
    if axis is None:
        return np.reshape(found, np.shape(q) + (1,) * np.ndim(a))
    if isinstance(axis, tuple):
        return np.expand_dims(found, tuple([k if k < 0 else k + np.ndim(q) for k in axis]))
    return np.expand_dims(found, axis if axis < 0 else axis + np.ndim(q))


@program(np.percentile, at=[(_X, 30.0), Sample((_A, 25.0), {"axis": 1})])
def percentile(a, q, axis=None, *, method="linear", keepdims=False):
    """The quantile at a hundredth"""
    return np.quantile(a, np.true_divide(q, 100.0), axis=axis, method=method, keepdims=keepdims)
