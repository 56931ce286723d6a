"""What SciPy's Python says by functions of its own: a choice between two formulas, each where it may be computed."""

import importlib
from types import SimpleNamespace
from typing import Any

import numpy as np

from s2sad.rules.declare import nondifferentiable, present, program
from s2sad.runtime.roots import as_constant
from s2sad.runtime.updated_places import Places, order_of

_HOMES = ("scipy._lib", "scipy._external")


def copy_of(name: str) -> Any:
    """A module that SciPy keeps a copy of, wherever this version has it; nothing if it has none."""
    for home in _HOMES:
        try:
            return importlib.import_module(f"{home}.{name}")
        except ImportError:
            continue
    return SimpleNamespace()


def place_where(condition):
    """A place where a condition holds; None if there is none."""
    found = np.flatnonzero(condition)
    return int(found[0]) if len(found) else None


def with_valid(values, condition, place, whole):
    """The values, and where a condition doesn't hold one at which it does."""
    spread = np.broadcast_to(values, np.shape(whole))
    return np.where(condition, spread, np.ravel(spread)[place])


CONSTANT = nondifferentiable("number", place_where, order_of)


@program(*present(copy_of("array_api_extra"), "apply_where"), at=[])
def apply_where(cond, args, f1, f2=None, *, fill_value=None, xp=None, kwargs=None):
    """One formula where a condition holds, and another elsewhere"""
    parts = args if isinstance(args, (tuple, list)) else (args,)
    holds = np.asarray(cond)
    whole = holds
    for part in parts:
        whole = whole | (np.asarray(part) != np.asarray(part))
    holds = np.broadcast_to(holds, np.shape(whole))
    first, second = as_constant(place_where, holds), as_constant(place_where, ~holds)
    if first is None:
        return (
            f2(*parts)
            if callable(f2)
            else np.broadcast_to(np.asarray(fill_value, dtype=float), np.shape(whole))
        )
    found = f1(*[with_valid(part, holds, first, whole) for part in parts])
    if second is None:
        return found
    if callable(f2):
        return np.where(holds, found, f2(*[with_valid(part, ~holds, second, whole) for part in parts]))
    return np.where(holds, found, fill_value)


_SORTED = present(copy_of("array_api_compat.numpy"), "sort")


@program(*(() if np.sort in _SORTED else _SORTED), at=[])
def sort(x, /, *, axis=-1, descending=False, stable=True):
    """As `np.sort`"""
    found = np.sort(x, axis=axis)
    return np.flip(found, axis=axis) if descending else found


@program(*present(copy_of("array_api_extra"), "at"), at=[])
def at(x, idx=None, /):
    """An array with other items at some places"""
    return Places(x, idx)
