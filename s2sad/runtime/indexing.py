"""Adjoints of what is read or written at indices that may occur several times."""

from typing import Any, Literal

import numpy as np

from s2sad.runtime.refusals import RefusedType, RefusedValue
from s2sad.runtime.shadow import merge_at, merge_slice


def increase_at(array: Any, index: Any, amount: Any) -> None:
    """`array[index] += amount`, where an index that occurs several times counts each time; also of a list or dict."""
    if isinstance(array, np.ndarray):
        np.add.at(array, index, amount)
    elif isinstance(array, (float, complex)):
        raise RefusedType("an item is taken of a number of NumPy's: make it an array by `np.atleast_1d`")
    elif isinstance(index, slice):
        merge_slice(array, index, amount)
    else:
        merge_at(array, index, amount)


def last_written(array: np.ndarray, index: Any) -> Any:
    """`array[index]` as a new array, with zeros for what `array[index] = values` has overwritten itself.

    Of several values for one element NumPy keeps the last one.
    """
    part = np.copy(array[index])
    numbers = np.arange(part.size).reshape(part.shape)
    place = np.zeros(array.shape, dtype=np.intp)
    place[index] = numbers
    return np.where(place[index] == numbers, part, np.zeros_like(part))


def return_copy(array_bar: np.ndarray, part_bar: np.ndarray, order: Literal["C", "F"] = "C") -> None:
    """Give the adjoint of a reshaped array back, if reshaping made a copy of it and not a view."""
    if part_bar.size and not np.may_share_memory(array_bar, part_bar):
        array_bar += part_bar.reshape(array_bar.shape, order=order)


def check_number(part: Any) -> None:
    """Raises ValueError if what was taken from an array of unknown rank is an array itself, which may be written to."""
    if np.ndim(part) > 0:
        raise RefusedValue(
            "the rank of an array that is written in place is not known: make it by np.zeros(shape)"
        )


def check_array(part: Any) -> None:
    """Raises ValueError if what was taken from a container of arrays that are written is a number, of which nothing is a part."""
    if not isinstance(part, np.ndarray):
        raise RefusedValue(
            "a number comes out of a container with arrays that are written in place: keep numbers elsewhere"
        )


def check_rows(array: np.ndarray) -> None:
    """Raises ValueError if the items of an array that is written in place are numbers, of which a list keeps no view."""
    if np.ndim(array) < 2:
        raise RefusedValue(
            "the numbers of an array that is written in place go into a list: put a copy there, `list(x.copy())`"
        )


def check_view(part: np.ndarray, array: np.ndarray) -> None:
    """Raises ValueError if what should be a part of an array is a copy, for which there is no adjoint to share."""
    if not np.may_share_memory(part, array) and part.size:
        raise RefusedValue(
            "a reshaped array is a copy here, and is written to in place; reshape a contiguous one"
        )


def check_own(result: Any, *arrays: Any) -> None:
    """Raises ValueError if a function that isn't known gave back an array that it got, and which is written to."""
    for array in arrays:
        if (
            isinstance(result, np.ndarray)
            and isinstance(array, np.ndarray)
            and np.may_share_memory(result, array)
        ):
            raise RefusedValue(
                "a function that is known only when the program runs gives back an array that it got, which is "
                "written in place: let it return a copy"
            )


def diagonal_view(
    array: np.ndarray, offset: int = 0, axis1: int = 0, axis2: int = 1, *, k: int = 0
) -> np.ndarray:
    """A diagonal as `np.diagonal(array, offset)` or `np.diag(array, k=offset)` gives it, to write to."""
    view = np.diagonal(array, offset + k, axis1, axis2)
    view.flags.writeable = True
    return view
