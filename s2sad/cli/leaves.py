"""The numbers in lists, tuples, dicts and arrays: taken out with their places' names, and put back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


def is_number(value: Any) -> bool:
    """Whether it is a real number; a bool is none."""
    return isinstance(value, (int, float, np.floating)) and not isinstance(value, bool)


def numbers_in(value: Any, name: str) -> Iterator[tuple[str, float]]:
    """The numbers, each with the expression that reads it: `x[0]`, `x['rate']`."""
    if is_number(value):
        yield name, value
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
        for place in np.ndindex(value.shape):
            yield f"{name}[{', '.join(map(str, place))}]" if place else name, value[place].item()
    for key, item in _items(value):
        yield from numbers_in(item, f"{name}[{key!r}]")


def with_numbers(like: Any, numbers: Iterator[float]) -> Any:
    """`like` with other numbers; what is no number stays as it is."""
    if is_number(like):
        return type(like)(next(numbers)) if isinstance(like, np.floating) else next(numbers)
    if isinstance(like, tuple):
        items = [with_numbers(item, numbers) for item in like]
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
    if isinstance(like, list):
        return [with_numbers(item, numbers) for item in like]
    if isinstance(like, dict):
        return {key: with_numbers(item, numbers) for key, item in like.items()}
    if isinstance(like, np.ndarray) and like.dtype.kind in "fiu":
        dtype = like.dtype if like.dtype.kind == "f" else float
        return np.array([next(numbers) for _ in range(like.size)], dtype=dtype).reshape(like.shape)
    return like


def _items(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, (list, tuple)):
        return list(enumerate(value))
    return list(value.items()) if isinstance(value, dict) else []
