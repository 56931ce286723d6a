"""What derivatives of shape manipulation and joining need."""

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from s2sad.runtime.broadcasting import unbroadcast, unbroadcast_to
from s2sad.runtime.refusals import NoDerivative


def array_without_gradient(value: Any) -> np.ndarray:
    """A copy of an array, of which no derivative is taken; emitted code says `np.copy`."""
    return np.copy(value)


def order_in_memory(a: np.ndarray, order: str) -> str:
    """The order, by rows or by columns, that `order="K"` or "A" stands for."""
    flags = np.asarray(a).flags
    if order == "K" and not flags.c_contiguous and not flags.f_contiguous:
        raise NoDerivative(
            "order='K' of an array that lies in memory in parts is not differentiated: use order='C'"
        )
    return "F" if flags.f_contiguous and not flags.c_contiguous else "C"


def inverse_order(axes: Sequence[int]) -> tuple[int, ...]:
    """The order of axes that `np.transpose` needs to undo the given one, which may count from the end."""
    order = list(axes)
    for place, axis in enumerate(axes):
        order[axis] = place
    return tuple(order)


def undiagonal(out_bar: np.ndarray, shape: tuple, offset: int, axis1: int, axis2: int) -> np.ndarray:
    """The adjoint of `np.diagonal`: on the diagonal, and zero elsewhere."""
    result = np.zeros(shape, np.asarray(out_bar).dtype)
    rows = np.moveaxis(result, (axis1, axis2), (-2, -1))
    places = np.arange(np.shape(out_bar)[-1])
    rows[..., places + max(-offset, 0), places + max(offset, 0)] = out_bar
    return result


def unrepeat(out_bar: np.ndarray, shape: tuple, repeats: Any, axis: int | None) -> np.ndarray:
    """The adjoint of `np.repeat`: the adjoints of the copies of an item are added."""
    length = int(np.prod(shape)) if axis is None else shape[axis]
    place = np.repeat(np.arange(length), repeats)
    rows = out_bar if axis is None else np.moveaxis(out_bar, axis, 0)
    result = np.zeros((length, *rows.shape[1:]), rows.dtype)
    np.add.at(result, place, rows)
    return result.reshape(shape) if axis is None else np.moveaxis(result, 0, axis)


def places_of_unique(array: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What `np.unique` tells of an array beside its items: where they are, which one each is, and how often."""
    return np.unique(array, return_index=True, return_inverse=True, return_counts=True)[1:]


def add_along_axis(taken: np.ndarray, shape: tuple, indices: np.ndarray, axis: int | None) -> np.ndarray:
    """The adjoint of `np.take_along_axis`: the adjoints of an item that was taken several times are added."""
    places = np.take_along_axis(np.arange(math.prod(shape)).reshape(shape), indices, axis)
    result = np.zeros(math.prod(shape), taken.dtype)
    np.add.at(result, places, taken)
    return result.reshape(shape)


def untile(out_bar: np.ndarray, shape: tuple, reps: Any) -> np.ndarray:
    """The adjoint of `np.tile`: the adjoints of the copies are added."""
    reps = (reps,) if np.ndim(reps) == 0 else tuple(reps)
    length = max(len(reps), len(shape))
    reps = (1,) * (length - len(reps)) + reps
    full = (1,) * (length - len(shape)) + tuple(shape)
    parts = out_bar.reshape([n for pair in zip(reps, full) for n in pair])
    return parts.sum(axis=tuple(range(0, 2 * length, 2))).reshape(shape)


def inside(padded: np.ndarray, shape: tuple[int, ...], pad_width: Any) -> np.ndarray:
    """The array of a shape that `np.pad` has put a border around."""
    widths = np.broadcast_to(pad_width, (len(shape), 2))
    return padded[tuple(slice(low, low + n) for (low, _), n in zip(widths, shape))]


def unbordered(padded: np.ndarray, shape: tuple, pad_width: Any, like: tuple) -> np.ndarray:
    """The sums of what stands in the places where `np.pad` has put each of the constants of an array of a shape."""
    numbers = np.arange(2 * len(shape)).reshape(-1, 2)
    places = np.pad(np.full(shape, -1), pad_width, constant_values=numbers)
    outside = places >= 0
    sums = np.zeros(numbers.size, padded.dtype)
    np.add.at(sums, places[outside], padded[outside])
    return unbroadcast_to(sums.reshape(numbers.shape), like)


def rounds_of_places(shape: tuple[int, ...], indices: Any) -> list[tuple[np.ndarray, np.ndarray]]:
    """The places in `a.flat`, of an array of this shape, that an index tells, in rounds in which none comes twice.

    Beside the places of a round stand their numbers in the order in which the index tells them.
    """
    flat = np.ravel(np.reshape(np.arange(math.prod(shape)), shape)[indices])
    rounds, left = [], np.arange(len(flat))
    while len(left):
        _, first = np.unique(flat[left], return_index=True)
        rounds.append((flat[left[first]], left[first]))
        left = np.delete(left, first)
    return rounds


def shape_of_part(shape: tuple[int, ...], indices: Any) -> tuple[int, ...]:
    """The shape of what an index takes of an array of this shape."""
    return np.shape(np.broadcast_to(0.0, shape)[indices])


def places_in_flat(shape: tuple[int, ...], index: Any) -> tuple[np.ndarray, ...]:
    """The index of an array of a shape that takes what `array.flat[index]` does, also where it isn't in one piece."""
    return np.unravel_index(np.arange(math.prod(shape))[index], shape)


def place_in_flat(shape: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The same for a single place."""
    return tuple(map(int, places_in_flat(shape, index)))


def places_along(shape: tuple[int, ...], indices: np.ndarray, axis: int) -> tuple[np.ndarray, ...]:
    """The index of an array of a shape that takes what `np.take_along_axis` does."""
    grid: list[np.ndarray] = list(np.indices(indices.shape, sparse=True))
    grid = [np.zeros_like(each) if length == 1 else each for each, length in zip(grid, shape)]
    grid[axis] = indices
    return tuple(grid)


def places_of_inserted(length: int, obj: Any, count: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Where the items of an array are after `np.insert`, and where those are that it has put between them, in their order.

    `count` items are put at a single place, and one at each of several.
    """
    places = np.arange(length)[obj] if isinstance(obj, slice) else np.asarray(obj)
    places = np.flatnonzero(places) if places.dtype == bool else places
    added = np.insert(np.full(length, -1), places, np.arange(count if places.size == 1 else places.size))
    order = np.argsort(added, kind="stable")
    return order[:length], order[length:]


def count_of_range(start: float, stop: float, step: float) -> int:
    """How many numbers `np.arange` gives."""
    return len(np.arange(start, stop, step))


def ends_of_parts(length: int, sections: Any, equal: bool) -> list[int]:
    """Where the parts end that `np.split` (`equal`) or `np.array_split` makes of so many rows; it raises what they raise."""
    if np.ndim(sections):
        return [0, *sections, length]
    parts = (np.split if equal else np.array_split)(np.broadcast_to(0.0, length), sections)
    return [0, *itertools.accumulate(map(len, parts))]


def axis_of_split(name: str, ndim: int) -> int:
    """The axis along which `np.hsplit`, `np.vsplit` or `np.dsplit` split an array."""
    axis, least = {"hsplit": (min(ndim - 1, 1), 1), "vsplit": (0, 2), "dsplit": (2, 3)}[name]
    if ndim < least:
        raise ValueError(f"{name} only works on arrays of {least} or more dimensions")
    return axis


def split_like(amount: np.ndarray, arrays: Any, axis: int | None) -> list:
    """The adjoint of `np.concatenate`: the parts of an adjoint that belong to each array."""
    if axis is None:
        sizes = np.cumsum([np.size(array) for array in arrays])[:-1]
        parts = np.split(amount, sizes)
        return [real_like(part.reshape(np.shape(array)), array) for part, array in zip(parts, arrays)]
    parts = np.split(amount, np.cumsum([np.shape(array)[axis] for array in arrays])[:-1], axis=axis)
    return [real_like(part, array) for part, array in zip(parts, arrays)]


def real_like(amount: Any, value: Any) -> Any:
    """The adjoint of a value that becomes a part of a complex array: that of a real one is real."""
    return amount.real if np.iscomplexobj(amount) and not np.iscomplexobj(value) else amount


def numbers_like(amount: Any, value: Any) -> Any:
    """An adjoint of real numbers, or of complex ones, as those of its primal are."""
    if not isinstance(amount, (np.ndarray, np.generic, float, complex)):
        return amount
    if isinstance(amount, np.ndarray) and np.iscomplexobj(value) and not np.iscomplexobj(amount):
        return amount.astype(np.result_type(amount, np.complex64))
    return real_like(amount, value)


def parts_of(amount: Any, value: Any) -> Any:
    """The adjoint of `np.array(value)` in the structure of the value: lists of adjoints of numbers and arrays."""
    if isinstance(value, (list, tuple)):
        if isinstance(amount, np.ndarray) and not amount.flags.writeable:
            amount = amount.copy()  # the parts are added to in place
        return [parts_of(amount[i], item) for i, item in enumerate(value)]
    return real_like(amount if np.shape(amount) == np.shape(value) else unbroadcast(amount, value), value)


def blocks_of(amount: np.ndarray, arrays: Any) -> Any:
    """The adjoint of `np.block`: the parts of an adjoint, in nested lists."""
    if not isinstance(arrays, list):
        return real_like(amount.reshape(np.shape(arrays)), arrays)
    depth = _depth(arrays)
    sizes = [_extent(array, depth) for array in arrays]
    ends = np.cumsum(sizes)[:-1]
    return [blocks_of(part, array) for part, array in zip(np.split(amount, ends, axis=-depth), arrays)]


def _depth(arrays: Any) -> int:
    return 1 + _depth(arrays[0]) if isinstance(arrays, list) else 0


def _extent(array: Any, depth: int) -> int:
    return (
        np.shape(np.block(array) if isinstance(array, list) else np.atleast_1d(array))[-depth]
        if np.ndim(np.block(array)) >= depth
        else 1
    )
