"""Objects that are arguments, as records: their attributes are read as those of dataclasses are.

class Model:                                        class Model(Model):      a dataclass
    def __init__(self, rate):            →              rate: float
        self.rate = rate

Their class has the methods that it had. It is told by its class, and by the names of the attributes.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.frontend.user_classes import is_transparent
from s2sad.ir.records import is_record_class

_PLAIN = (float, int, bool, str, np.ndarray, type(None))


class _Namespace:
    """A `types.SimpleNamespace`, which is nothing but its attributes, as a class of the user's."""

    __module__ = "__main__"


def record_of(value: Any, known: Callable[[Any], Any]) -> Any:
    """The object as a record, with `known(attribute)` in the place of each; itself where it isn't just its attributes."""
    cls: Any = type(value)
    if is_record_class(cls) or not is_transparent(cls) or not getattr(value, "__dict__", None):
        return value
    if any("__slots__" in vars(base) for base in cls.__mro__[:-1]):
        return value
    attributes = {name: known(item) for name, item in vars(value).items()}
    if not all(map(_is_known, attributes.values())):
        return value
    known_as = _Namespace if cls is types.SimpleNamespace else cls
    made: Any = bare(record_class(known_as, tuple(sorted(attributes))))
    made.__dict__.update(attributes)
    return made


def bare(cls: Any) -> Any:
    """An object of a class, without attributes."""
    owner: Any = types.SimpleNamespace if issubclass(cls, types.SimpleNamespace) else object
    return owner.__new__(cls)


@functools.lru_cache(maxsize=256)
def record_class(cls: type, names: tuple[str, ...]) -> type:
    """The dataclass of the objects of a class that have these attributes."""
    more = {
        "__annotations__": dict.fromkeys(names, Any),
        "__module__": cls.__module__,
        "__doc__": cls.__doc__,
    }
    made = type(cls)(cls.__name__, (cls,), more)
    return dataclasses.dataclass(init=False, repr=False, eq=False)(made)


def _is_known(item: Any) -> bool:
    """Whether an attribute is of numbers and arrays, or of containers and records of these."""
    if isinstance(item, _PLAIN):
        return True
    if isinstance(item, (list, tuple)):
        return all(map(_is_known, item))
    if isinstance(item, dict):
        return all(map(_is_known, item.values()))
    return is_record_class(type(item)) and all(map(_is_known, vars(item).values()))
