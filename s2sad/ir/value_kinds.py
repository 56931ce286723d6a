"""The kinds of values at hand.

(2.0, [1, 2])        tuple of a float and a list of ints
np.zeros((2, 3))     array of floats with two axes
"""

from __future__ import annotations

import dataclasses
import functools
import sys
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref
from s2sad.ir.object_kinds import object_kind
from s2sad.ir.static_lookup import is_of_a_library, plain_attribute, runs_code, runs_method
from s2sad.runtime.operands import is_sparse

_SCALARS = {
    bool: K.BOOL,
    int: K.INT,
    float: K.FLOAT,
    complex: K.COMPLEX,
    str: K.TEXT,
    bytes: K.BYTES,
    type(None): K.NONE,
    slice: K.SLICE,
    type(...): K.ELLIPSIS,
}
_ELEMENTS = {"b": K.BOOL, "i": K.INT, "u": K.INT, "f": K.FLOAT, "c": K.COMPLEX}
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)
_PLAIN = (list, tuple, dict, np.ndarray)
_ACCESSES = ("__iter__", "__getitem__", "__len__", "values")
"""Methods by which what a container holds is read; a subclass that has its own may hold anything."""


_MOST_KEYS = 64
_MOST_LEVELS = 20  # of containers within containers


def kind_of(value: Any, opened: bool = False, around: tuple = ()) -> K.Kind:
    """The kind of a value at hand; with `opened`, dataclasses in it are tuples of their fields.

    `around` are the containers that it is in: what holds itself, or is nested deeper than `_MOST_LEVELS`, counts as an object.
    """
    known = _SCALARS.get(type(value))
    if known:
        return known
    if _reads_its_own_way(value):
        return K.OBJECT
    if len(around) > _MOST_LEVELS or any(value is container for container in around):
        return K.OBJECT
    inside = (*around, value)
    if isinstance(value, tuple) and type(value) is not type(sys.float_info):
        cls = type(value) if hasattr(value, "_fields") else None
        return K.tuple_kind(_kinds_of(value, opened, inside), cls)
    if isinstance(value, list):
        return K.list_kind(_joined(_kinds_of(value, opened, inside), opened))
    if isinstance(value, dict) and not is_sparse(value):
        items = _kinds_of(value.values(), opened, inside)
        if 0 < len(value) <= _MOST_KEYS and all(type(key) in (str, int) for key in value):
            return K.known_dict_kind(tuple(value), items)
        return K.dict_kind(_joined(items, opened), K.join_all(tuple(map(kind_of, value))))
    if opened and dataclasses.is_dataclass(value) and not isinstance(value, type) and not _has_more(value):
        fields = (getattr(value, field.name) for field in dataclasses.fields(value))
        return K.tuple_kind(_kinds_of(fields, True, inside), type(value))
    if isinstance(value, (np.ndarray, np.generic)):
        return _array_kind_of(value)
    if isinstance(value, float):
        return K.FLOAT
    if isinstance(value, np.dtype) and value.kind in _ELEMENTS:
        return K.dtype_kind(_ELEMENTS[value.kind])
    return K.FUNCTION if isinstance(value, _FUNCTIONS) else object_kind(type(value))


def _reads_its_own_way(value: Any) -> bool:
    """Whether it is a container of a class of the user's that says itself what it holds."""
    own_class = isinstance(value, _PLAIN) and type(value) not in _PLAIN
    return own_class and any(runs_method(value, name) for name in _ACCESSES)


def _has_more(record: Any) -> bool:
    """Whether a dataclass's object was given attributes that are no fields: then it is more than a tuple of these."""
    cls = type(record)
    given = getattr(record, "__dict__", {}).keys() - cls.__dataclass_fields__.keys()
    return any(not isinstance(plain_attribute(cls, name), functools.cached_property) for name in given)


def _kinds_of(values: Iterable, opened: bool, around: tuple) -> tuple[K.Kind, ...]:
    return tuple([kind_of(value, opened, around) for value in values])


def _joined(kinds: tuple[K.Kind, ...], opened: bool) -> K.Kind:
    """The kind of all items; what isn't opened tells the running program which class it is of."""
    joined = K.join_all(kinds)
    return K.OBJECT if joined.cls is K.SeveralClasses and not opened else joined


def _array_kind_of(value: Any) -> K.Kind:
    """The kind of an array, or of one of NumPy's numbers."""
    item = _ELEMENTS.get(value.dtype.kind)
    if item is None:
        return K.TEXT if isinstance(value, np.str_) else K.OBJECT
    return K.array_kind(item, value.ndim) if isinstance(value, np.ndarray) else item


def held_outside(base: Atom, name: Atom) -> K.Kind | None:
    """The kind of a number or array that an object which lives outside has as an attribute, or of what holds such.

    What is there is asked for at each call. Arrays that objects of a library hold may be of any rank to the programs that
    stand for its functions.
    """
    if not isinstance(base, Ref) or not isinstance(name, Const) or runs_code(base.value, name.value):
        return None
    kind = kind_of(plain_attribute(base.value, name.value))
    if kind in K.NUMBERS:
        return kind
    holds = K.is_array(kind) or kind.name in K.CONTAINERS
    return kind if holds and not is_of_a_library(type(base.value)) else None
