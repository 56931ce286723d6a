"""Kinds of what operations and library functions give, from the kinds of what they get.

    add float int       →   float
    getitem list[int]   →   int
    math.floor float    →   int

What NumPy's functions give of arrays is asked of NumPy itself (`array_kinds`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.ir.kinds import (
    BOOL,
    BOTTOM,
    COMPLEX,
    CONTAINERS,
    FLOAT,
    INT,
    NONE,
    NUMBERS,
    SLICE,
    TEXT,
    UNKNOWN,
    Kind,
    dict_kind,
    element,
    iterated,
    join,
    join_all,
    kind_of,
    list_kind,
    tuple_kind,
)
from s2sad.runtime import revolve
from s2sad.runtime.operations import dict_with

_ARITHMETIC = frozenset("add sub mul floordiv mod iadd isub imul ifloordiv imod neg pos".split())
_DIVISIONS = frozenset(("truediv", "itruediv"))
_POWERS = frozenset(("pow", "ipow"))
_NUMERIC = _ARITHMETIC | _DIVISIONS | _POWERS | {"getitem"}
_TRUTHS = frozenset("lt le gt ge eq ne is_ is_not is_in not_in not_".split())


def operation_kind(name: str, kinds: tuple[Kind, ...]) -> Kind:
    """The kind of what an operation (by its short name) gives, from those of its operands."""
    if name in _TRUTHS:
        return BOOL
    if BOTTOM in kinds and name in _NUMERIC:
        return BOTTOM  # not reached yet; the next round of the analysis knows more
    if name in _ARITHMETIC:
        return _arithmetic(name, kinds)
    if name in _DIVISIONS:
        return join(FLOAT, join_all(kinds)) if _numbers(kinds) else UNKNOWN
    if name in _POWERS:
        return join_all(kinds) if _numbers(kinds) else UNKNOWN
    if name == "tuple_of":
        return tuple_kind(kinds)
    if name == "list_of":
        return list_kind(join_all(kinds))
    if name == "dict_of":
        return dict_kind(join_all(kinds[1::2]))
    if name == "getitem":
        return _item_kind(kinds[0], kinds[1])
    if name in ("or_", "ior") and kinds[0].name == kinds[1].name == "dict":
        return dict_kind(join(kinds[0].item or UNKNOWN, kinds[1].item or UNKNOWN))
    if name in ("text_of", "format_of"):
        return TEXT
    if name == "slice":
        return SLICE
    return _adjoint_kind(name, kinds)


def _adjoint_kind(name: str, kinds: tuple[Kind, ...]) -> Kind:
    """The kinds of what occurs only in derivatives."""
    if name in ("shadow_of", "zeros_like", "adjoint_of", "stop_gradient", "without_gradient", "conjugate"):
        return kinds[0]
    if name == "take_last":
        return kinds[0].item or UNKNOWN
    if name == "accumulate":
        return join_all(kinds)
    if name == "inner":
        return FLOAT
    if name == "scaled":
        return list_kind(FLOAT)
    return UNKNOWN


def raises_for_none(name: str | None, kinds: tuple[Kind, ...]) -> bool:
    """Whether it is arithmetic with a None, which gives no value."""
    return name in _NUMERIC and name != "getitem" and NONE in kinds


def _numbers(kinds: tuple[Kind, ...]) -> bool:
    return all(kind in NUMBERS for kind in kinds)


def _arithmetic(name: str, kinds: tuple[Kind, ...]) -> Kind:
    if _numbers(kinds):
        kind = join_all(kinds)
        return INT if kind == BOOL else kind
    one, other = kinds[0], kinds[-1]
    if name in ("add", "iadd") and one.name == other.name and one.name in CONTAINERS:
        if one.name == "tuple" and one.fields is not None and other.fields is not None:
            return tuple_kind(one.fields + other.fields)
        return Kind(one.name, join(one.item or UNKNOWN, other.item or UNKNOWN))
    if name == "mul" and one.name in ("list", "tuple") and other in (INT, BOOL):
        return Kind(one.name, one.item)
    if name == "mul" and other.name in ("list", "tuple") and one in (INT, BOOL):
        return Kind(other.name, other.item)
    return TEXT if TEXT in kinds else UNKNOWN


def _item_kind(container: Kind, index: Kind) -> Kind:
    if index == SLICE and container.name in ("list", "tuple"):
        return Kind(container.name, container.item)
    return container.item if container.name in CONTAINERS and container.item else UNKNOWN


_FIXED: dict[Any, Kind] = {
    **dict.fromkeys((len, int, id, hash, ord), INT),
    **dict.fromkeys((str, repr, ascii, format, chr, bin, hex, oct), TEXT),
    **dict.fromkeys((bool, isinstance, issubclass, callable, hasattr, any, all), BOOL),
    **dict.fromkeys((complex, complex.conjugate), COMPLEX),
    float: FLOAT,
    slice: SLICE,
    **dict.fromkeys(
        (range, revolve.checkpoint_range, revolve.snapshot_places, revolve.kept_places), list_kind(INT)
    ),
}


def call_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind:
    """The kind of what a library function gives."""
    try:
        known = _FIXED.get(function)
    except TypeError:  # an unhashable callable is none of these
        return UNKNOWN
    if known is not None:
        return known
    if getattr(function, "is_custom_derivative", False):
        return COMPLEX if COMPLEX in kinds else FLOAT
    if getattr(function, "__module__", None) == "math":
        return _math_kind(function.__name__)
    if getattr(function, "__module__", None) == "cmath":
        return _cmath_kind(function.__name__)
    return _number_kind(function, kinds) or _container_kind(function, kinds)


def _number_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind | None:
    """The kind of the result of a function of numbers; None for any other function."""
    if not kinds or not _numbers(kinds):
        return None
    if function is abs:
        return FLOAT if kinds == (COMPLEX,) else kinds[0]
    if function in (max, min) and len(kinds) > 1:
        return join_all(kinds)
    if function is round:
        return INT if len(kinds) == 1 else kinds[0]
    if function is pow:
        return operation_kind("pow", kinds)
    if function is divmod and len(kinds) == 2:
        return tuple_kind((_arithmetic("add", kinds),) * 2)
    if isinstance(function, type) and issubclass(function, np.number):
        return kind_of(np.dtype(function)).item
    return join_all((FLOAT, *kinds)) if isinstance(function, np.ufunc) else None


def _container_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind:
    """The kind of the result of a function that takes or makes containers."""
    if function in (zip, enumerate, reversed) and kinds:
        return _iterator_kind(function, kinds)
    held = iterated(kinds[0]) if kinds and kinds[0].name in (*CONTAINERS, "array") else None
    if function in (list, tuple, sorted):
        kept = held if held and kinds[0].name != "dict" else UNKNOWN
        return Kind("tuple" if function is tuple else "list", kept)
    if function is dict_with:
        return dict_kind(iterated(kinds[1]))
    if function is sum and held is not None and element(held) in NUMBERS:
        return join_all((held, *kinds[1:])) if held.name == "array" else join_all((held, INT, *kinds[1:]))
    return UNKNOWN


def _iterator_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind:
    """What a loop over `zip(...)` and the like gets, as the kind of a list."""
    items = tuple(map(iterated, kinds))
    if function is zip:
        return list_kind(tuple_kind(items))
    return list_kind(tuple_kind((INT, items[0])) if function is enumerate else items[0])


_MATH_INTS = frozenset("floor ceil trunc comb perm factorial gcd lcm isqrt".split())
_MATH_TRUTHS = frozenset("isclose isfinite isinf isnan".split())
_PAIRS = {"modf": (FLOAT, FLOAT), "frexp": (FLOAT, INT)}


def _cmath_kind(name: str) -> Kind:
    if name in _MATH_TRUTHS:
        return BOOL
    if name == "polar":
        return tuple_kind((FLOAT, FLOAT))
    return FLOAT if name == "phase" else COMPLEX


def _math_kind(name: str) -> Kind:
    if name in _MATH_INTS:
        return INT
    if name in _MATH_TRUTHS:
        return BOOL
    return tuple_kind(_PAIRS[name]) if name in _PAIRS else FLOAT
