"""Joining and splitting arrays, and making them of numbers, lists and other arrays."""

from typing import Any

import numpy as np

from s2sad.rules.declare import Sample, linear, nondifferentiable, present, program
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.shaping import (
    axis_of_split,
    blocks_of,
    count_of_range,
    ends_of_parts,
    numbers_like,
    parts_of,
    places_of_inserted,
    real_like,
    split_like,
)

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])


@linear(
    *present(np, "array asarray asanyarray ascontiguousarray asarray_chkfinite"),
    at=[[0.3, -1.2], [[0.3, 1.0], [0.5, 2.0]], _X],
    wrt=("object",),
)
def array(out_bar, object, dtype=None, *, copy=True, order="K", ndmin=0):
    """d array([x, y]) = array([dx, dy])"""
    return parts_of(out_bar if ndmin == 0 else np.reshape(out_bar, np.shape(object)), object)


@linear(np.require, at=[_X, (_X, float), (_X, None, "C")], wrt=("a",))
def require(out_bar, a, dtype=None, requirements=None):
    """d require(a) = da"""
    return parts_of(out_bar, a)


@linear(np.concatenate, *present(np, "concat"), at=[([_X, _X[:2]],), Sample(([_A, _A[:, :1]],), {"axis": 1})])
def concatenate(out_bar, arrays, axis=0):
    """d concatenate(a, b) = concatenate(da, db)"""
    return split_like(out_bar, arrays, axis)


@linear(np.block, at=[([[_A, _A], [_A, _A]],), ([_X, 0.5],)])
def block(out_bar, arrays):
    """d block(a, b) = block(da, db)"""
    return blocks_of(out_bar, arrays)


@linear(
    split_like,
    at=[(_X, [_X[:3], _X[3:]], 0), (_A, [_A[:, :1], _A[:, 1:]], 1)],
    wrt=("amount",),
    flat=("arrays",),
)
def split_like_(out_bar, amount, arrays, axis):
    """The transpose of the transpose of `np.concatenate`"""
    return np.concatenate(out_bar, axis=axis)


@linear(numbers_like, at=[(_X, _X), (_X, 0.3j * _X), (0.5, 0.3)], wrt=("amount",), flat=("value",))
def numbers_like_(out_bar, amount, value):
    """d of the amount, in its real part or whole"""
    return numbers_like(out_bar, amount)


@linear(real_like, at=[(_X, _X), (0.5 + 0.3j * _X, _X), (0.5, 0.3)], wrt=("amount",), flat=("value",))
def real_like_(out_bar, amount, value):
    """d real(a) = real(da)"""
    return out_bar


@linear(parts_of, at=[(_X, [0.3, -1.2, 2.0, 0.7]), (_A, [_A[0], _A[1]])], wrt=("amount",), flat=("value",))
def parts_of_(out_bar, amount, value):
    """The transpose of the transpose of `np.array`"""
    return np.array(out_bar)


@linear(blocks_of, at=[(_A, [[_A[:, :1], _A[:, 1:]]])], wrt=("amount",), flat=("arrays",))
def blocks_of_(out_bar, amount, arrays):
    """The transpose of the transpose of `np.block`"""
    return np.block(out_bar)


@program(np.stack, at=[([_X, 2.0 * _X],), Sample(([_A, _A],), {"axis": -1})])
def stack(arrays, axis=0):
    """Arrays of one shape, along a new axis"""
    return np.concatenate([np.expand_dims(a, axis) for a in arrays], axis=axis)


@program(np.vstack, *present(np, "row_stack"), at=[([_X, _X],), ([_A, _A[:1]],)])
def vstack(tup):
    """Rows below each other"""
    return np.concatenate([np.atleast_2d(a) for a in tup], axis=0)


@program(np.hstack, at=[([_X, _X],), ([_A, _A],)])
def hstack(tup):
    """Arrays side by side"""
    parts = [np.atleast_1d(a) for a in tup]
    return np.concatenate(parts, axis=0 if np.ndim(parts[0]) == 1 else 1)


@program(np.dstack, at=[([_X, _X],), ([_A, _A],)])
def dstack(tup):
    """Arrays behind each other"""
    return np.concatenate([np.atleast_3d(a) for a in tup], axis=2)


@program(np.column_stack, at=[([_X, _X],), ([_A, _A],)])
def column_stack(tup):
    """Vectors as columns"""
    return np.concatenate([np.reshape(a, (-1, 1)) if np.ndim(a) < 2 else np.asarray(a) for a in tup], axis=1)


@program(np.append, at=[(_X, 0.5), (_X, _X), Sample((_A, _A), {"axis": 0})])
def append(arr, values, axis=None):
    """An array with others behind it"""
    if axis is None:
        return np.concatenate([np.ravel(arr), np.ravel(values)])
    return np.concatenate([arr, values], axis=axis)


@program(np.split, at=[(_X, 2), (_X, [1, 3]), Sample((_A, 3), {"axis": 1})])
def split(ary, indices_or_sections, axis=0):
    """The parts of an array along an axis"""
    rows = np.moveaxis(ary, axis, 0)
    ends = ends_of_parts(len(rows), indices_or_sections, True)
    return [np.moveaxis(rows[ends[i] : ends[i + 1]], 0, axis) for i in range(len(ends) - 1)]


@program(np.array_split, at=[(_X, 3), (_X, [1, 3]), Sample((_A, 2), {"axis": 1})])
def array_split(ary, indices_or_sections, axis=0):
    """The parts of an array along an axis, the first ones longer by one"""
    rows = np.moveaxis(ary, axis, 0)
    ends = ends_of_parts(len(rows), indices_or_sections, False)
    return [np.moveaxis(rows[ends[i] : ends[i + 1]], 0, axis) for i in range(len(ends) - 1)]


@program(np.vsplit, at=[(_A, 2)])
def vsplit(ary, indices_or_sections):
    """The parts of an array along its first axis"""
    return np.split(ary, indices_or_sections, axis_of_split("vsplit", np.ndim(ary)))


@program(np.hsplit, at=[(_A, 3)])
def hsplit(ary, indices_or_sections):
    """The parts of an array along its second axis"""
    return np.split(ary, indices_or_sections, axis_of_split("hsplit", np.ndim(ary)))


@program(np.dsplit, at=[(np.reshape(_A, (1, 2, 3)), 3)])
def dsplit(ary, indices_or_sections):
    """The parts of an array along its third axis"""
    return np.split(ary, indices_or_sections, axis_of_split("dsplit", np.ndim(ary)))


PLACES = nondifferentiable("other", ends_of_parts, axis_of_split, places_of_inserted)


@program(np.delete, at=[(_X, 1), (_A, 0, 0)])
def delete(arr, obj, axis=None):
    """An array without some of its items"""
    rows = np.reshape(arr, -1) if axis is None else np.moveaxis(arr, axis, 0)
    kept = rows[np.delete(np.arange(len(rows)), obj)]
    return kept if axis is None else np.moveaxis(kept, 0, axis)


@program(
    np.insert,
    at=[
        (_X, 1, 0.5),
        (_X, [3, 1], [0.5, 0.2]),
        (_X, 2, _X[:2]),
        (_A, [1], _A[:, :1], 1),
        (_A, 1, _A[:, 0], 1),
    ],
)
def insert(arr, obj, values, axis=None):
    """An array with others between its items"""
    rows = np.reshape(arr, -1) if axis is None else np.moveaxis(arr, axis, 0)
    if axis is not None and np.ndim(obj) > 0 and np.ndim(values) > 0:
        values = np.moveaxis(
            np.reshape(values, (1,) * (np.ndim(arr) - np.ndim(values)) + np.shape(values)), axis, 0
        )
    count = len(values) if np.ndim(values) == np.ndim(rows) else 1
    kept, added = places_of_inserted(len(rows), obj, count)
    result = np.zeros((len(kept) + len(added),) + np.shape(rows)[1:], np.asarray(arr).dtype)
    result[added] = values
    result[kept] = rows
    return result if axis is None else np.moveaxis(result, 0, axis)


@program(np.full, at=[(3, 0.5), ((2, 2), 0.3)])
def full(shape, fill_value, dtype=None, order="C"):
    """An array with the same number everywhere"""
    if dtype is not None:
        return np.broadcast_to(fill_value, shape).astype(dtype)
    return np.broadcast_to(fill_value, shape) + 0.0


@linear(np.full, at=[(3, 0.5), ((2, 3), _X[:3])], wrt=("fill_value",))
def full_of_numbers(out_bar, shape, fill_value):
    """d full(a) = full(da)"""
    return unbroadcast(out_bar, fill_value)


@program(np.full_like, at=[(_X, 0.5)])
def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    """An array of another one's shape with the same number everywhere"""
    result = np.zeros_like(a) if dtype is None and shape is None else np.zeros_like(a, dtype, shape=shape)
    result[...] = fill_value
    return result


@program(
    np.linspace,
    at=[
        (0.3, 1.2, 4),
        Sample((0.3, 1.2, 4), {"endpoint": False}),
        Sample((0.3, 1.2, 4), {"retstep": True}),
        Sample((_X, 2.0, 3), {"axis": 1}),
    ],
)
def linspace(start, stop, num=50, endpoint=True, retstep=False, *, axis=0):
    """Numbers at even distances"""
    count = max(num - 1 if endpoint else num, 1)
    steps = np.arange(num) / count
    if np.ndim(start) != np.ndim(stop):
        start, stop = np.broadcast_arrays(start, stop)
    found = np.multiply.outer(1.0 - steps, start) + np.multiply.outer(steps, stop)
    if axis != 0:
        found = np.moveaxis(found, 0, axis)
    return (found, (stop - start) / count) if retstep else found


@program(np.logspace, at=[(0.3, 1.2, 4)])
def logspace(start, stop, num=50, endpoint=True, base=10.0):
    """Powers at even distances"""
    return base ** np.linspace(start, stop, num, endpoint=endpoint)


@program(np.geomspace, at=[(0.3, 1.2, 4)])
def geomspace(start, stop, num=50, endpoint=True):
    """Numbers at even ratios"""
    return np.exp(np.linspace(np.log(start), np.log(stop), num, endpoint=endpoint))


@program(np.arange, at=[(0.5, 2.5, 0.5)])
def arange(start, stop=None, step=1):
    """Numbers from a start in steps; how many there are is constant"""
    if stop is None:
        return np.arange(0, start)
    return start + step * np.arange(count_of_range(start, stop, step))


COUNT = nondifferentiable("number", count_of_range)


@program(np.ix_, at=[(_X, _X[:3])])
def ix_(*args):
    """The coordinates of a grid, each along its own axis"""
    return tuple([np.reshape(x, (1,) * i + (-1,) + (1,) * (len(args) - 1 - i)) for i, x in enumerate(args)])


@program(*present(np, "unstack"), at=[_A, Sample((_A,), {"axis": 1})])
def unstack(x, *, axis=0):
    """The parts along an axis"""
    return tuple(np.moveaxis(x, axis, 0))


def _of_places(i, j, factor=2.0):
    return factor * i * j


@program(np.fromfunction, at=[Sample((_of_places, (2, 3)), {"factor": 0.3}), (_of_places, (1, 2))])
def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    """The function at the indices"""
    return function(*np.indices(shape, dtype), **kwargs)


@program(np.fromiter, at=[([0.3, 0.7], float), ([0.3, 0.7, 2.0], float, 2)])
def fromiter(iter, dtype, count=-1):
    """The items of an iterator"""
    items = list(iter)
    return np.array(items if count < 0 else items[:count], dtype=dtype)


@program(np.resize, at=[(_X, 7), (_X, (2, 3)), (_A, (2, 2))])
def resize(a, new_shape):
    """The items one after the other, repeated as often as needed"""
    items = np.reshape(a, -1)
    return np.reshape(items[np.arange(int(np.prod(new_shape))) % len(items)], new_shape)


@program(np.meshgrid, at=[_X, (_X, _X[:3], 0.5, _X[1:])])
def meshgrid(*xi, indexing="xy", copy=True, sparse=False):
    """The coordinates of a grid"""
    arrays = [np.reshape(x, (1,) * i + (-1,) + (1,) * (len(xi) - 1 - i)) for i, x in enumerate(xi)]
    lengths = [np.size(x) for x in xi]
    if indexing == "xy" and len(xi) > 1:
        arrays = [np.swapaxes(a, 0, 1) for a in arrays]
        lengths = [lengths[1], lengths[0], *lengths[2:]]
    if sparse:
        return arrays
    shape = tuple(lengths)
    return [np.copy(np.broadcast_to(a, shape)) for a in arrays]


_GRIDS: Any = ({}, {"indexing": "ij"}, {"sparse": True}, {"indexing": "ij", "sparse": True})


@program(np.meshgrid, at=[Sample((_X, _X[:3]), named) for named in _GRIDS])
def grid_of_two(x, y, *, indexing="xy", copy=True, sparse=False):
    """The coordinates of a grid in the plane"""
    n, m = np.size(x), np.size(y)
    if indexing == "xy":
        x, y, shape = np.reshape(x, (1, -1)), np.reshape(y, (-1, 1)), (m, n)
    else:
        x, y, shape = np.reshape(x, (-1, 1)), np.reshape(y, (1, -1)), (n, m)
    if sparse:
        return [x, y]
    return [np.copy(np.broadcast_to(x, shape)), np.copy(np.broadcast_to(y, shape))]


@program(np.meshgrid, at=[Sample((_X, _X[:3], _X[1:]), named) for named in _GRIDS])
def grid_of_three(x, y, z, *, indexing="xy", copy=True, sparse=False):
    """The coordinates of a grid in space"""
    n, m = np.size(x), np.size(y)
    if indexing == "xy":
        x, y, shape = np.reshape(x, (1, -1, 1)), np.reshape(y, (-1, 1, 1)), (m, n, np.size(z))
    else:
        x, y, shape = np.reshape(x, (-1, 1, 1)), np.reshape(y, (1, -1, 1)), (n, m, np.size(z))
    z = np.reshape(z, (1, 1, -1))
    if sparse:
        return [x, y, z]
    x, y, z = np.broadcast_to(x, shape), np.broadcast_to(y, shape), np.broadcast_to(z, shape)
    return [np.copy(x), np.copy(y), np.copy(z)]


@program(np.broadcast_arrays, at=[(_X, 0.5)])
def broadcast_arrays(*args):
    """Arrays in their common shape"""
    shape = np.broadcast_shapes(*[np.shape(a) for a in args])
    return [np.broadcast_to(a, shape) for a in args]
