"""Functions and methods that write to an array, as the assignment that they are."""

import numpy as np

from s2sad.rules.declare import nondifferentiable, program
from s2sad.runtime.shaping import (
    place_in_flat,
    places_along,
    places_in_flat,
    rounds_of_places,
    shape_of_part,
)

_A = np.array([0.3, -1.2, 2.0])
PLACES = nondifferentiable(
    "other", place_in_flat, places_along, places_in_flat, rounds_of_places, shape_of_part
)


@program(np.ndarray.fill, at=[])
def fill(a, value):
    """`a[...] = value`"""
    a[...] = value


@program(np.copyto, at=[])
def copyto(dst, src, casting="same_kind", where=True):
    """`dst[...] = src`, where a mask says so"""
    if where is True:
        dst[...] = src
    else:
        dst[...] = np.where(where, src, dst)


@program(np.ndarray.sort, at=[])
def sort(a, axis=-1, kind=None):
    """`a[...] = np.sort(a)`"""
    a[...] = np.sort(a, axis)


@program(np.ndarray.partition, at=[])
def partition(a, kth, axis=-1, kind="introselect"):
    """`a[...] = np.partition(a)`"""
    a[...] = np.partition(a, kth, axis)


@program(np.place, at=[])
def place(arr, mask, vals):
    """`arr[mask] = vals`, whose items are repeated"""
    if np.size(vals) > 0:
        arr[np.asarray(mask, dtype=bool)] = np.resize(vals, np.count_nonzero(mask))


@program(np.put, np.ndarray.put, at=[])
def put(a, ind, v, mode="raise"):
    """`a.flat[ind] = v`, whose items are repeated"""
    if mode == "wrap":
        ind = np.mod(ind, a.size)
    if mode == "clip":
        ind = np.clip(ind, 0, a.size - 1)
    if np.ndim(v) == 0:
        a[places_in_flat(a.shape, ind)] = v
    elif np.size(v) > 0:
        a[places_in_flat(a.shape, ind)] = np.resize(v, np.shape(ind))


@program(np.put_along_axis, at=[])
def put_along_axis(arr, indices, values, axis):
    """`arr[i, j] = v` where `indices` says one of the two, along an axis"""
    if axis is None:
        arr[places_in_flat(arr.shape, indices)] = values
    else:
        arr[places_along(arr.shape, indices, axis)] = values


@program(np.putmask, at=[])
def putmask(a, mask, values):
    """`a[mask] = values[mask]`, whose items are repeated"""
    a[...] = np.where(mask, values if np.ndim(values) == 0 else np.resize(values, a.shape), a)


@program(np.fill_diagonal, at=[])
def fill_diagonal(a, val, wrap=False):
    """`a[i, i] = val` for all i; the items of an array are repeated"""
    if wrap and np.ndim(a) == 2:
        places = np.arange(0, a.size, a.shape[1] + 1)
        a.reshape(-1)[places] = val if np.ndim(val) == 0 else np.resize(val, len(places))
    else:
        i = np.arange(min(a.shape))
        a[(i,) * np.ndim(a)] = val if np.ndim(val) == 0 else np.resize(val, len(i))


@program(np.multiply.at, at=[])
def multiply_at(a, indices, b):
    """A place that comes several times is multiplied several times"""
    values = np.ravel(np.array(np.broadcast_to(b, shape_of_part(a.shape, indices))))
    for places, chosen in rounds_of_places(a.shape, indices):
        a.flat[places] = np.take(a, places) * values[chosen]


@program(np.divide.at, at=[])
def divide_at(a, indices, b):
    """A place that comes several times is divided several times"""
    values = np.ravel(np.array(np.broadcast_to(b, shape_of_part(a.shape, indices))))
    for places, chosen in rounds_of_places(a.shape, indices):
        a.flat[places] = np.take(a, places) / values[chosen]


@program(np.maximum.at, np.fmax.at, at=[])
def maximum_at(a, indices, b):
    """The largest of what a place has and gets"""
    values = np.ravel(np.array(np.broadcast_to(b, shape_of_part(a.shape, indices))))
    for places, chosen in rounds_of_places(a.shape, indices):
        a.flat[places] = np.maximum(np.take(a, places), values[chosen])


@program(np.minimum.at, np.fmin.at, at=[])
def minimum_at(a, indices, b):
    """The least of what a place has and gets"""
    values = np.ravel(np.array(np.broadcast_to(b, shape_of_part(a.shape, indices))))
    for places, chosen in rounds_of_places(a.shape, indices):
        a.flat[places] = np.minimum(np.take(a, places), values[chosen])
