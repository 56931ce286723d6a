"""What operators, formats and methods of texts give of literals, before the program runs."""

from __future__ import annotations

import string
from collections.abc import Sequence

from s2sad.ir.nodes import Atom, Const, Entry
from s2sad.ir.operations import callee_of, operation

_OF_NUMBERS = ("add", "sub", "mul", "lt", "le", "gt", "ge", "mod", "floordiv", "neg", "not_")
_OF_ANYTHING = ("eq", "ne", "is_", "is_not")
_OF_TEXTS = ("format_of", "text_of")
_LITERALS = (int, bool, str, type(None))
_TEXT_METHODS = (
    "startswith",
    "endswith",
    "lower",
    "upper",
    "strip",
    "isdigit",
    "replace",
    "removeprefix",
    "format",
)


def folded(node: Entry, name: str | None) -> Atom | None:
    """What an operator, or a conversion, gives of literals; None for anything else."""
    values = [atom.value for atom in node.args if isinstance(atom, Const)]
    if not values or len(values) != len(node.args) or node.kwargs:
        return None
    callee = callee_of(node)
    numbers = all(type(value) in (int, bool) for value in values)
    plain = all(type(value) in _LITERALS for value in values)
    if name in _OF_NUMBERS and numbers and not (name in ("mod", "floordiv") and not values[1]):
        return Const(operation(node).function(*values))
    if (name in _OF_ANYTHING or name in _OF_TEXTS) and plain:
        return Const(operation(node).function(*values))
    if callee in (min, max) and numbers and len(values) > 1:
        return Const(callee(*values))
    if (callee is bool and plain) or (callee is str and numbers):
        return Const(callee(*values))
    return None


def text_method(text: Atom, method: Atom, args: Sequence[Atom]) -> Atom | None:
    """What a method of a text gives of literals."""
    if not isinstance(text, Const) or type(text.value) is not str or not isinstance(method, Const):
        return None
    values = [atom.value for atom in args if isinstance(atom, Const) and type(atom.value) in _LITERALS]
    if method.value not in _TEXT_METHODS or len(values) != len(args):
        return None
    return Const(getattr(text.value, method.value)(*values))


def parts_of_format(text: Atom, count: int) -> list[tuple[str, int | None, str, str]]:
    """The parts of a text for `format` with so many arguments: what it says, or which argument stands there, and how.

    There are none of one that isn't known, or asks for what isn't given by place.
    """
    if not isinstance(text, Const) or type(text.value) is not str:
        return []
    found: list[tuple[str, int | None, str, str]] = []
    taken = 0
    for said, field, spec, conversion in string.Formatter().parse(text.value):
        if said:
            found.append((said, None, "", ""))
        if field is None:
            continue
        place = int(field) if field.isdecimal() else taken
        taken += not field
        if (field and not field.isdecimal()) or place >= count or "{" in (spec or ""):
            return []
        found.append(("", place, spec or "", conversion or ""))
    return found
