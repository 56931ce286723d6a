"""What the running program refuses: also arguments by which no derivative is known, where it tells whether they move.

try:                                    try:
    y = scale(x)                            y = call_fwd(scale, x)
except ValueError:              →       except Refused:             the function itself raises nothing here
    y = x                                   raise
                                        except ValueError:
                                            y = x
"""

from collections.abc import Mapping
from typing import Any

import numpy as np


class Refused(Exception):
    """What s2sad refuses; handlers of a function that is differentiated don't take it."""


class RefusedValue(Refused, ValueError):
    """As `Refused`, and a ValueError."""


class RefusedType(Refused, TypeError):
    """As `Refused`, and a TypeError."""


class RefusedPoint(Refused, ArithmeticError):
    """As `Refused`, and an ArithmeticError."""


class NoDerivative(Refused, NotImplementedError):
    """As `Refused`, and a NotImplementedError."""


def refuse_change(dot: Any, function: str, argument: str) -> None:
    """Raises NotImplementedError if a tangent is not zero."""
    if isinstance(dot, Mapping):
        dot = list(dot.values())
    if isinstance(dot, (list, tuple)):
        for item in dot:
            refuse_change(item, function, argument)
    elif dot is not None and np.any(dot):
        raise NoDerivative(f"{unknown_derivative(function, argument)}: keep that argument constant")


def refuse_real(value: Any, function: str, argument: str) -> None:
    """Raises NotImplementedError if a value that the derivative is asked for by is no int, or has what is none."""
    if isinstance(value, (list, tuple, Mapping)):
        for item in value.values() if isinstance(value, Mapping) else value:
            refuse_real(item, function, argument)
    elif isinstance(value, (float, complex, np.ndarray, np.generic)) and np.asarray(value).dtype.kind in "fc":
        raise NoDerivative(f"{unknown_derivative(function, argument)}: keep that argument constant")


def refuse_array(added: Any) -> None:
    """Raises TypeError if what is added to a list by `+=` is an array: the list becomes one, and isn't extended."""
    if isinstance(added, (np.ndarray, np.generic)):
        reason = "`+=` of a list gets an array, of which it isn't known before the program runs that it is one, and makes one of the list"
        raise RefusedType(
            f"{reason}: write `np.add(items, a)`, or `items.extend(a)` if they are to stand after it"
        )


def unknown_derivative(function: str, argument: str) -> str:
    return f"no derivative of `{function}` by its argument `{argument}` is known"


def check_same(given: Any, known: Any) -> None:
    """Raises ValueError for another function than the default that a derivative was made for without a call."""
    if given is not known and given != known:
        name = getattr(known, "__name__", repr(known))
        reason = f"this is the derivative for `{name}`, and another function is given"
        raise RefusedValue(
            f"{reason}: make the derivative by grad, which takes it, or emit one with it as the default"
        )


def check_samples(is_too_small: Any, *samples: Any) -> None:
    """Refused are samples of which SciPy gives nan, whatever the function is: one holds nan, or is too small."""
    too_small = is_too_small is not None and is_too_small([np.asarray(sample) for sample in samples])
    if too_small or any(np.any(np.isnan(sample)) for sample in samples):
        raise NoDerivative("a sample holds nan, or is too small: take out what is nan before")


def check_within(at: Any, points: Any) -> None:
    """Places have to lie within a grid."""
    for i, ends in enumerate(points):
        if not np.all((ends[0] <= at[:, i]) & (at[:, i] <= ends[-1])):
            raise ValueError(f"One of the requested xi is out of bounds in dimension {i}")
