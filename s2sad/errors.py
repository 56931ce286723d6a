"""What s2sad refuses, one class per mistake, and how it is said: the place, the line, the reason, the way out.

    model.py:12:12: struct.pack has no derivative rule, and an active value reaches it
        data = struct.pack("d", x)
               ^^^^^^^^^^^^^^^^^^^
    way out: give it a rule (rules=), or keep the differentiated arguments out of it

An error is also an instance of the Python class for the same mistake, where there is one.
"""

from __future__ import annotations

import linecache
from typing import Protocol


class Place(Protocol):
    """Where in a file: `line` and `column` count from 1, `column` in characters; `text` is what stands there."""

    @property
    def file(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def text(self) -> str: ...


class DifferentiationError(Exception):
    """A function, argument or result that can't be differentiated.

    `reason` says what is wrong, `hint` the way out, `location` (None where there is no line to blame) has the
    attributes of `Place`.
    """

    def __init__(self, reason: str, hint: str, location: Place | None = None) -> None:
        super().__init__(reason, hint, location)  # all three in `args`, so that the error pickles
        self.reason = reason
        self.hint = hint
        self.location = location

    def __str__(self) -> str:
        if self.location is None:
            return f"{self.reason}\nway out: {self.hint}"
        place = f"{self.location.file}:{self.location.line}:{self.location.column}"
        return f"{place}: {self.reason}\n{excerpt(self.location)}way out: {self.hint}"


class SourceNotFound(DifferentiationError):
    """A function whose source can't be found, or is no longer that of the function."""


class UnsupportedSyntax(DifferentiationError):
    """A statement or expression that s2sad does not differentiate."""


class NoRuleError(DifferentiationError):
    """An active value reaches a call that has neither a derivative rule nor source."""


class UnsupportedValue(DifferentiationError):
    """An active value gets where it can't be followed: a global variable, a foreign object, a string."""


class InvalidRule(DifferentiationError):
    """A derivative rule that is not what the compiler can read."""


class NotANumber(DifferentiationError, TypeError):
    """A differentiated argument, a tangent or a cotangent that is no floating-point number."""


class NotAScalar(DifferentiationError, TypeError):
    """A result that is not one real number, where a gradient is asked for."""


class ShapeMismatch(DifferentiationError, TypeError, ValueError):
    """A tangent or cotangent that has not the structure, or not the shape, of its value."""


class DerivativeMismatch(DifferentiationError, AssertionError):
    """A derivative that disagrees with central differences, or with that of the other mode."""


class NotCallable(DifferentiationError, TypeError):
    """Something to differentiate that is no function."""


class NotStandalone(DifferentiationError, ValueError):
    """A derivative that needs something which can't be written into a module."""


class ArgumentIndexError(DifferentiationError, ValueError):
    """A differentiated argument that the function does not have."""


def excerpt(place: Place) -> str:
    """The line of the file with a caret below the place, indented; without the file, the place's own text."""
    # All that is run from strings has this name, so that the lines may be those of anything.
    line = "" if place.file == "<string>" else linecache.getline(place.file, place.line).rstrip()
    start = place.column - 1
    if not line.strip():
        first = place.text.strip().partition("\n")[0]
        return f"    {first}\n" if first else ""
    indent = len(line) - len(line.lstrip())
    before = "".join("\t" if letter == "\t" else " " for letter in line[indent:start])
    width = len(place.text) if line.startswith(place.text, start) else 1
    return f"    {line[indent:]}\n    {before}{'^' * max(1, width)}\n"
