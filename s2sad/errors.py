"""What s2sad refuses, one class per mistake, and how it is said: the place, the line, the reason, the way out.

    model.py:12:12: struct.pack has no derivative rule, and an active value reaches it
        data = struct.pack("d", x)
               ^^^^^^^^^^^^^^^^^^^
    way out: give it a rule (rules=), or keep the differentiated arguments out of it

An error is also an instance of the Python class for the same mistake, where there is one.
"""

from __future__ import annotations

import functools
import linecache
import os
from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, Protocol, TypeVar

from s2sad.runtime.refusals import Refused

P = ParamSpec("P")
R = TypeVar("R")
ALL_FRAMES = "S2SAD_TRACEBACK"
"""The environment variable that lets refusals show the frames of the compiler, where it is set."""
_OWN = os.path.dirname(os.path.abspath(__file__)) + os.sep


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


class DifferentiationError(Refused):
    """A function, argument or result that can't be differentiated.

    `reason` says what is wrong, `hint` the way out, `location` (None where there is no line to blame) has the
    attributes of `Place`. Inside a library it is the user's call that leads there, and `calls` are all the places on the
    way, the user's first, the one at fault last.
    """

    def __init__(self, reason: str, hint: str, location: Place | None = None) -> None:
        super().__init__(reason, hint, location)  # all three in `args`, so that the error pickles
        self.reason = reason
        self.hint = hint
        callers: tuple[Place, ...] = getattr(location, "callers", ())
        self.location = callers[0] if callers else location
        self.calls: tuple[Place, ...] = (*callers, location) if location is not None and callers else ()

    def __str__(self) -> str:
        if self.location is None:
            return f"{self.reason}\nway out: {self.hint}"
        if self.calls:
            return through_library(self)
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
    """A derivative rule that the compiler can't read."""


class NotANumber(DifferentiationError, TypeError):
    """A differentiated argument, a tangent or a cotangent that isn't a floating-point number."""


class NotAScalar(DifferentiationError, TypeError):
    """A result that isn't one real number, where a gradient is asked for."""


class ShapeMismatch(DifferentiationError, TypeError, ValueError):
    """A tangent or cotangent whose structure or shape isn't that of its value."""


class DerivativeMismatch(DifferentiationError, AssertionError):
    """A derivative that disagrees with central differences, or with that of the other mode."""


class NotCallable(DifferentiationError, TypeError):
    """Something to differentiate that isn't a function."""


class NotStandalone(DifferentiationError, ValueError):
    """A derivative that needs something that can't be written into a module."""


class ArgumentIndexError(DifferentiationError, ValueError):
    """A differentiated argument that the function does not have."""


class TooLong(DifferentiationError, ValueError):
    """A run that is too long to be shown entry by entry, or calls that are too many to be written out."""


def through_library(error: DifferentiationError) -> str:
    """The message of what is refused inside a library: the user's call, the calls from there on, the reason.

    model.py:4:12: lib.energy(x) leads to what can't be differentiated
        return lib.energy(x)
               ^^^^^^^^^^^^^
    lib/core.py:9: packed(y)
    lib/inner.py:5: struct.pack("d", y)
    `struct.pack` has no derivative rule
    way out: give it a rule (rules=)
    """
    first, *others = error.calls
    lines = [f"{place.file}:{place.line}: {headline(place)}" for place in others]
    head = (
        f"{first.file}:{first.line}:{first.column}: {headline(first)} leads to what can't be differentiated"
    )
    hint = error.hint if "rules=" in error.hint else f"{error.hint}; or give what you call a rule (rules=)"
    chain = "\n".join(lines)
    return f"{head}\n{excerpt(first)}{chain}\n{error.reason}\nway out: {hint}"


def headline(place: Place) -> str:
    """The first line of what stands in a place."""
    return place.text.strip().partition("\n")[0]


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


# ------------------------------------------------------------------------------------------------- tracebacks


def refuses(function: Callable[P, R]) -> Callable[P, R]:
    """A public function whose refusals show where it was called, and not what the compiler was doing then."""

    @functools.wraps(function)
    def refusing(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except DifferentiationError as refusal:
            shown = shortened(refusal)
            raise shown from shown.__cause__  # S2SAD_TRACEBACK=1 in the environment shows what s2sad did

    return refusing


def shortened(refusal: DifferentiationError) -> DifferentiationError:
    """The error with the user's frames in its traceback, and those of emitted code; with all of them if asked for."""
    if not os.environ.get(ALL_FRAMES):
        refusal.__cause__ = None
        refusal.__traceback__ = _outside(refusal.__traceback__)
    return refusal


def _outside(trace: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of this package."""
    frames = []
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    following = None
    for each in reversed(frames):  # of which there may be more than calls within calls
        if not each.tb_frame.f_code.co_filename.startswith(_OWN):
            following = TracebackType(following, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return following
