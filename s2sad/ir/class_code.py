"""Code of the user's classes that operations run: properties, descriptors and special methods, written in Python.

box.area        runs `area`, if that is a property
len(box)        runs `__len__`
box == other    runs `__eq__`
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
import reprlib
from collections.abc import Callable, Iterator, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Protocol

import numpy as np

from s2sad.ir.static_lookup import is_from_a_library, is_of_a_library, plain_attribute

_NOT_RUN = frozenset(
    "__init__ __new__ __post_init__ __init_subclass__ __class_getitem__ __del__ __call__".split()
)
"""What making an object or calling it runs: both are calls as they stand."""
COPYING = tuple(
    "__copy__ __deepcopy__ __getstate__ __setstate__ __reduce__ __reduce_ex__ __getnewargs__ __getnewargs_ex__".split()
)
_FUNCTIONS = {"__get__": "fget", "__set__": "fset", "__delete__": "fdel"}
_MAKERS = ("<string>", dataclasses.__file__, reprlib.__file__)
_MOST_PARTS = 1000
_PLAIN = (np.generic, np.ndarray, np.dtype, np.ufunc, type, FunctionType, BuiltinFunctionType, ModuleType)
_DATA = frozenset(
    (float, int, bool, complex, str, bytes, type(None), range, slice, np.ndarray, np.float64, FunctionType)
)
_ITEMS: dict[type, Callable] = {
    **{cls: cls.__iter__ for cls in (list, tuple, set, frozenset, collections.deque)},
    dict: dict.values,
    MethodType: lambda method: (method.__self__,),
    functools.partial: lambda made: (made.func, *made.args, *made.keywords.values()),
}


def classes_in(value: Any) -> frozenset[type]:
    """The classes of the user's of a value and of what it holds; nothing of theirs is run."""
    found: set[type] = set()
    waiting, seen = [value], set[int]()
    while waiting and len(seen) < _MOST_PARTS:
        part = waiting.pop()
        cls: Any = type(part)
        holds, is_users, slots = _ways(cls)
        if holds is None or id(part) in seen:
            continue
        seen.add(id(part))
        if is_users:
            found.add(cls)
        for items in _held_by(part, holds, slots):
            if not _DATA.issuperset(map(type, items)):
                waiting += items
    return frozenset(found)


def _held_by(value: Any, holds: Callable | None, slots: tuple[str, ...]) -> Iterator[list[Any]]:
    """The first items, and the attributes."""
    if holds is not None and holds is not _nothing:
        yield list(itertools.islice(holds(value), _MOST_PARTS))
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        held = {}
    if held and type(held) is dict:
        yield list(itertools.islice(held.values(), _MOST_PARTS))
    if slots:
        yield [plain_attribute(value, name) for name in slots]


def _nothing(value: Any) -> tuple:
    return ()


@functools.lru_cache(maxsize=1024)
def _ways(cls: type) -> tuple[Callable | None, bool, tuple[str, ...]]:
    """How objects of a class are gone through (None: they hold nothing), whether it is the user's, and its slots."""
    if cls in _DATA or issubclass(cls, _PLAIN):
        return None, False, ()
    slots = [vars(base).get("__slots__", ()) for base in cls.__mro__]
    names = [name for each in slots for name in ((each,) if isinstance(each, str) else each)]
    holds = next((way for base, way in _ITEMS.items() if issubclass(cls, base)), _nothing)
    return holds, not is_of_a_library(cls), tuple(name for name in names if not name.startswith("__"))


Parts = tuple[tuple[int, tuple[Any, ...]], ...]
"""Parts of arguments: the position of the argument, and names of attributes, or (in a tuple) keys of items."""


class Condition(Protocol):
    """What a derivative counts on beside the kinds of the arguments."""

    def holds(self, args: Sequence) -> bool: ...

    def tests(self, names: Sequence[str], args: Sequence) -> list[tuple[str, type]] | None: ...


class Within:
    """Which classes with code that operations run the parts of some arguments are of, and the items of these."""

    def __init__(self, parts: Parts, args: Sequence) -> None:
        self.parts = parts
        self.classes = self.found(args)

    def holds(self, args: Sequence) -> bool:
        """Whether those of other arguments are the same."""
        return self.found(args) == self.classes

    def tests(self, names: Sequence[str], args: Sequence) -> list[tuple[str, type]] | None:
        """Texts of the parts, by the names of the arguments, each with its class now; None if reading some may run code.

        What is of another class is looked at more closely.
        """
        made = []
        for i, path in self._given(args):
            cls = type(_part(args[i], path))
            plain = all(_is_own(_part(args[i], path[:k]), step) for k, step in enumerate(path))
            if not plain or cls in (list, tuple, dict):
                return None
            made.append((".".join((names[i], *path)), cls))
        return made

    def found(self, args: Sequence) -> list[Any]:
        return [_class_of(_part(args[i], path)) for i, path in self._given(args)]

    def _given(self, args: Sequence) -> list[tuple[int, tuple[Any, ...]]]:
        """The parts of arguments that are given; those left to their defaults are what they were."""
        return [(i, path) for i, path in self.parts if i < len(args)]


def _part(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        if isinstance(step, str):
            value = _attribute(value, step)
        elif type(value) in (list, tuple, dict):
            try:
                value = value[step[0]]
            except (LookupError, TypeError):
                return None
    return value


def _is_own(value: Any, step: Any) -> bool:
    """Whether an object has an attribute itself, of which its class knows nothing."""
    own = {step, "__getattribute__", "__getattr__"} if isinstance(step, str) else None
    held = plain_attribute(value, "__dict__")
    return own is not None and type(held) is dict and step in held and own.isdisjoint(_beyond(type(value)))


def _beyond(cls: type) -> set[str]:
    return {name for base in cls.__mro__ if base is not object for name in vars(base)}


def _attribute(value: Any, name: str) -> Any:
    """An attribute that an object has itself; None for any other."""
    cls: Any = type(value)
    held = plain_attribute(value, "__dict__")
    if type(held) is dict and name in held:
        return held[name]
    return plain_attribute(value, name) if name in _ways(cls)[2] else None


def _class_of(value: Any) -> Any:
    cls: Any = type(value)
    if cls is list or cls is tuple or cls is dict:
        items = set(map(type, value.values() if cls is dict else value))
        return frozenset(filter(has_code, items)) if not _DATA.issuperset(items) else None
    return cls if cls not in _DATA and has_code(cls) else None


@functools.lru_cache(maxsize=1024)
def has_code(cls: type) -> bool:
    """Whether reading an attribute of an object of the class, or an operation on it, may run code of the user's."""
    if is_of_a_library(cls):
        return False
    return any(code_run(cls, name) is not None for name in names_in(cls))


def names_in(cls: type) -> set[str]:
    """What a class has, itself or from its bases."""
    return {name for base in cls.__mro__ for name in vars(base)}


def special_methods(cls: type) -> list[str]:
    """What any operation on an object of the class may run; its state is asked for only where it is copied."""
    return [name for name in names_in(cls) if is_special(name) and name not in COPYING]


def is_special(name: str) -> bool:
    return name[:2] == name[-2:] == "__"


def code_run(cls: type, name: str, access: str = "__get__") -> FunctionType | None:
    """What runs when an attribute is read (or written, with `__set__`), or for a special method; None for nothing."""
    owner = next((base for base in cls.__mro__ if name in vars(base)), object)
    found = vars(owner).get(name)
    if isinstance(found, FunctionType):
        code: Any = found if is_special(name) and name not in _NOT_RUN else None
    elif isinstance(found, functools.cached_property):
        code = found.func if access == "__get__" else None
    elif isinstance(found, property):
        code = getattr(found, _FUNCTIONS[access])
    else:
        code = next((vars(base)[access] for base in type(found).__mro__ if access in vars(base)), None)
    if not isinstance(code, FunctionType) or is_from_a_library(code) or _is_made(code, owner):
        return None
    return code


def _is_made(function: FunctionType, owner: type) -> bool:
    """Whether `dataclasses` has made a method: it only reads what the object has."""
    return function.__code__.co_filename in _MAKERS and "__dataclass_fields__" in vars(owner)
