"""Operations on literals, done by the compiler.

    k = sub 2 1                     (k is 1 wherever it stood)
    t = pow x k             →       t = pow x 1
    c = truediv 1 3                 c = truediv 1 3         # 0.3333333333333333 is longer than 1 / 3

The value is the very one that the emitted code would compute. What raises is left to do so at run time, and so is what
would be longer to read as a number than as it stands.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from s2sad.ir.nodes import Atom, Const
from s2sad.ir.operations import FUNCTIONS
from s2sad.runtime.shaping import inverse_order

_FOLDED = (
    "add sub mul truediv floordiv mod pow lshift rshift and_ or_ xor neg pos invert not_ "
    "lt le gt ge eq ne is_ is_not is_in not_in getitem text_of"
)
_FUNCTIONS = {name: FUNCTIONS[name] for name in _FOLDED.split()}
_CALLS: tuple[tuple[Any, Any], ...] = ((np.negative, operator.neg), (max, max), (min, min), (float, float))
_TYPES = frozenset((int, float, bool, str, bytes, type(None)))
_OPERATOR_WIDTH = 3  # " + "
_LARGEST = 2**53


def fold(name: str, args: tuple[Atom, ...]) -> Const | None:
    """The literal that an operation on literals gives, or None."""
    function = _FUNCTIONS.get(name)
    if function is None or not args:
        return None
    values = []
    for atom in args:
        if type(atom) is not Const or type(atom.value) not in _TYPES:
            return None
        values.append(atom.value)
    if not _is_foldable(name, values):
        return None
    try:
        value = function(*values)
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return None
    return Const(value) if _is_readable(value, values) else None


def fold_call(function: Any, args: tuple[Atom, ...]) -> Const | None:
    """The number that a known function of ints gives, or None: what rules say of axes, shifts and whole factors."""
    known = next((done for called, done in _CALLS if function is called), None)
    ints = [atom.value for atom in args if type(atom) is Const and type(atom.value) is int]
    if known is None or len(ints) < len(args) or any(abs(value) > _LARGEST for value in ints):
        return None
    return Const(known(*ints))


def inverted(order: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """The literals of the order of axes that undoes the order of these literals."""
    return tuple(map(Const, inverse_order([axis.value for axis in order])))  # type: ignore[union-attr]


def is_finite(atom: Atom) -> bool:
    """Whether it is a literal that is neither infinite nor no number."""
    return type(atom) is Const and type(atom.value) in (int, float) and math.isfinite(atom.value)


def _is_foldable(name: str, values: list[Any]) -> bool:
    """Not what is work to compute (`2 ** 10 ** 9`), nor what depends on which literals are one object."""
    if name in ("pow", "lshift"):
        return all(isinstance(value, (int, float)) and abs(value) <= 64 for value in values)
    if name == "mul":
        return not any(isinstance(value, (str, bytes)) for value in values)
    if name in ("is_", "is_not"):
        return any(value is None or isinstance(value, bool) for value in values)
    return True


def _is_readable(value: Any, operands: list[Any]) -> bool:
    kind = type(value)
    if kind is bool or value is None:
        return True
    if kind is int:
        return abs(value) <= _LARGEST
    if kind is float and not math.isfinite(value):
        return False
    width = sum(len(repr(operand)) for operand in operands) + _OPERATOR_WIDTH
    return len(repr(value)) <= width
