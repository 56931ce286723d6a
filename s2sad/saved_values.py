"""What a forward sweep has saved, for a reverse sweep that comes later, or more than once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.results import Arrays, is_plain


def separated(saved: Any, outside: list[np.ndarray]) -> Any:
    """What a forward sweep saved, with copies of the arrays that others hold as well, and may write to."""
    if not outside:
        return saved
    others = Arrays(outside)
    return _with_arrays(saved, lambda array: array.copy() if others.share(array) else array)


def copied(saved: Any) -> Any:
    """What a forward sweep saved, for a reverse sweep that writes to it. Views stay views of the same arrays."""
    bases: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    return _with_arrays(saved, lambda array: _copied_view(array, bases))


def _with_arrays(saved: Any, function: Callable) -> Any:
    """Saved values with other arrays, in other lists and dicts."""
    if type(saved) is np.ndarray:
        return function(saved)
    if type(saved) is tuple:
        return tuple([_with_arrays(item, function) for item in saved])
    if type(saved) is list:
        return saved[:] if is_plain(saved) else [_with_arrays(item, function) for item in saved]
    if type(saved) is dict:
        return {key: _with_arrays(item, function) for key, item in saved.items()}
    return saved


def _copied_view(array: np.ndarray, bases: dict[int, tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """The same part of a copy of the memory in which an array lies, in whatever order its items are."""
    base = array
    while type(base.base) is np.ndarray:
        base = base.base
    if base.dtype.hasobject or base.size == 0:
        return array.copy()
    start = _start_of(base)
    if id(base) not in bases:
        reach = sum((length - 1) * abs(stride) for length, stride in zip(base.shape, base.strides))
        memory = np.empty(reach + base.itemsize, np.uint8)
        _part_of(memory, base, start)[...] = base
        bases[id(base)] = base, memory
    return _part_of(bases[id(base)][1], array, start)


def _start_of(array: np.ndarray) -> int:
    """The lowest address at which an item of an array begins."""
    back = sum((length - 1) * min(stride, 0) for length, stride in zip(array.shape, array.strides))
    return array.__array_interface__["data"][0] + back


def _part_of(memory: np.ndarray, array: np.ndarray, start: int) -> np.ndarray:
    """The part of some memory that lies as an array does in what begins at an address."""
    offset = array.__array_interface__["data"][0] - start
    return np.ndarray(array.shape, array.dtype, memory, offset, array.strides)
