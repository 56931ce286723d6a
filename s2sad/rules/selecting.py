"""Choosing items of arrays: by conditions, by indices, by order, between points."""

import numpy as np

from s2sad.rules.declare import Sample, adjoint, linear, nondifferentiable, program
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.shaping import add_along_axis, places_of_unique
from s2sad.runtime.straight_pieces import straight_pieces

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])


@linear(
    np.where,
    at=[(_X > 0, _X, 2.0 * _X), (_A > 0, _A, 0.5), (_X > 0, 0.0, _X)],
    wrt=("x", "y"),
    flat=("condition",),
)
def where(out_bar, condition, x, y):
    """d where(c, x, y) = where(c, dx, dy)"""
    return unbroadcast(np.where(condition, out_bar, 0), x), unbroadcast(np.where(condition, 0, out_bar), y)


@program(np.select, at=[([_X > 1, _X > 0], [_X, 2.0 * _X], 0.5)])
def select(condlist, choicelist, default=0):
    """The first choice whose condition holds"""
    result = default
    for i in range(len(condlist) - 1, -1, -1):
        result = np.where(condlist[i], choicelist[i], result)
    return result


@program(np.choose, at=[(np.array([0, 1, 0, 1]), [_X, 2.0 * _X])])
def choose(a, choices):
    """The choice with the number that stands in a"""
    a = np.asarray(a)
    result = choices[0]
    for i in range(1, len(choices)):
        result = np.where(a == i, choices[i], result)
    return result


@program(np.clip, np.ndarray.clip, at=[(_X, -1.0, 1.0), (_X, None, 1.0), (_X, _X - 1.0, _X + 1.0)])
def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    """`minimum(maximum(a, low), high)`: half each at a bound"""
    low = min if a_min is None else a_min
    high = max if a_max is None else a_max
    if low is not None:
        a = np.maximum(a, low)
    return a if high is None else np.minimum(a, high)


@program(
    np.take,
    np.ndarray.take,
    at=[
        (_X, np.array([0, 0, 2])),
        Sample((_A, 1), {"axis": 1}),
        Sample((_X, [-1, 7]), {"mode": "clip"}),
        Sample((_A, [-1, 7], 1), {"mode": "wrap"}),
    ],
)
def take(a, indices, axis=None, *, mode="raise"):
    """`a[indices]` along an axis"""
    if mode != "raise":
        length = np.size(a) if axis is None else np.shape(a)[axis]
        indices = np.mod(indices, length) if mode == "wrap" else np.clip(indices, 0, length - 1)
    if axis is None:
        return np.reshape(a, -1)[indices]
    if axis < 0:
        axis = axis + np.ndim(a)
    return a[(slice(None),) * axis + (indices,)]


@linear(
    np.take_along_axis,
    at=[
        (_A, np.argsort(_A, axis=1), 1),
        (_X, np.argsort(_X), None),
        (_A, np.array([[2, 0]]), 1),
        (_A[:1], np.array([[2, 0], [1, 1]]), 1),
    ],
    wrt=("arr",),
)
def take_along_axis(out_bar, arr, indices, axis=-1):
    """Each adjoint is added where its item was taken"""
    return add_along_axis(out_bar, np.shape(arr), indices, axis)


@linear(add_along_axis, at=[(_A, (2, 3), np.argsort(_A, axis=1), 1)], wrt=("taken",))
def add_along_axis_rule(out_bar, taken, shape, indices, axis):
    """d add(a) = add(da)"""
    return np.take_along_axis(out_bar, indices, axis)


@program(np.ndarray.compress, at=[(_X, _X > 0)])
def compress_method(a, condition, axis=None):
    """The items for which a condition holds"""
    return np.compress(condition, a, axis)


@program(np.unique, at=[np.array([2.0, 0.3, 2.0, 0.7])])
def unique(ar, return_index=False, return_inverse=False, return_counts=False):
    """The items in the order of their values, without those that are equal to another one"""
    places, inverse, counts = places_of_unique(ar)
    found = np.reshape(ar, -1)[places]
    others = (places,) if return_index else ()
    if return_inverse:
        others = others + (inverse,)
    if return_counts:
        others = others + (counts,)
    return (found,) + others if others else found


PLACES = nondifferentiable("other", places_of_unique)


@program(np.compress, at=[(_X > 0, _X)])
def compress(condition, a, axis=None):
    """The items for which a condition holds"""
    rows = np.reshape(a, -1) if axis is None else np.moveaxis(a, axis, 0)
    rows = rows[np.flatnonzero(condition)]
    return rows if axis is None else np.moveaxis(rows, 0, axis)


@program(np.extract, at=[(_X > 0, _X)])
def extract(condition, arr):
    """The items for which a condition holds"""
    return np.reshape(arr, -1)[np.flatnonzero(condition)]


@program(np.sort, at=[_X, _A, (_A, 0), Sample((_A,), {"axis": None})])
def sort(a, axis=-1, kind=None, *, stable=None):
    """The items in the order of their values; equals keep their order"""
    a = np.asarray(a)
    if axis is None:
        return np.reshape(a, -1)[np.argsort(a, axis=None, kind="stable")]
    if np.ndim(a) == 1:
        return a[np.argsort(a, kind="stable")]
    return np.take_along_axis(a, np.argsort(a, axis=axis, kind="stable"), axis)


@program(np.partition, at=[(_X, 2)])
def partition(a, kth, axis=-1):
    """The items with the smaller ones in front"""
    return np.take_along_axis(a, np.argpartition(a, kth, axis=axis), axis)


@program(np.bincount, at=[Sample((np.array([0, 2, 0, 1]),), {"weights": _X})])
def bincount(x, weights=None, minlength=0):
    """The sums of the weights of each number"""
    count = max(int(np.max(x)) + 1 if len(x) else 0, minlength)
    result = np.zeros(count)
    np.add.at(result, x, weights)
    return result


@program(
    np.histogram_bin_edges,
    at=[(_X, 3), _X, Sample((_X,), {"range": (-1.0, 3.0)}), (_X, np.array([-2.0, 0.5, 3.0]))],
)
def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The borders of bins of one width, between the least and the greatest item or the ends of a range"""
    return np.histogram(a, bins, range)[1]


@program(
    np.histogram,
    at=[
        Sample((_X, 3), {"weights": _X}),
        Sample((np.array([0.1, 0.9, 0.4, 0.5]), 2), {"weights": _X, "density": True}),
        Sample((_A, np.array([-2.0, 0.5, 3.0])), {"weights": _A}),
        Sample((_X, 4), {"range": (-1.0, 1.0), "weights": _X}),
    ],
)
def histogram(a, bins=10, range=None, density=None, weights=None):
    """The sums of the weights of the items in each bin, of which the last one has both of its borders"""
    if isinstance(bins, str):
        raise NotImplementedError("histograms have derivatives for a number of bins, or their borders")
    if np.ndim(bins) > 0:
        edges = np.asarray(bins)
    else:
        first, last = (np.min(a), np.max(a)) if range is None else range
        if first == last:
            first, last = first - 0.5, last + 0.5
        edges = np.linspace(first, last, bins + 1)
    items = np.reshape(a, -1)
    count = len(edges) - 1
    inside = np.flatnonzero((items >= edges[0]) & (items <= edges[count]))
    places = np.minimum(np.searchsorted(edges, items[inside], side="right") - 1, count - 1)
    if weights is None:
        found = np.bincount(places, minlength=count)
    else:
        found = np.zeros(count)
        np.add.at(found, places, np.reshape(weights, -1)[inside])
    if density:
        found = found / np.diff(edges) / np.sum(found)
    return found, edges


def interp_tangent(x_dot, xp_dot, fp_dot, x, xp, fp, left=None, right=None, *, out):
    (place, following), part, slope, inside, ends = straight_pieces(x, xp, fp, left, right)
    by_xp = -slope * (xp_dot[place] * (1.0 - part) + xp_dot[following] * part)
    by_fp = fp_dot[place] * (1.0 - part) + fp_dot[following] * part
    outside = fp_dot[0] * ends[0] + fp_dot[-1] * ends[1]
    return inside * slope * x_dot, inside * by_xp, inside * by_fp + outside


@adjoint(
    np.interp,
    tangent=interp_tangent,
    at=[
        (0.5, np.array([0.0, 1.0, 3.0]), np.array([0.3, 2.0, 0.7])),
        (_X, np.array([-1.0, 0.5, 1.5]), np.array([0.3, 2.0, 0.7])),
    ],
)
def interp(out_bar, x, xp, fp, left=None, right=None, *, out):
    """Straight lines between points, constant outside of them"""
    (place, following), part, slope, inside, ends = straight_pieces(x, xp, fp, left, right)
    weight = out_bar * inside
    xp_bar, fp_bar = np.zeros_like(xp), np.zeros_like(fp)
    np.add.at(xp_bar, place, -weight * slope * (1.0 - part))
    np.add.at(xp_bar, following, -weight * slope * part)
    np.add.at(fp_bar, place, weight * (1.0 - part))
    np.add.at(fp_bar, following, weight * part)
    fp_bar[0] += np.sum(out_bar * ends[0])
    fp_bar[-1] += np.sum(out_bar * ends[1])
    return weight * slope, xp_bar, fp_bar


@program(
    np.interp,
    at=[Sample((_X, np.array([0.0, 0.4, 1.1]), np.array([0.3, 2.0, 0.7])), {"period": 1.5})],
)
def interp_around(x, xp, fp, left=None, right=None, *, period):
    """Straight lines between points that come again after a period"""
    if period is None:
        return np.interp(x, xp, fp, left, right)
    period = abs(period)
    places, values = np.asarray(xp) % period, np.asarray(fp)
    order = np.argsort(places)
    places, values = places[order], values[order]
    places = np.concatenate([places[-1:] - period, places, places[:1] + period])
    return np.interp(np.asarray(x) % period, places, np.concatenate([values[-1:], values, values[:1]]))


@program(
    np.piecewise,
    at=[
        (_X, [_X < 0, _X > 1], [np.square, np.negative, 0.5]),
        (_X, [_X < 0, _X > 1], [2.0, np.negative]),
        (0.7, [False, True], [np.negative, np.square]),
    ],
)
def piecewise(x, condlist, funclist):
    """Each function where its condition holds, the one after them elsewhere"""
    x = np.asarray(x)
    result = np.zeros_like(x)
    if len(funclist) > len(condlist):
        rest = np.ones(np.shape(x), bool)
        for condition in condlist:
            rest = rest & np.logical_not(condition)
        last = funclist[-1]
        result[rest] = last(x[rest]) if callable(last) else last
    for condition, function in zip(condlist, funclist):
        result[condition] = function(x[condition]) if callable(function) else function
    return result
