"""What libraries ask of arrays before they compute: which module has the functions for them.

xp = array_namespace(x, y)      →       xp is NumPy's namespace, since x and y are arrays of NumPy's or numbers
xp.mean(x)                              np.mean(x)
a, b = xp_promote(a, b, xp=xp)          arrays of one dtype, as they are if they are of floats

The answer goes by what the arguments are, and not by what they hold: the function that is asked gets small arrays in their place.
"""

from __future__ import annotations

import ast
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Sequence, Spread, Value
from s2sad.frontend.container_literals import known_items
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

_ASKED = frozenset(("array_namespace", "get_namespace", "_get_namespace"))
_LIBRARIES = frozenset(("scipy", "sklearn", "array_api_compat", "array_api_extra"))
_NUMPY = Ref("np", np)
_ASARRAY = Ref("np.asarray", np.asarray)


def namespace_of(lowering: Lowering, function: Any, args: list[Any], kwargs: dict) -> Value | None:
    """What a function that asks for a namespace gives for values of these kinds; None for any other function."""
    if function is getattr(np.ndarray, "__array_namespace__", None):
        return _NUMPY
    if not isinstance(function, FunctionType) or function.__name__ not in _ASKED:
        return None
    if (function.__module__ or "").partition(".")[0] not in _LIBRARIES:
        return None
    given = [example(lowering, value) for value in args]
    named = {name: example(lowering, value) for name, value in kwargs.items()}
    if any(each is NotImplemented for each in (*given, *named.values())):
        return None
    try:
        return as_value(function(*given, **named))
    except Exception:  # the program raises it where it gets here
        return None


def promoted(lowering: Lowering, function: Any, args: list[Any], kwargs: dict, node: ast.AST) -> Value | None:
    """Numbers and arrays of floats as arrays, which is what such a function makes of them; None for any other call."""
    if not isinstance(function, FunctionType) or function.__name__ != "xp_promote" or not args:
        return None
    if set(kwargs) - {"xp", "force_floating"} or not all(is_of_floats(lowering, value) for value in args):
        return None
    made = [emit(lowering, _ASARRAY, (value,), node) for value in args]
    return made[0] if len(made) == 1 else Sequence(tuple(made))


def is_of_floats(lowering: Lowering, value: Any) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, float)
    return isinstance(value, Var) and K.element(lowering.kind(value)) == K.FLOAT


def example(lowering: Lowering, value: Any) -> Any:
    """A value of the same kind; NotImplemented if that isn't known."""
    if isinstance(value, (Const, Ref)):
        return value.value
    if isinstance(value, Spread):
        item = K.iterated(lowering.kind(value.value))
        return np.zeros(1) if K.is_array(item) or item in K.NUMBERS else NotImplemented
    kind = lowering.kind(value) if isinstance(value, Var) else None
    if kind is not None and (K.is_array(kind) or kind in K.NUMBERS):
        return np.zeros((1,) * (kind.ndim or 0))
    items = known_items(lowering, value)
    if isinstance(value, Sequence) or items is not None:
        parts = [example(lowering, item) for item in items or ()]
        return NotImplemented if any(part is NotImplemented for part in parts) else parts
    return NotImplemented


def as_value(found: Any) -> Value | None:
    """The module, or the module and a truth value beside it."""
    if isinstance(found, ModuleType):
        return Ref(found.__name__.rpartition(".")[2], found)
    if not isinstance(found, tuple):
        return None
    known: list[Value] = []
    for part in found:
        value = Const(part) if isinstance(part, (bool, str, type(None))) else as_value(part)
        if value is None:
            return None
        known.append(value)
    return Sequence(tuple(known))
