"""Whether the numbers that a function gives are real or complex, where trying it once doesn't tell.

    np.linalg.eigvals of array[float, 2]        →   array[unknown]: its eigenvalues may be complex
    np.zeros(n, dtype=d), and d isn't known     →   array[unknown]
    abs of array[unknown]                       →   array[float]: it is so of real numbers, and of complex ones

A kind that says "float" is a promise: the adjoint of what it belongs to is made real. An array of which one that says
"complex" has adjoints that are complex; what isn't known is found when the program runs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.dummies import DTYPES, Known
from s2sad.ir.kinds import Kind, parts_of
from s2sad.ir.value_kinds import kind_of

_BY_VALUES = ("eig", "eigvals", "roots", "real_if_close", "poly", "sqrtm", "logm", "fractional_matrix_power")
_SHAPE_FIRST = (np.zeros, np.ones, np.empty, np.ndarray, np.eye, np.identity)
_TO_COMPLEX = frozenset("fft fft2 fftn ifft ifft2 ifftn rfft rfft2 rfftn ihfft ihfft2 ihfftn".split())
_KEEPING = (operator.getitem, np.ndarray.__getattribute__)


def by_values(function: Any) -> bool:
    """Whether it depends on the values of real arguments if the result is complex, or of complex ones if it is real."""
    module = getattr(function, "__module__", None) or ""
    name = getattr(function, "__name__", "")
    return "scimath" in module or (name in _BY_VALUES and module.split(".")[0] in ("numpy", "scipy"))


def real_or_complex(kind: Kind) -> Kind:
    """The kind with numbers of which it isn't known whether they are real or complex."""
    if kind in (K.FLOAT, K.COMPLEX):
        return K.COMPLEX
    if K.is_array(kind):
        return K.array_kind(K.UNKNOWN, kind.ndim)
    if kind.name not in K.CONTAINERS:
        return kind
    fields = None if kind.fields is None else tuple(map(real_or_complex, kind.fields))
    return replace(kind, item=real_or_complex(kind.item) if kind.item else None, fields=fields)


def numbers_in(kind: Kind | Known) -> Kind:
    """The kind of the numbers in a value, or of those that a dtype makes; UNKNOWN if it isn't known."""
    if isinstance(kind, Known):
        return _numbers_of(kind.value)
    if kind.name in K.CONTAINERS and kind.fields is not None:
        return K.join_all(tuple(map(numbers_in, kind.fields)))
    if kind.name in (*K.CONTAINERS, "array", "dtype"):
        return numbers_in(kind.item) if kind.item else K.UNKNOWN
    return (
        kind
        if kind in K.NUMBERS
        else K.UNKNOWN if kind.name in ("unknown", "object", "function") else K.BOTTOM
    )


def _numbers_of(value: Any) -> Kind:
    """Those of a flag, an axis or an option count for nothing, but for what is a dtype."""
    if value is None or isinstance(value, (bool, int)):
        return K.BOTTOM
    try:
        return kind_of(np.dtype(value)).item or K.UNKNOWN
    except (TypeError, ValueError, SyntaxError):  # a text that is an option, a class of something else
        return K.BOTTOM if isinstance(value, str) else K.UNKNOWN


def untried(function: Callable, args: tuple, kwargs: tuple = ()) -> Kind:
    """The numbers that a function gives that couldn't be tried: those that it gets, or UNKNOWN."""
    if _is_transform(function) and getattr(function, "__name__", "") in _TO_COMPLEX:
        return K.COMPLEX
    if any(function is maker for maker in _SHAPE_FIRST):
        args = args[1:]
    found = K.join_all(
        (K.FLOAT, *map(numbers_in, args), *(numbers_in(v) for name, v in kwargs if name != "order"))
    )
    if found == K.FLOAT and not by_values(function) and not _is_transform(function):
        return found
    return found if found == K.COMPLEX and function in _KEEPING else K.UNKNOWN


def _is_transform(function: Any) -> bool:
    """Whether it may give complex numbers of real ones, as Fourier transforms do."""
    return "fft" in (getattr(function, "__module__", None) or "")


def is_uncertain(kind: Any) -> bool:
    """Whether it is, or holds, an array of numbers of which it isn't known whether they are complex."""
    if not isinstance(kind, Kind):
        return False
    if kind.name in ("array", "dtype"):
        return kind.item not in DTYPES
    return any(map(is_uncertain, parts_of(kind)))


def decided(kind: Any, item: Kind) -> Any:
    """The kind with one sort of numbers in all arrays whose numbers aren't known."""
    if not is_uncertain(kind):
        return kind
    if kind.name in ("array", "dtype"):
        return replace(kind, item=item)
    fields = None if kind.fields is None else tuple(decided(field, item) for field in kind.fields)
    return replace(kind, item=decided(kind.item, item) if kind.item else None, fields=fields)


def either(one: Kind, other: Kind) -> Kind:
    """The kind of what is one of two: of real and of complex numbers alike."""
    if one == other:
        return one
    if one.name in K.CONTAINERS and one.name == other.name and one.fields and other.fields:
        if len(one.fields) == len(other.fields):
            return K.tuple_kind(tuple(map(either, one.fields, other.fields)), one.cls)
    if one.name == other.name == "list" and one.item and other.item:
        return K.list_kind(either(one.item, other.item))
    if one.name == other.name == "dtype":
        return K.dtype_kind(K.UNKNOWN)
    if one.name == other.name == "array":
        return K.array_kind(K.UNKNOWN, one.ndim if one.ndim == other.ndim else None)
    return K.UNKNOWN
