"""What is known of an operation of the Wengert list, in one record; the table of them all is in `operations`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from s2sad.ir.kinds import Kind
from s2sad.ir.operation_kinds import compared, truth, unknown


class Effect:
    """What calling something does, from the harmless to the unknown.

    These and those below are plain constants: passes compare them at every entry, and members of an `Enum` take Python 3.10
    and 3.11 a call to find.
    """

    TOTAL = 0  # pure, never raises
    RAISING = 1  # pure, raises for some arguments
    READING = 2  # reads an object that may be written in place; may raise
    FRESH = 3  # makes a new mutable object, or goes through an iterable: may be removed, not merged
    WRITING = 4  # changes its first argument in place; may raise
    SHOWING = 5  # acts on the world outside, but changes none of its arguments
    UNKNOWN = 6


class Form:
    """How Python writes an operation."""

    CALL = "call"  # f(x, y)
    BINARY = "binary"  # x + y
    UNARY = "unary"  # -x
    COMPARISON = "comparison"  # x < y
    AUGMENTED = "augmented"  # x += y
    DISPLAY = "display"  # [x, y]
    SYNTAX = "syntax"  # x[i], x.pop(), f"{x}"
    STATEMENT = "statement"  # x[i] = y


class Shares:
    """What a value has in common with the arguments that it is made of, if these may be written in place."""

    NOTHING = "nothing"  # it is new
    ITEMS = "items"  # of numbers and arrays it is new; a list has the items of its operands
    ARGUMENTS = "arguments"  # its arguments are its items; of what writes: become items of the first
    ITSELF = "itself"  # it is its first argument
    PART = "part"  # it is a part of its first argument
    ANYTHING = "anything"


@dataclass(frozen=True, slots=True)
class Operation:
    """What is known of an operation; the default of each property is what holds for a call of anything.

    `kind` gives the kind of the value from those of the arguments. `spelling` is the operator of Python's (of the module
    `ast`), or the builtin that emitted code calls. `index` and `stored` are places among the arguments: by what an item is
    found, and what becomes an item of the first argument. At the places `linear` the same operation on tangents takes
    tangents; the other arguments it takes as they are.
    """

    name: str | None = None
    function: Any = None
    effect: int = Effect.UNKNOWN
    form: str = Form.CALL
    spelling: Any = None
    shares: str = Shares.ANYTHING
    kind: Callable[[tuple[Kind, ...]], Kind] = unknown
    plain: str = ""  # what an operator that writes in place computes: `add` of `iadd`
    index: int | None = None
    stored: int | None = None
    accumulates: bool = False  # what is stored is added to what is there
    linear: tuple[int, ...] = ()
    arithmetic: bool = False  # of numbers it gives a number, of arrays an array
    elementwise: bool = False  # one element of the value is made of one of each argument
    same_items: bool = False  # what the value holds is of the kinds of what its arguments hold

    @property
    def is_operator(self) -> bool:
        """Whether it is an operator of Python's that computes a value."""
        return self.form in (Form.BINARY, Form.UNARY, Form.COMPARISON)

    @property
    def is_statement(self) -> bool:
        """Whether Python has to write it as a statement."""
        return self.form in (Form.STATEMENT, Form.AUGMENTED)

    @property
    def is_syntax(self) -> bool:
        """Whether Python has syntax for it, so that emitted code has nothing to import."""
        return self.form is not Form.CALL and not isinstance(self.spelling, str)

    @property
    def is_truth(self) -> bool:
        """Whether of numbers it gives true or false."""
        return self.kind in (truth, compared)

    @property
    def is_display(self) -> bool:
        return self.form is Form.DISPLAY

    @property
    def holds_arguments(self) -> bool:
        """Whether arguments become items of a list, dict, tuple or set, as the objects that they are."""
        return self.shares is Shares.ARGUMENTS

    @property
    def makes_container(self) -> bool:
        """Whether it makes a list, dict or set that nothing else has, or the like of a value."""
        return self.effect is Effect.FRESH and self.shares in (Shares.NOTHING, Shares.ARGUMENTS)
