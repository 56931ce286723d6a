"""Arguments by name that a program of the library's own passes on, and that say what a function does without them.

np.sum(squares, axis=axis, keepdims=keepdims)        where `axis` is None and `keepdims` is False:  np.sum(squares)
"""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

import numpy as np

from s2sad.ir.nodes import Atom, Const

_NO_VALUE = {"keepdims": False}
"""What NumPy's reductions take where the default is that no value is given."""


def without_defaults(function: Any, named: tuple[tuple[str, Atom], ...]) -> tuple[tuple[str, Atom], ...]:
    """The arguments by name that aren't the function's defaults: None, True or False."""
    return tuple((name, atom) for name, atom in named if not is_default(function, name, atom))


def is_default(function: Any, name: str, atom: Atom) -> bool:
    if not isinstance(atom, Const) or not (atom.value is None or isinstance(atom.value, bool)):
        return False
    default = defaults_of(function).get(name, inspect.Parameter.empty)
    if default is np._NoValue:
        default = _NO_VALUE.get(name, default)
    return default is atom.value


@lru_cache(maxsize=512)
def defaults_of(function: Any) -> dict[str, Any]:
    """The defaults of a function's parameters; nothing where Python can't tell them."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}
    return {name: parameter.default for name, parameter in parameters.items()}
