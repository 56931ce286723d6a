"""Records, the objects of the user's that tuples of their fields stand for: their classes, and which attributes they have."""

from __future__ import annotations

import dataclasses
from typing import Any


def is_record_class(cls: type) -> bool:
    """Whether a class is that of dataclasses or of named tuples."""
    return dataclasses.is_dataclass(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))


def field_names(cls: Any) -> tuple[str, ...]:
    """The attributes of a dataclass or named tuple, in order."""
    if dataclasses.is_dataclass(cls):
        return tuple([field.name for field in dataclasses.fields(cls)])
    return tuple(cls._fields)
