"""Lengths of the axes of arguments, as part of the kind of a call: which are equal, and which are 1.

x: (5, 4), W: (4, 3), b: (3,)                       x: (n, m), W: (m, k), b: (k,)
layers: [((4, 3), (3,)), ((3, 2), (2,))]            layers: [((a, b), (b,)), ...]

Code that is made for a call is right for every other one with arrays of these kinds whose lengths are equal where these
are, 1 where these are, and not 1 elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from s2sad.ir import kinds as K

_LETTERS = "nmklpqrst"
_LETTERS_OF_ITEMS = "abcdefghi"


@dataclass(frozen=True, slots=True)
class Parts:
    """The lengths of the arrays in a container whose items are known one by one."""

    items: tuple[ArgumentLengths, ...]


@dataclass(frozen=True, slots=True)
class EachItem:
    """The lengths of the arrays in every item of a list: the names stand for lengths of that item."""

    item: Parts


ArgumentLengths = Union[tuple[Union[str, int, None], ...], Parts, EachItem, None]
"""Of an array for each axis a name, a number, or None; None if nothing is known."""


def is_more_than_ranks(lengths: Sequence[ArgumentLengths]) -> bool:
    """Whether some lengths are equal, or numbers: then code may be wrong for arrays of other shapes."""
    names = [name for each in lengths for name in _names(each)]
    known = [name for name in names if name is not None]
    return len(set(known)) < len(known) or any(isinstance(name, int) for name in known)


def _names(lengths: ArgumentLengths) -> list[str | int | None]:
    if isinstance(lengths, Parts):
        return [name for part in lengths.items for name in _names(part)]
    if isinstance(lengths, EachItem):
        return _names(lengths.item)
    return list(lengths or ())


def written(lengths: ArgumentLengths) -> str:
    """As people write a shape: `(n, m)`, of a tuple `((n, m), (m,))`, of a list `[((a, b), (b,)), ...]`."""
    if isinstance(lengths, EachItem):
        return f"[{written(lengths.item)}, ...]"
    if isinstance(lengths, Parts):
        parts = [written(part) for part in lengths.items]
    else:
        parts = [":" if name is None else str(name) for name in lengths or ()]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})" if lengths is not None else ":"


def lengths_of(values: Sequence[Any], kinds: Sequence[K.Kind]) -> list[ArgumentLengths]:
    """The lengths of arguments of these kinds, by names that are common to all of them."""
    names: dict[int, str] = {}

    def name(length: int) -> str | int:
        if length == 1:
            return 1
        return names.setdefault(length, _name(len(names)))

    return [_lengths(value, kind, name) for value, kind in zip(values, kinds)]


def _name(number: int, letters: str = _LETTERS) -> str:
    return letters[number] if number < len(letters) else f"{letters[0]}{number}"


def _lengths(value: Any, kind: K.Kind, name: Callable[[int], str | int]) -> ArgumentLengths:
    if isinstance(value, np.ndarray) and K.is_array(kind):
        return tuple(map(name, value.shape))
    is_whole = kind.name == "list" and kind.fields is None
    if is_whole and type(value) is list and value and kind.item is not None:
        return _of_each(value, kind.item)
    items = _items(value, kind)
    if items is None or kind.fields is None or len(items) != len(kind.fields):
        return None
    found = tuple(_lengths(item, part, name) for item, part in zip(items, kind.fields))
    return Parts(found) if any(part is not None for part in found) else None


def _of_each(values: Sequence[Any], kind: K.Kind) -> EachItem | None:
    """The lengths of the items of a list: two axes have one name if they are of one length in every item."""
    names: dict[tuple[int, ...], str] = {}

    def name(lengths: tuple[int, ...]) -> str | int:
        if set(lengths) == {1}:
            return 1
        return names.setdefault(lengths, _name(len(names), _LETTERS_OF_ITEMS))

    item = _of_same_part(values, kind, name)
    return EachItem(item) if isinstance(item, Parts) else None


def _of_same_part(values: Sequence[Any], kind: K.Kind, name: Callable[[Any], str | int]) -> ArgumentLengths:
    """The lengths of what stands at the same place in each item."""
    if K.is_array(kind):
        known = all(isinstance(value, np.ndarray) and value.ndim == kind.ndim for value in values)
        return tuple(map(name, zip(*(value.shape for value in values)))) if known else None
    items = [_items(value, kind) for value in values]
    if kind.fields is None or any(each is None or len(each) != len(kind.fields) for each in items):
        return None
    found = tuple(_of_same_part(part, field, name) for part, field in zip(zip(*items), kind.fields))
    return Parts(found) if any(part is not None for part in found) else None


def _items(value: Any, kind: K.Kind) -> Sequence[Any] | None:
    """What a container holds that is taken apart by its kind: a tuple, a list or a dict; not an object of the user's."""
    if kind.name == "tuple" and isinstance(value, tuple):
        return value
    if kind.name == "dict" and type(value) is dict and kind.keys == tuple(value):
        return list(value.values())
    if kind.name == "list" and kind.fields is not None and type(value) is list:
        return value
    return None
