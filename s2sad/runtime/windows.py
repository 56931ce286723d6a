"""Adjoints of views in which an element of an array may stand several times."""

import math
from typing import Any

import numpy as np

from s2sad.runtime.refusals import RefusedValue


def unwindowed(windows: np.ndarray, shape: tuple[int, ...], window_shape: Any, axis: Any) -> np.ndarray:
    """The adjoint of `sliding_window_view`: the adjoints of all the windows that an element is in are added."""
    window = (window_shape,) if np.ndim(window_shape) == 0 else tuple(window_shape)
    axes = range(len(shape)) if axis is None else (axis,) if np.ndim(axis) == 0 else tuple(axis)
    result = np.zeros(shape, windows.dtype)
    for offset in np.ndindex(*window):
        first = [0] * len(shape)
        for place, step in zip(axes, offset):
            first[place] += step
        part = tuple(slice(low, low + n) for low, n in zip(first, windows.shape))
        result[part] += windows[(..., *offset)]
    return result


def unstrided(
    windows: np.ndarray, shape: tuple[int, ...], before: tuple[int, ...], itemsize: int, strides: Any
) -> np.ndarray:
    """The adjoint of `as_strided(x, strides=strides)`: the adjoints of all the copies of an element are added.

    `shape`, `before` and `itemsize` are those of x. Raises ValueError if x isn't contiguous: its elements are found by
    where they are in memory.
    """
    numbers = np.arange(math.prod(shape))
    if before != tuple(step // numbers.itemsize * itemsize for step in numbers.reshape(shape).strides):
        raise RefusedValue("as_strided is differentiated of contiguous arrays: pass np.ascontiguousarray(x)")
    steps = None if strides is None else tuple(step // itemsize * numbers.itemsize for step in strides)
    places = np.lib.stride_tricks.as_strided(numbers, windows.shape, steps)
    result = np.zeros(math.prod(shape), windows.dtype)
    np.add.at(result, places, windows)
    return result.reshape(shape)
