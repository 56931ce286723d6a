"""What lives outside of a function and can be written in place: arrays, containers and objects of the user's.

    b = getitem W 0         b is a part of what the global W is
    store b 0 x             W is written

A variable is of the memory that it may come from. Which variables come together elsewhere doesn't count: where a loop
goes on from a global array with new ones, these aren't the global one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from s2sad.frontend.user_classes import is_library
from s2sad.ir.nodes import Ref
from s2sad.ir.static_lookup import plain_attribute

Memory = frozenset[tuple[bool, int]]
"""Identities of arrays, and (with True) of containers and objects: that one gets another item doesn't change what it held."""
NOWHERE: Memory = frozenset()
CALLERS: Memory = frozenset(((False, 0), (True, 0)))
"""What a function gets from its caller: any arrays, containers and objects that live outside."""
_PLAIN = (FunctionType, BuiltinFunctionType, MethodType, ModuleType, type, np.ufunc, np.generic, np.dtype)
_PLAIN_DATA = (bool, int, float, complex, str, bytes, type(None), slice, range, type(...))
_NO_MEMORY = (*_PLAIN, *_PLAIN_DATA)
_NUMBERS = (int, float, complex, np.generic)
_LIBRARIES = ("builtins", "functools", "numpy", "scipy")  # what can be called of these only computes
_MOST_ITEMS = 1000
_DEEPEST = 3


def memory_of(value: Any) -> Memory:
    """The identities of the arrays, containers and objects that a value is, or holds."""
    return frozenset(_memory(value, 0))


NAMES: Memory = frozenset(((True, 1),))
"""Names outside that are given other values: global variables, and attributes of what lives outside."""


def is_named_number(atom: Any) -> bool:
    """Whether it is a number that lives outside under a name of the user's: `RATE`, `settings.rate`."""
    if not isinstance(atom, Ref) or atom.scope is None or not isinstance(atom.value, _NUMBERS):
        return False
    scope = getattr(atom.scope, "__func__", atom.scope)
    owner = getattr(scope, "__globals__", {}).get(atom.path.partition(".")[0])
    return not (isinstance(owner, ModuleType) and is_library(owner.__name__))


def may_meet(written: Memory | set[tuple[bool, int]], read: Memory) -> bool:
    """Whether what is written to may be what is read; what the caller has may be anything of its sort."""
    if not written.isdisjoint(read):
        return True
    sorts = {sort for sort, _ in written}
    return any(one in read and one[0] in sorts for one in CALLERS) or any(
        one in written and any(sort is one[0] for sort, _ in read) for one in CALLERS
    )


def is_memory(value: Any) -> bool:
    if isinstance(value, _NO_MEMORY):
        return False
    return not (callable(value) and str(type(value).__module__).split(".")[0] in _LIBRARIES)


def _memory(value: Any, depth: int) -> Iterator[tuple[bool, int]]:
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        yield False, id(value)
        return
    yield True, id(value)
    if depth < _DEEPEST:
        for item in _held_by(value):
            if is_memory(item):
                yield from _memory(item, depth + 1)


def _held_by(value: Any) -> list[Any]:
    """What an object holds; methods by which a class of the user's gives something else aren't called."""
    if isinstance(value, list):
        return list(itertools.islice(list.__iter__(value), _MOST_ITEMS))
    if isinstance(value, tuple):
        return list(tuple.__getitem__(value, slice(_MOST_ITEMS)))
    held = value if isinstance(value, dict) else plain_attribute(value, "__dict__", {})
    return list(itertools.islice(dict.values(held), _MOST_ITEMS)) if isinstance(held, dict) else []
