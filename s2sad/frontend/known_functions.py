"""What is asked of functions that live outside before it is known what calls of them give."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CellType, CodeType, FunctionType
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Ref
from s2sad.ir.operations import operation_by

_OF_MANY_KINDS = frozenset("add sub mul neg pos and_ or_ xor lt le gt ge eq ne".split())
_CONVERSIONS = (float, abs, bool)


def is_of_the_book(owner: Any) -> bool:
    """Whether a function is one of the library's own, whose lines are none of the user's."""
    return (getattr(owner, "__module__", None) or "").startswith("s2sad.")


def is_iterator(function: Any) -> bool:
    """Whether it is the class of an iterator (`map`, `zip`, `itertools.chain`), or makes one."""
    return function is iter or (isinstance(function, type) and issubclass(function, Iterator))


def read_by(function: FunctionType) -> Iterator[Any]:
    """What the names in a function stand for outside of it."""
    for name in names_in(function.__code__):
        if name in function.__globals__:
            yield function.__globals__[name]
        elif name in sys.modules:  # imported within
            yield sys.modules[name]
    for cell in function.__closure__ or ():
        if cell != CellType():  # else nothing is assigned to it yet
            yield cell.cell_contents


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function reads, with those within it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def never_raises(fn: Any, kinds: tuple[Kind, ...]) -> bool:
    """Whether it is the copy, or the sum, of a list or tuple of what can be copied, or added up."""
    if not isinstance(fn, Ref) or len(kinds) != 1 or kinds[0].name not in ("list", "tuple", "indexed"):
        return False
    if fn.value is sum:
        return kinds[0].name != "indexed" and kinds[0].item in K.NUMBERS
    of_python = getattr(kinds[0].cls, "__module__", "") in ("builtins", "collections", "collections.abc")
    return fn.value in (list, tuple) and (kinds[0].name != "indexed" or of_python)


def may_be_caught(fn: Any, kinds: tuple[Kind, ...]) -> bool:
    """Whether what raises nothing for numbers may raise here: arrays needn't fit, a text may be no number, a warning an error."""
    if not isinstance(fn, Ref):
        return False
    if isinstance(fn.value, np.ufunc):
        return True
    is_asked = any(fn.value is each for each in _CONVERSIONS) or operation_by(fn).name in _OF_MANY_KINDS
    return is_asked and not all(kind in K.NUMBERS for kind in kinds)
