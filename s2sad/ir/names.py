"""The one maker of generated names: deterministic, and never in the way of a name that is there already."""

from __future__ import annotations

import builtins
import keyword
import unicodedata
from collections.abc import Iterable

# The soft keywords of every supported Python, so that the same names come out under each of them.
_RESERVED = frozenset([*keyword.kwlist, *keyword.softkwlist, "_", "case", "match", "type", *dir(builtins)])
TEMPORARY = "t"
MARK = "__t"
"""What ends the name of a temporary that says what the value is: `x_y__t`."""


class Names:
    """Gives names that are free: no keywords, no builtins, none that is taken, none that was given before."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def reserve(self, names: Iterable[str]) -> None:
        """Never give these names from now on."""
        self._taken.update(names)

    def fresh(self, hint: str) -> str:
        """`hint` if it is free, else `hint_1`, `hint_2`, …; a hint that is numbered already is counted on."""
        name = _identifier(hint)
        if name in self._taken or name in _RESERVED:
            name = self._numbered(stem(name))
        self._taken.add(name)
        return name

    def tangent(self, name: str) -> str:
        """A name for the tangent of a variable: `x_dot`."""
        return self.fresh(name + "_dot")

    def adjoint(self, name: str) -> str:
        """A name for the adjoint of a variable: `x_bar`."""
        return self.fresh(name + "_bar")

    def _numbered(self, stem: str) -> str:
        number = self._next.get(stem, 1)
        while (name := f"{stem}_{number}") in self._taken:
            number += 1
        self._next[stem] = number + 1
        return name


def _identifier(hint: str) -> str:
    if not hint.isascii():  # as Python itself reads identifiers, or two names could be one to it
        hint = unicodedata.normalize("NFKC", hint)
    return hint if hint.isidentifier() else TEMPORARY


def stem(name: str) -> str:
    """A name without the number at its end: `x` for `x_3`."""
    head, _, number = name.rpartition("_")
    return head if head and number.isdecimal() else name.rstrip("_")


def is_unnamed(name: str) -> bool:
    """Whether the user gave a value no name."""
    plain = stem(name)
    return plain == TEMPORARY or plain.endswith(MARK)


def without_mark(name: str) -> str:
    """The name that emitted code has for a value: `x_y_bar` for `x_y__t_bar`."""
    return name.replace(MARK, "")
