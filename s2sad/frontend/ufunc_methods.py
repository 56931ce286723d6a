"""Methods of NumPy's universal functions that have no rule of their own, as what they stand for.

np.arctan2.outer(x, y)      →       np.arctan2(x[:, None], y)
np.hypot.reduce(A)          →       np.hypot(np.hypot(A[0], A[1]), A[2])
"""

from __future__ import annotations

import ast
from types import BuiltinMethodType
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Function
from s2sad.frontend.inlining import function_of
from s2sad.frontend.lowering import Lowering


def program_of_method(lowering: Lowering, method: Any, node: ast.AST) -> Function | None:
    """The program of such a method, which gets the universal function first; None for any other function."""
    if type(method) is not BuiltinMethodType or not isinstance(method.__self__, np.ufunc):
        return None
    program = _PROGRAMS.get(method.__name__) if method.__self__.nin == 2 else None
    if program is reduced_by and method.__self__ not in _REDUCED:
        return None
    return None if program is None else function_of(lowering, program, node)


def outer_by(function: Any, A: Any, B: Any) -> Any:
    """The function of an item of each"""
    return function(np.reshape(A, np.shape(A) + (1,) * np.ndim(B)), B)


def reduced_by(function: Any, array: Any, axis: Any = 0, *, keepdims: bool = False) -> Any:
    """The function of what was found so far and the next item, along an axis"""
    rows = np.moveaxis(np.asarray(array), axis, 0)
    found = rows[0]
    for i in range(1, len(rows)):
        found = function(found, rows[i])
    return np.expand_dims(found, axis) if keepdims else found


_PROGRAMS = {"outer": outer_by, "reduce": reduced_by}
_REDUCED = (np.subtract, np.divide, np.hypot, np.fmax, np.fmin, np.logaddexp2)
"""Of others, such as `np.power` and `np.arctan2`, NumPy's own value isn't that of one step after the other."""
