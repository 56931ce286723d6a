"""What emitted loops call: the ends of slices, and lengths that have to be equal."""

import math
from typing import Any

import numpy as np


def clipped(end: int, length: int) -> int:
    """The end of a slice, counted from the beginning and cut to the length."""
    if end < 0:
        end += length
    return min(max(end, 0), length)


def wrapped(index: int, length: int) -> int:
    """An index counted from the beginning."""
    return index + length if index < 0 else index


def place_of(index: int, length: int) -> Any:
    """An index counted from the beginning, without a sign: Numba doesn't ask once more whether it is negative."""
    return np.uint64(index + length if index < 0 else index)


def slice_length(start: int, stop: int, step: int) -> int:
    """How many items a slice takes whose ends are known to lie within the axis."""
    if step > 0:
        return max(0, (stop - start + step - 1) // step)
    return max(0, (start - stop - step - 1) // -step)


def range_length(start: float, stop: float, step: float) -> int:
    """How many items `np.arange` gives."""
    return max(0, math.ceil((stop - start) / step))


def guarded_number(partial: float, bar: float) -> float:
    """partial * bar, which is 0 where one of them is, though the other be infinite."""
    return 0.0 if bar == 0.0 or partial == 0.0 else partial * bar


def chosen_number(condition: bool, one: float, other: float) -> float:
    """`np.where` of numbers"""
    return one if condition else other


def placed(index: int, length: int, axis: int) -> int:
    """An index counted from the beginning. Raises IndexError if it lies outside of its axis."""
    if index >= length or index < -length:
        raise IndexError("index", index, "is out of bounds for axis", axis, "with size", length)
    return index + length if index < 0 else index


def check_place(index: int, length: int, axis: int) -> None:
    """Raises IndexError if an index lies outside of an axis. Its parts are NumPy's message: machine code joins no texts."""
    if index >= length or index < -length:
        raise IndexError("index", index, "is out of bounds for axis", axis, "with size", length)


def check_places(least: int, most: int, length: int, axis: int) -> None:
    """Raises IndexError if the least or the greatest of some indices lies outside of an axis; of none these are 0 and -1."""
    if most >= length:
        raise IndexError("index", most, "is out of bounds for axis", axis, "with size", length)
    if least < -length:
        raise IndexError("index", least, "is out of bounds for axis", axis, "with size", length)


def check_index(index: int, length: int) -> None:
    """Raises IndexError if a slice of one item lies outside of an axis."""
    if index >= length:
        raise IndexError(
            "a slice of one item is empty, which compiled code doesn't expect: leave `jit=True` away"
        )


def check_some(length: int) -> None:
    """Raises ValueError, as NumPy does, if the largest or smallest of no items is asked for."""
    if length <= 0:
        raise ValueError("zero-size array to a reduction which has no identity")


def check_length(one: int, other: int) -> None:
    """Raises ValueError if arrays that meet element by element differ in length."""
    if one != other:
        raise ValueError(
            "two axes differ in length, or one has a single item unexpectedly: leave `jit=True` away"
        )


def check_is_set(is_set: bool) -> None:
    """Raises UnboundLocalError, as Python does, if a variable is read that nothing has set."""
    if not is_set:
        raise UnboundLocalError("a variable is read that nothing has set: leave `jit=True` away to see which")


def check_not_none(has_value: bool) -> None:
    """Raises TypeError, as Python does, if None is taken for a number."""
    if not has_value:
        raise TypeError("None is taken for a number: leave `jit=True` away to see where")


def check_enough(count: int, least: int) -> None:
    """Raises ValueError, as Python does, if a sequence has too few items to be unpacked."""
    if count < least:
        raise ValueError("not enough values to unpack")


def check_is_array(made: bool) -> None:
    """Raises ValueError if a loop left a number as it was, of which it was to make an array."""
    if not made:
        raise ValueError("no iteration makes an array of a number: leave `jit=True` away")


def check_made_for(given: Any, exact: Any) -> None:
    """Raises ValueError if an argument, or the shape of one, is another than what code was made for."""
    if given != exact:
        raise ValueError("made for another value or shape of an argument: emit the derivative anew")


def show(text: str, *values: Any) -> None:
    """Print a text with values in its gaps; what ends the line is a part of it."""
    print(text.format(*values), end="")


def prange(*ends: int) -> range:
    """A range whose numbers may be gone through in threads: Numba's, in compiled code."""
    return range(*ends)


def merge_numbers(shadow: list[float], amount: list[float]) -> None:
    """Add an adjoint of a list of numbers to a shadow of as many, in place."""
    for k in range(len(shadow)):
        shadow[k] = shadow[k] + amount[k]


def zeros_for_numbers(items: list[float]) -> list[float]:
    """The zero adjoint of a list of numbers."""
    return [0.0] * len(items)


def check_value(value: float | None) -> None:
    """Raises TypeError if a number that is to be differentiated is None."""
    if value is None:
        raise TypeError("`grad` needs one real number, and the function returned None")
