"""What lies outside of a function and was looked at while it was lowered: what is emitted is right as long as it holds.

def f(x): return helper(x) * K      helper is this function, its code is this one, K is a float

Of data only what kind it is was seen, since what is emitted reads the value when it runs; functions, classes and modules
are looked into, so that they have to stay the same objects.
"""

from __future__ import annotations

from types import BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Any, Union

import numpy as np

from s2sad.frontend.known_functions import is_of_the_book
from s2sad.frontend.user_classes import is_library, is_of_a_library, lookup
from s2sad.ir.values import value

_SCALARS = frozenset((float, int, complex, bool, type(None), str, bytes))
_LITERALS = (bool, type(None), str, bytes)
_DATA = (int, float, complex, str, bytes, np.ndarray, np.generic)
_CONTAINERS = (list, tuple, dict)
NOTHING = object()
"""Seen where there is nothing by a name."""


@value(frozen=True, eq=False)
class Same:
    """This very object."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


# ------------------------------------------------------------------------------------------------------ the places


@value(frozen=True)
class NameOf:
    """A name in a function: a closure variable, a global or a builtin."""

    owner: FunctionType
    name: str


@value(frozen=True)
class GlobalOf:
    """What a name means in these globals, as emitted code takes it."""

    names: Same
    name: str


@value(frozen=True)
class PathOf:
    """What an expression gives in the names of a function: `o.step.__self__`."""

    owner: FunctionType
    path: str


@value(frozen=True)
class AttributeOf:
    """An attribute of an object."""

    base: Same
    name: str


@value(frozen=True)
class MemberOf:
    """What classes have by a name, as it stands there: the first of these that has it."""

    classes: tuple[type, ...]
    name: str


@value(frozen=True)
class CodeOf:
    """The code of a function, and its defaults."""

    function: FunctionType


@value(frozen=True)
class DispatchOf:
    """The function that `singledispatch` finds for a class."""

    dispatcher: Any
    cls: type


Place = Union[NameOf, GlobalOf, PathOf, AttributeOf, MemberOf, CodeOf, DispatchOf]


# ------------------------------------------------------------------------------------------------ what was seen there


@value(frozen=True)
class Equal:
    """A literal: an object of the same type that is equal."""

    value: Any


@value(frozen=True)
class OfType:
    """An object of this very class."""

    cls: type


@value(frozen=True)
class ArrayOf:
    """An array of this class, with elements of this type, and so many axes; one that a name stands for has this shape."""

    cls: type
    dtype: np.dtype
    ndim: int
    shape: tuple[int, ...] | None = None


@value(frozen=True)
class Holding:
    """A list, tuple or dict that holds this."""

    cls: type
    items: Any


@value(frozen=True)
class MethodOf:
    """A bound method of this function; of a library's object, of this very one, which may have rules of its own.

    Most are `own`: a method of the object that it is an attribute of.
    """

    function: Any
    receiver: Same | None = None
    own: bool = False


@value(frozen=True)
class BuiltinMethodOf:
    """A bound method of this name of an object whose class is written in C; of a ufunc or a class, of this very one.

    These have rules of their own: `np.add.reduce` isn't `np.multiply.reduce`.
    """

    name: str
    receiver: Same | None = None


class KeywordDefaults:
    """The defaults of a function's keywords, as they are now; the function has a dict of them, which may change."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.items = dict(function.__kwdefaults__ or {})

    def hold(self) -> bool:
        now = self.function.__kwdefaults__ or {}
        return now.keys() == self.items.keys() and all(now[name] is item for name, item in self.items.items())


@value(frozen=True)
class Code:
    """A function with this code and these defaults."""

    code: Any
    defaults: tuple | None
    keyword_defaults: KeywordDefaults | None
    held: tuple


Seen = Union[Same, Equal, OfType, ArrayOf, Holding, MethodOf, BuiltinMethodOf, Code]


def seen(value: Any) -> Seen:
    """What is seen of a value."""
    cls = type(value)
    if cls in _LITERALS:
        return Equal(value)
    if isinstance(value, np.ndarray):
        return ArrayOf(cls, value.dtype, value.ndim, value.shape)
    if cls in _CONTAINERS:
        return Holding(cls, items_of(value))
    if cls is MethodType:
        receiver = value.__self__
        return MethodOf(value.__func__, Same(receiver) if is_of_a_library(type(receiver)) else None)
    if cls is BuiltinMethodType and not isinstance(value.__self__, ModuleType):
        receiver = value.__self__  # of any other object it is seen where that stands which one it is
        return BuiltinMethodOf(
            value.__name__, Same(receiver) if isinstance(receiver, (np.ufunc, type)) else None
        )
    if isinstance(value, _DATA) or not (callable(value) or isinstance(value, ModuleType)):
        return OfType(cls)
    return Same(value)


def items_of(value: Any) -> Any:
    """What a list, tuple or dict holds: the types of a list's numbers, in any order; everything else one by one."""
    if type(value) is dict:
        return tuple([(key, item_of(item)) for key, item in value.items()])
    types = frozenset(map(type, value)) if type(value) is list else frozenset((object,))
    return types if types <= _SCALARS else tuple(map(item_of, value))


def item_of(value: Any) -> Any:
    """What is seen of an item of a container: of a number or text its type, of an array not how long it is."""
    if isinstance(value, np.ndarray):
        return ArrayOf(type(value), value.dtype, value.ndim)
    return OfType(type(value)) if type(value) in _SCALARS else seen(value)


class Assumptions:
    """Everything that was looked at, each with what was seen there."""

    def __init__(self) -> None:
        self.seen: dict[Place, Seen] = {}

    def add(self, place: Place, what: Seen) -> None:
        self.seen.setdefault(place, what)

    def name(self, owner: FunctionType, name: str, value: Any) -> None:
        """A name of a function's was looked up."""
        self.add(NameOf(owner, name), Same(NOTHING) if value is NOTHING else seen(value))

    def meaning(self, names: dict[str, Any], name: str, value: Any) -> None:
        """Emitted code says an object by a name, in these globals."""
        self.add(GlobalOf(Same(names), name), Same(value))

    def attribute(self, base: Any, path: str, scope: Any, name: str) -> None:
        """An attribute was read of what a path stands for, in the names of a function; `scope` may be None."""
        if isinstance(base, ModuleType) and is_library(base.__name__):
            return
        owner = getattr(scope, "__func__", scope)
        value = getattr(base, name, NOTHING)
        place = AttributeOf(Same(base), name) if owner is None else PathOf(owner, f"{path}.{name}")
        what = Same(NOTHING) if value is NOTHING else seen(value)
        if isinstance(what, MethodOf) and getattr(value, "__self__", None) is base:
            what = MethodOf(what.function, what.receiver, own=True)
        self.add(place, what)

    def owns(self, path: str, scope: Any) -> bool:
        """Whether a path was seen to lead to a method of the object that stands before its last dot."""
        what = self.seen.get(PathOf(getattr(scope, "__func__", scope), path))
        return isinstance(what, MethodOf) and what.own

    def member(self, cls: type, name: str, after: type | None = None) -> Any:
        """What a class has by a name, as `static_lookup` says; it was asked for."""
        found = lookup(cls, name, after)
        if not is_of_a_library(cls):
            bases = cls.__mro__ if after is None else cls.__mro__[cls.__mro__.index(after) + 1 :]
            have = [i for i, base in enumerate(bases) if name in vars(base)]
            asked = tuple(b for b in bases[: have[0] + 1 if have else None] if not is_of_a_library(b))
            if asked and (not have or bases[have[0]] in asked):
                literal = isinstance(found, (*_LITERALS, int, float, complex))
                what = Equal(found) if literal else Same(found)
                self.add(MemberOf(asked, name), what if have else Same(NOTHING))
            if type(found) in _CONTAINERS:
                self.add(AttributeOf(Same(cls), name), seen(found))
        return found

    def function(self, function: Any) -> None:
        """The code of a function was read."""
        function = getattr(function, "__func__", function)
        if not isinstance(function, FunctionType) or is_of_the_book(function):
            return
        keywords = function.__kwdefaults__
        values = (*(function.__defaults__ or ()), *(keywords or {}).values())
        held = tuple(map(seen, values)) if any(type(value) in _CONTAINERS for value in values) else ()
        named = KeywordDefaults(function) if keywords else None
        code = Code(function.__code__, function.__defaults__, named, held)
        self.add(CodeOf(function), code)
