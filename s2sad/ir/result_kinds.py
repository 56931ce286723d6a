"""Kinds of what library functions give, from the kinds of what they get.

    math.floor float    →   int
    sorted list[int]    →   list[int]

What NumPy's functions give of arrays is asked of NumPy itself (`array_kinds`).
"""

from __future__ import annotations

import bisect
import operator
from typing import Any

import numpy as np

from s2sad.ir.kinds import (
    BOOL,
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
    array_kind,
    dict_kind,
    element,
    iterated,
    join_all,
    list_kind,
    tuple_kind,
)
from s2sad.ir.object_kinds import object_kind
from s2sad.ir.operation import Operation
from s2sad.ir.operation_kinds import are_numbers, arithmetic, raised, widest
from s2sad.ir.value_kinds import kind_of
from s2sad.runtime import loops, revolve, special
from s2sad.runtime.operands import factor, operand
from s2sad.runtime.operations import dict_with, not_complex, unmoved
from s2sad.runtime.shaping import place_in_flat, places_along, places_in_flat, rounds_of_places
from s2sad.runtime.structure import copy_of


def raises_for_none(operation: Operation, kinds: tuple[Kind, ...]) -> bool:
    """Whether it is arithmetic with a None, which gives no value."""
    return operation.arithmetic and not are_numbers(kinds) and NONE in kinds


_FIXED: dict[Any, Kind] = {
    **dict.fromkeys((len, int, id, hash, ord, operator.index), INT),
    **dict.fromkeys((bisect.bisect_left, bisect.bisect_right), INT),
    **dict.fromkeys((str, repr, ascii, format, chr, bin, hex, oct), TEXT),
    **dict.fromkeys((bool, isinstance, issubclass, callable, hasattr, any, all), BOOL),
    **dict.fromkeys((complex, complex.conjugate), COMPLEX),
    **dict.fromkeys(
        (loops.clipped, loops.wrapped, loops.placed, loops.place_of, loops.slice_length, loops.range_length),
        INT,
    ),
    **dict.fromkeys((special.index_of_max, special.index_of_min), INT),
    special.order_of: list_kind(INT),
    **dict.fromkeys((float, loops.guarded_number, special.digamma, special.polygamma), FLOAT),
    slice: SLICE,
    **{limits: object_kind(limits) for limits in (np.finfo, np.iinfo)},
    place_in_flat: Kind("tuple", INT),
    **dict.fromkeys((places_along, places_in_flat), Kind("tuple", array_kind(INT, None))),
    rounds_of_places: list_kind(tuple_kind((array_kind(INT, 1), array_kind(INT, 1)))),
    **dict.fromkeys(
        (range, revolve.checkpoint_range, revolve.snapshot_places, revolve.kept_places), list_kind(INT)
    ),
}


def fixed_kind(function: Any) -> Kind | None:
    """The kind of what a function gives whatever it gets; None for any other function."""
    try:
        return _FIXED.get(function)
    except TypeError:  # of an unhashable callable nothing is known
        return UNKNOWN


def call_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind:
    """The kind of what a library function gives."""
    known = fixed_kind(function)
    if known is not None:
        return known
    if function in (unmoved, not_complex):
        return kinds[0]
    if function in (operand, factor) and (kinds[0] in NUMBERS or kinds[0].name == "array"):
        return kinds[0]
    if getattr(function, "is_custom_derivative", False):
        return COMPLEX if COMPLEX in kinds else FLOAT
    if getattr(function, "__module__", None) == "math":
        return _math_kind(function.__name__)
    if getattr(function, "__module__", None) == "cmath":
        return _cmath_kind(function.__name__)
    if (getattr(function, "__module__", None) or "").startswith("numpy.random"):
        return _generator_kind(function)
    return _number_kind(function, kinds) or _container_kind(function, kinds)


def _generator_kind(function: Any) -> Kind:
    """The kind of a generator of random numbers, whose methods are known by its class."""
    random = np.random
    cls = {random.default_rng: random.Generator}.get(function, function)
    return object_kind(cls) if cls in (random.Generator, random.RandomState) else UNKNOWN


def _number_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind | None:
    """The kind of the result of a function of numbers; None for any other function."""
    if not kinds or not are_numbers(kinds):
        return None
    if function is abs:
        return FLOAT if kinds == (COMPLEX,) else arithmetic(kinds)
    if function in (max, min) and len(kinds) > 1:
        return widest(kinds)
    if function is round:
        return INT if len(kinds) == 1 else widest(kinds[:1])
    if function is pow:
        return raised(kinds)
    if function is divmod and len(kinds) == 2:
        return tuple_kind((arithmetic(kinds),) * 2)
    if isinstance(function, type) and issubclass(function, np.number):
        return kind_of(np.dtype(function)).item
    if getattr(function, "__name__", None) == "polygamma":  # which SciPy has as a function of Python
        return FLOAT
    return widest((FLOAT, *kinds)) if isinstance(function, np.ufunc) else None


def _container_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind:
    """The kind of the result of a function that takes or makes containers."""
    if function in (zip, enumerate, reversed) and kinds:
        return _iterator_kind(function, kinds)
    if function is np.ndindex:
        lengths = kinds[0].fields or (UNKNOWN,) if kinds and kinds[0].name == "tuple" else kinds
        return list_kind(tuple_kind((INT,) * len(lengths))) if set(lengths) <= {INT} else UNKNOWN
    if function is copy_of and kinds:
        return kinds[0]
    if function == dict.fromkeys and kinds:
        return dict_kind(kinds[1] if len(kinds) > 1 else NONE)
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
