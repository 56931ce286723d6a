"""What classes of the user's say: how their objects are made, and what their attributes are."""

from __future__ import annotations

import dis
import enum
import functools
import sys
import typing
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any

_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE
_PLAIN_BASES = (object, typing.Generic)
_OTHERS = sys.stdlib_module_names - {"__main__"} | {"numpy", "scipy", "s2sad"}
_CHANGES = frozenset("append extend insert pop remove clear update setdefault sort reverse".split())
_OF_METACLASSES = ("__call__", "__getattribute__", "__getattr__", "__instancecheck__", "__prepare__")
_OWN_WAYS = ("__getattribute__", "__new__", "__setattr__", "__delattr__")


def lookup(cls: type, name: str, after: type | None = None) -> Any:
    """What a class has by a name, itself or from its bases, as it stands there; None if there is nothing."""
    bases = cls.__mro__
    if after is not None:
        bases = bases[bases.index(after) + 1 :]
    return next((vars(base)[name] for base in bases if name in vars(base)), None)


def is_named_tuple(cls: type) -> bool:
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def is_tuple_of_scipy(cls: type) -> bool:
    """Whether it is a named tuple of SciPy's that has nothing but its fields."""
    plain = cls.__bases__ == (tuple,) and not getattr(cls, "_extra_fields", ())
    return plain and cls.__module__.partition(".")[0] == "scipy"


def is_of_a_library(cls: type) -> bool:
    """Whether a class belongs to Python or to a library, not to the user."""
    return is_library(cls.__module__)


def is_library(module: str | None) -> bool:
    """Whether a module, by its name, is Python's or a library's; what `exec` made may name none."""
    return (module or "").partition(".")[0] in _OTHERS


def is_own_record(cls: Any) -> bool:
    """Whether objects of a class stand for a library's where these vary; there are none in the running program."""
    return isinstance(cls, type) and vars(cls).get("s2sad_record", False)


def keys_of(cls: Any) -> tuple[str, ...] | None:
    """The keys of the dicts that objects of a class stand for; None for any other class."""
    return vars(cls).get("s2sad_keys") if isinstance(cls, type) else None


def is_transparent(cls: Any) -> bool:
    """Whether objects of a class are nothing but their attributes, which Python code of the user's writes."""
    if not isinstance(cls, type) or issubclass(cls, (BaseException, enum.Enum)):
        return False
    if cls is SimpleNamespace:
        return True
    if is_named_tuple(cls):
        return not is_of_a_library(cls) or cls.__module__ == "statistics" or is_tuple_of_scipy(cls)
    if is_of_a_library(cls):
        return is_own_record(cls) or keys_of(cls) is not None
    users = [base for base in cls.__mro__ if base not in _PLAIN_BASES and base.__module__ != "abc"]
    return bool(users) and all(map(_is_of_the_user, users)) and _makes_plain_objects(type(cls))


def _makes_plain_objects(meta: type) -> bool:
    """Whether a class of classes leaves it to Python how objects of these are made, and what their attributes are."""
    others = (
        base for base in meta.__mro__ if base is not object and base.__module__ not in ("builtins", "abc")
    )
    return not any(name in vars(base) for base in others for name in _OF_METACLASSES)


def _is_of_the_user(base: type) -> bool:
    is_python = bool(base.__flags__ & _HEAP_TYPE) and isinstance(
        vars(base).get("__init__", is_generated), FunctionType
    )
    return is_python and all(name not in vars(base) or is_generated(vars(base)[name]) for name in _OWN_WAYS)


def is_generated(function: Any) -> bool:
    """Whether `dataclasses` has made a method."""
    return isinstance(function, FunctionType) and function.__code__.co_filename == "<string>"


def is_frozen(cls: type) -> bool:
    return bool(getattr(getattr(cls, "__dataclass_params__", None), "frozen", False))


def changes_itself(cls: Any) -> bool:
    """Whether a method other than the constructor writes to an attribute of the object, or to what it holds."""
    methods = {
        name: f for base in cls.__mro__ for name, f in vars(base).items() if isinstance(f, FunctionType)
    }
    return any(
        name not in ("__init__", "__post_init__") and not is_generated(method) and _writes(method.__code__)
        for name, method in methods.items()
    )


@functools.lru_cache(maxsize=4096)
def _writes(code: CodeType) -> bool:
    stores = any(instruction.opname == "STORE_ATTR" for instruction in dis.get_instructions(code))
    return stores or not _CHANGES.isdisjoint(code.co_names)
