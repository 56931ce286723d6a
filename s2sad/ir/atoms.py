"""What entries of the Wengert list read: variables, literals, and what lives outside of the function; and where they stand."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Union, final

from s2sad.ir.values import value


@value(frozen=True, slots=True)
class Location:
    """Where in the user's file an entry came from; `text` is the expression or statement as it stands there.

    Of a place in a library the `callers` are the calls that lead there, the user's first.
    """

    file: str
    line: int
    column: int
    text: str
    callers: tuple[Location, ...] = field(default=(), compare=False, repr=False)


@final
class Var:
    """A variable: assigned once, by an entry, or as a parameter of a function or a block.

    There is one object for each name, as with interned strings, so that it is compared and hashed by identity:
    analyses do little else.
    """

    __slots__ = ("name",)
    __match_args__ = ("name",)
    name: str

    def __new__(cls, name: str) -> Var:
        found = _INTERNED.get(name)
        if found is None:
            found = object.__new__(cls)
            object.__setattr__(found, "name", name)
            found = _INTERNED.setdefault(name, found)
        return found

    def __setattr__(self, attribute: str, value: Any) -> None:
        raise AttributeError(f"{attribute} of a variable can't be changed")

    def __repr__(self) -> str:
        return f"Var(name={self.name!r})"

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return Var, (self.name,)


_INTERNED: dict[str, Var] = {}


class _Undefined:
    """The value of a variable that was not assigned on the way here; reading it raises UnboundLocalError."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "undefined"


UNDEFINED = _Undefined()


@final
@value(frozen=True, slots=True, eq=False)
class Const:
    """A literal: a number, a string, bytes, None, a bool, an Ellipsis, or UNDEFINED. 1, 1.0 and True are told apart."""

    value: Any

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not Const or type(self.value) is not type(other.value):
            return False
        return self.value is other.value or repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        try:
            return hash(self.value) if self.value == self.value else 0  # every nan has a hash of its own
        except TypeError:  # no literal, which verifying finds
            return 0


@final
@value(frozen=True, slots=True, eq=False)
class Ref:
    """Something that lives outside of the function: a global, a builtin, a closure variable, or an attribute of one.

    `path` is how the text says it (`math.sin`, `GRAVITY`), `value` what it was at transformation. With a `scope` (the
    user's function in whose names the path is looked up) emitted code says the same path, so data is read at call
    time; without one it is an object of the library's own choice that emitted code has to import. Of an operation
    `runs_code` says that it runs code of an object's class, which may do anything.
    """

    path: str
    value: Any
    scope: Any = None
    runs_code: bool = False

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Ref)
            and self.path == other.path
            and self.value is other.value
            and self.scope is other.scope
            and self.runs_code is other.runs_code
        )

    def __hash__(self) -> int:
        return hash(self.path)


Atom = Union[Var, Const, Ref]
