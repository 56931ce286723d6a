"""Whether an array may come from outside: from what lives there, or from a function of the user's that is called as it is.

TABLE = {"a": np.ones(3)}       TABLE["a"]      yes: it holds one
def weights(n):                 weights(3)      yes: it reads `np`
    return np.ones(n)
def square(t):                  square(2.0)     no: it reads nothing that knows of arrays
    return t * t
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from s2sad.frontend.known_functions import is_of_the_book, read_by
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_of_arrays
from s2sad.ir.value_kinds import kind_of


def may_bring_arrays(value: Any) -> bool:
    """Whether an array may come of a value that lives outside: it is one, holds one, or is called and may give one."""
    seen: set[int] = set()
    open_ = [value]
    while open_:
        part = open_.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        if is_of_arrays(part):
            return True
        if isinstance(part, MethodType):
            open_ += [part.__func__, part.__self__]
        elif isinstance(part, FunctionType):
            if not (is_of_the_book(part) or _is_of_python(part.__module__)):
                open_ += _held_by(part)
        elif isinstance(part, type):
            open_ += _methods_of(part)
        elif isinstance(part, ModuleType):
            if not _is_of_python(part.__name__):
                return True
        elif kind_of(part).name == "object" and _is_of_python(type(part).__module__):
            open_ += _attributes_of(part)
        elif not isinstance(part, (np.ufunc, BuiltinFunctionType)) and K.may_be_array(kind_of(part)):
            return True
    return False


def _held_by(function: FunctionType) -> Iterator[Any]:
    """What a function reads from outside, as its defaults too."""
    yield from read_by(function)
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()


def _attributes_of(value: Any) -> Iterator[Any]:
    """What an object of a class of Python's library holds; what isn't seen of those that are filled counts as an array."""
    slots = [name for cls in type(value).__mro__ for name in vars(cls).get("__slots__", ())]
    yield from (getattr(value, name) for name in slots if hasattr(value, name))
    yield from getattr(value, "__dict__", {}).values()
    if hasattr(value, "__iter__") or callable(value):
        yield np.array


def _methods_of(cls: type) -> Iterator[Any]:
    """The functions and attributes of a class of the user's."""
    if issubclass(cls, np.ndarray):
        yield np.array
    for base in cls.__mro__:
        if not _is_of_python(base.__module__):
            yield from (item for name, item in vars(base).items() if not name.startswith("__"))
            yield from (vars(base)[name] for name in ("__init__", "__call__") if name in vars(base))


def _is_of_python(module: str | None) -> bool:
    """Whether it is a module of the standard library; what `exec` made may name none."""
    return (module or "").partition(".")[0] in sys.stdlib_module_names - {"__main__"}
