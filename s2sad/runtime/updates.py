"""Augmented assignments to what only the running program knows: a number gets a new value, an array is changed itself."""

from collections.abc import Mapping
from typing import Any

import numpy as np

_VALUES = (float, int, complex, str, tuple, np.generic, type(None))


def check_alone(value: Any, *others: Any) -> None:
    """Raises ValueError if what `value += x` changes itself is, or is a part of, something else that is still needed."""
    if isinstance(value, _VALUES) or not hasattr(type(value), "__iadd__"):
        return
    if any(_is_within(value, other) for other in others):
        raise ValueError(
            f"this changes a{'n array' if isinstance(value, np.ndarray) else ' ' + type(value).__name__} that has "
            "another name, or is held by something: write `x = x + …`, or `x += …` on a copy"
        )


def _is_within(value: Any, other: Any) -> bool:
    if other is value:
        return True
    if isinstance(other, np.ndarray):
        return isinstance(value, np.ndarray) and np.may_share_memory(value, other)
    if isinstance(other, Mapping):
        other = list(other.values())
    return isinstance(other, (list, tuple)) and any(_is_within(value, item) for item in other)
