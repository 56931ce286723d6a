"""What objects have, read without running code of theirs: compiling a function runs nothing of the user's.

plain_attribute(box, "__name__")        as `getattr`, without what `__getattr__` of the class would do
runs_code(box, "area")                  whether `box.area` is a property, or found by a method of the class
compares_itself(box)                    whether `box == …` or `{box}` is
"""

from __future__ import annotations

import functools
import inspect
import sys
from types import FunctionType, ModuleType
from typing import Any

_LIBRARY = sys.stdlib_module_names - {"__main__"} | {"numpy", "scipy", "s2sad"}
_MISSING = object()


def plain_attribute(value: Any, name: str, default: Any = None) -> Any:
    """An attribute that Python itself finds; what the user's class does for those that are missing isn't run."""
    # Of `list[float]` Python 3.10 says that it is an instance of type.
    is_class = issubclass(type(value), type)
    look_up = type.__getattribute__ if is_class else object.__getattribute__
    try:
        return look_up(value, name)
    except AttributeError:
        return default


def title_of(function: Any) -> str:
    """A function by its name, or else by its class; its `repr` may be the user's."""
    return str(plain_attribute(function, "__name__") or f"the {type(function).__name__}")


def runs_code(value: Any, name: str) -> bool:
    """Whether reading an attribute runs a function: of a property, of a descriptor of the user's, or of the class."""
    cls: Any = type(value)  # `isinstance` would ask the object for its class
    if issubclass(cls, ModuleType):
        return False
    if isinstance(_in_class(cls, "__getattribute__"), FunctionType):
        return True
    found = inspect.getattr_static(value, name, _MISSING)
    if found is _MISSING:
        return isinstance(_in_class(cls, "__getattr__"), FunctionType)
    if issubclass(cls, type) and _in_class(value, name) is found:
        return runs_method(found, "__get__")
    is_read_by_a_function = isinstance(found, (property, functools.cached_property)) or runs_method(
        found, "__get__"
    )
    return found is _in_class(cls, name) and is_read_by_a_function


def runs_method(value: Any, name: str) -> bool:
    """Whether a class of the user's has a method that an operation on its objects runs: `__eq__` for `==`."""
    return not is_of_a_library(type(value)) and isinstance(_in_class(type(value), name), FunctionType)


def compares_itself(value: Any) -> bool:
    """Whether a class of the user's says what its objects are equal to, or which hash they have."""
    return runs_method(value, "__eq__") or runs_method(value, "__hash__")


def is_of_a_library(cls: type) -> bool:
    """Whether a class belongs to Python, NumPy, SciPy or this package."""
    return is_from_a_library(cls)


def is_from_a_library(function: Any) -> bool:
    """As `is_of_a_library`, of a function."""
    module = function.__module__
    if not isinstance(module, (str, type(None))):  # a class that Cython made
        return True
    return (module or "").partition(".")[0] in _LIBRARY


def _in_class(cls: type, name: str) -> Any:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), _MISSING)
