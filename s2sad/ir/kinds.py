"""Kinds: what sort of value a variable holds, as far as it is known before the program runs.

A small lattice: `BOTTOM` (no value reaches here) below every kind, `UNKNOWN` above. The kinds decide which adjoint
a value has: a number by value, a container by a shadow of its own shape, everything else none at all.
"""

from __future__ import annotations

import dataclasses
import types
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Kind:
    """`item` is the kind of what a list, tuple or dict holds, joined; `fields` those of a tuple, one by one.

    An array has the kind of its elements as `item`, and its rank `ndim`. One of unknown rank may be a number as well.
    A tuple may stand for an object, of the user's class `cls`: it has the attributes in their order. A dict has
    `fields` if its `keys` are known.
    """

    name: str
    item: Kind | None = None
    fields: tuple[Kind, ...] | None = None
    ndim: int | None = None
    cls: type | None = None
    keys: tuple[Any, ...] | None = None

    def __str__(self) -> str:
        if self.name == "array":
            return f"array[{self.item}{'' if self.ndim is None else f', {self.ndim}'}]"
        if self.fields is not None:
            return f"{self.name}[{', '.join(map(str, self.fields))}]"
        return f"{self.name}[{self.item}]" if self.item else self.name


BOTTOM, UNKNOWN = Kind("bottom"), Kind("unknown")
BOOL, INT, FLOAT, COMPLEX = Kind("bool"), Kind("int"), Kind("float"), Kind("complex")
TEXT, NONE, FUNCTION, OBJECT = Kind("text"), Kind("none"), Kind("function"), Kind("object")
SLICE, ELLIPSIS = Kind("slice"), Kind("ellipsis")

NUMBERS = (BOOL, INT, FLOAT, COMPLEX)
CONTAINERS = ("list", "tuple", "dict")

_SCALARS = {
    bool: BOOL,
    int: INT,
    float: FLOAT,
    complex: COMPLEX,
    str: TEXT,
    bytes: TEXT,
    type(None): NONE,
    slice: SLICE,
    type(...): ELLIPSIS,
}
_ELEMENTS = {"b": BOOL, "i": INT, "u": INT, "f": FLOAT, "c": COMPLEX}
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)


_DEEPEST = 5
_MOST_KEYS = 64


def array_kind(item: Kind, ndim: int | None) -> Kind:
    return Kind("array", item, None, ndim)


def is_array(kind: Kind) -> bool:
    return kind.name == "array"


def may_be_array(kind: Kind) -> bool:
    """Whether a value of this kind may be an array, or hold one."""
    if kind.name in CONTAINERS:
        return may_be_array(kind.item or UNKNOWN) or any(map(may_be_array, kind.fields or ()))
    return kind.name in ("array", "unknown", "object")


def element(kind: Kind) -> Kind:
    """The kind of a number, or of the elements of an array."""
    return kind.item or UNKNOWN if kind.name == "array" else kind


def iterated(kind: Kind) -> Kind:
    """The kind of what a loop over a value gets."""
    if kind.name == "array":
        if kind.ndim == 1:
            return element(kind)
        return array_kind(element(kind), None if kind.ndim is None else kind.ndim - 1)
    return kind.item if kind.name in ("list", "tuple") and kind.item else UNKNOWN


def holds_objects(kind: Kind) -> bool:
    """Whether it is the kind of an object of the user's, or of what holds one."""
    inner = (*(kind.fields or ()), *((kind.item,) if kind.item else ()))
    return kind.cls is not None or any(map(holds_objects, inner))


def without_classes(kind: Kind) -> Kind:
    """The kind of the tuples that stand for objects."""
    if not holds_objects(kind):
        return kind
    fields = None if kind.fields is None else tuple(map(without_classes, kind.fields))
    return Kind(
        kind.name, without_classes(kind.item) if kind.item else None, fields, kind.ndim, None, kind.keys
    )


def list_kind(item: Kind) -> Kind:
    return Kind("list", shallow(item))


def dict_kind(item: Kind) -> Kind:
    return Kind("dict", shallow(item))


def known_dict_kind(keys: tuple[Any, ...], fields: tuple[Kind, ...]) -> Kind:
    fields = tuple(map(shallow, fields))
    return Kind("dict", join_all(fields), fields, None, None, keys)


def part(kind: Kind, place: Any) -> Kind | None:
    """The kind of one item of a tuple or dict whose items are known one by one; None if it isn't known."""
    if kind.fields is None:
        return None
    if kind.keys is not None:
        return kind.fields[kind.keys.index(place)] if place in kind.keys else None
    if type(place) is int and -len(kind.fields) <= place < len(kind.fields):
        return kind.fields[place]
    return None


def tuple_kind(fields: tuple[Kind, ...], cls: type | None = None) -> Kind:
    fields = tuple(map(shallow, fields))
    return Kind("tuple", join_all(fields), fields, None, cls)


def shallow(kind: Kind) -> Kind:
    """The kind, or UNKNOWN if it is nested so deeply that an analysis might not end: `x = [x]` in a loop."""
    return UNKNOWN if _depth(kind) >= _DEEPEST else kind


def _depth(kind: Kind) -> int:
    inner = max(map(_depth, kind.fields), default=0) if kind.fields else 0
    return 1 + max(inner, _depth(kind.item)) if kind.item else 0


def join(one: Kind, other: Kind) -> Kind:
    """The smallest kind that holds both; int and float together are a number, so float."""
    if one == other or other == BOTTOM:
        return one
    if one == BOTTOM:
        return other
    if one in NUMBERS and other in NUMBERS:
        return NUMBERS[max(NUMBERS.index(one), NUMBERS.index(other))]
    if "array" in (one.name, other.name) and element(one) in NUMBERS and element(other) in NUMBERS:
        same = one.name == other.name and one.ndim == other.ndim
        return array_kind(join(element(one), element(other)), one.ndim if same else None)
    if one.name == other.name and one.name in CONTAINERS and one.item and other.item:
        if one.fields is not None and one.keys is not None and one.keys == other.keys:
            return known_dict_kind(one.keys, tuple(map(join, one.fields, other.fields or ())))
        if one.fields is not None and other.fields is not None and len(one.fields) == len(other.fields):
            if one.name == "dict":
                return Kind("dict", join(one.item, other.item))
            cls = one.cls if one.cls is other.cls else None
            return tuple_kind(tuple(map(join, one.fields, other.fields)), cls)
        return Kind(one.name, join(one.item, other.item))
    return UNKNOWN


def join_all(kinds: tuple[Kind, ...]) -> Kind:
    found = BOTTOM
    for kind in kinds:
        found = join(found, kind)
    return found


def kind_of(value: Any, opened: bool = False) -> Kind:
    """The kind of a value at hand; with `opened`, dataclasses in it are tuples of their fields."""
    known = _SCALARS.get(type(value))
    if known:
        return known
    if isinstance(value, tuple):
        cls = type(value) if hasattr(value, "_fields") else None
        return tuple_kind(tuple(kind_of(item, opened) for item in value), cls)
    if isinstance(value, list):
        return list_kind(join_all(tuple(kind_of(item, opened) for item in value)))
    if isinstance(value, dict):
        if 0 < len(value) <= _MOST_KEYS and all(type(key) in (str, int) for key in value):
            return known_dict_kind(tuple(value), tuple(kind_of(item, opened) for item in value.values()))
        return dict_kind(join_all(tuple(kind_of(item, opened) for item in value.values())))
    if opened and dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = tuple(kind_of(getattr(value, field.name), True) for field in dataclasses.fields(value))
        return tuple_kind(fields, type(value))
    if isinstance(value, (np.ndarray, np.generic)):
        return _array_kind_of(value)
    if isinstance(value, float):
        return FLOAT
    return FUNCTION if isinstance(value, _FUNCTIONS) else OBJECT


def _array_kind_of(value: Any) -> Kind:
    """The kind of an array, or of one of NumPy's numbers."""
    item = _ELEMENTS.get(value.dtype.kind)
    if item is None:
        return TEXT if isinstance(value, np.str_) else OBJECT
    return array_kind(item, value.ndim) if isinstance(value, np.ndarray) else item


def differentiable(kind: Kind) -> bool:
    """Whether a value of this kind may have a derivative."""
    if kind.name in CONTAINERS:
        return differentiable(kind.item or UNKNOWN) or any(map(differentiable, kind.fields or ()))
    return element(kind) in (FLOAT, COMPLEX, UNKNOWN, FUNCTION, OBJECT)


def with_floats(kind: Kind) -> Kind:
    """The kind of a differentiated container: ints among its numbers count as floats."""
    if kind == INT:
        return FLOAT
    if kind.name not in CONTAINERS:
        return kind
    fields = tuple(map(with_floats, kind.fields)) if kind.fields is not None else None
    return Kind(kind.name, with_floats(kind.item) if kind.item else None, fields, None, kind.cls, kind.keys)


def flat(kind: Kind) -> bool:
    """Whether it is a list or tuple of numbers only."""
    return kind.name in ("list", "tuple") and (kind.item in NUMBERS or kind.item == BOTTOM)


# ------------------------------------------------------------------------------------- kinds of operations' results

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
    if name in ("text_of", "format_of"):
        return TEXT
    if name == "slice":
        return SLICE
    return _adjoint_kind(name, kinds)


def _adjoint_kind(name: str, kinds: tuple[Kind, ...]) -> Kind:
    """The kinds of what occurs only in derivatives."""
    if name in ("shadow_of", "zeros_like", "adjoint_of"):
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
    range: list_kind(INT),
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
        return FLOAT
    if getattr(function, "__module__", None) == "math":
        return _math_kind(function.__name__)
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
    return join_all((FLOAT, *kinds)) if isinstance(function, np.ufunc) else None


def _container_kind(function: Any, kinds: tuple[Kind, ...]) -> Kind:
    """The kind of the result of a function that takes or makes containers."""
    if function in (zip, enumerate, reversed) and kinds:
        return _iterator_kind(function, kinds)
    held = iterated(kinds[0]) if kinds and kinds[0].name in (*CONTAINERS, "array") else None
    if function in (list, tuple, sorted):
        kept = held if held and kinds[0].name != "dict" else UNKNOWN
        return Kind("tuple" if function is tuple else "list", kept)
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


def _math_kind(name: str) -> Kind:
    if name in _MATH_INTS:
        return INT
    if name in _MATH_TRUTHS:
        return BOOL
    return tuple_kind(_PAIRS[name]) if name in _PAIRS else FLOAT
