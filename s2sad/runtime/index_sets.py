"""Index sets: of which numbers of an argument a value depends, in the place of a tangent.

    y = x[1:] * x[:-1]          tangents:  x_dot[1:] * x[:-1] + x[1:] * x_dot[:-1]
                                with {0}, {1}, {2} for x_dot:  {0, 1}, {1, 2}

A tangent function is linear in the tangents, so that what it computes with sets in their place is what its value depends
on: a sum is a union, a factor changes nothing. Arrays of sets are arrays of objects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.runtime.broadcasting import finite, guarded
from s2sad.runtime.structure import strong_product

_ITEM_BY_ITEM = (guarded, finite, strong_product)
_UNIONS = (np.sum, np.mean)
_PRODUCTS = (np.matmul, np.dot, np.inner, np.vdot, np.tensordot, np.einsum)
_NO_OBJECTS = (TypeError, ValueError, AttributeError, RuntimeError, np.linalg.LinAlgError)
"""How functions of arrays refuse arrays of objects."""


class IndexSet:
    """The numbers of some elements of an argument."""

    __slots__ = ("indices",)

    def __init__(self, indices: frozenset[int]) -> None:
        self.indices = indices

    def __add__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        if not isinstance(other, IndexSet) or other.indices <= self.indices:
            return self
        return other if self.indices <= other.indices else IndexSet(self.indices | other.indices)

    def times(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else self

    def same(self) -> IndexSet:
        return self

    def __eq__(self, other: Any) -> bool:
        return self is other

    def __ne__(self, other: Any) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return True

    __radd__ = __sub__ = __rsub__ = __add__
    __mul__ = __rmul__ = __truediv__ = times
    __neg__ = __pos__ = conjugate = same

    @property
    def real(self) -> IndexSet:
        return self

    @property
    def imag(self) -> IndexSet:
        return self


def units(shape: tuple[int, ...]) -> Any:
    """The sets of the elements of an argument: each is its own."""
    found = np.empty(shape, dtype=object)
    flat = found.reshape(-1)
    for i in range(flat.size):
        flat[i] = IndexSet(frozenset((i,)))
    return found


def no_sets_like(value: Any) -> Any:
    """An array into which sets can be written, with none in it; of lists and tuples one with such items."""
    if isinstance(value, np.ndarray):
        return np.zeros(value.shape, dtype=object)
    if isinstance(value, (list, tuple)):
        return type(value)(map(no_sets_like, value))
    if isinstance(value, dict):
        return {key: no_sets_like(item) for key, item in value.items()}
    return 0.0


def with_sets(function: Callable, *args: Any, **kwargs: Any) -> Any:
    """What a function that is linear in tangents gives for sets; where it doesn't take objects, all depends on all."""
    if function in _UNIONS and len(args) == 1 and set(kwargs) <= {"axis", "keepdims"}:
        return union_along(args[0], **kwargs)
    if function in _ITEM_BY_ITEM or (isinstance(function, np.ufunc) and function.signature is None):
        return union_of((*args, *kwargs.values()))
    if function not in _PRODUCTS:
        try:
            return function(*args, **kwargs)
        except _NO_OBJECTS:
            pass
    whole = everything((*args, *kwargs.values()))
    plain = function(*map(without_sets, args), **{name: without_sets(a) for name, a in kwargs.items()})
    return spread(plain, whole)


def union_of(parts: Any) -> Any:
    """The unions item by item, of what is broadcast."""
    shape = np.broadcast_shapes(*(np.shape(part) for part in parts if not isinstance(part, IndexSet)))
    total: Any = 0.0
    for part in parts:
        if isinstance(part, IndexSet) or (isinstance(part, np.ndarray) and part.dtype == object):
            total = total + part
    return np.broadcast_to(np.asarray(total, dtype=object), shape).copy()[()] if shape else total


def union_along(sets: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """The unions along axes."""
    sets = np.asarray(sets, dtype=object)
    axes = tuple(range(sets.ndim)) if axis is None else tuple(np.atleast_1d(axis) % max(sets.ndim, 1))
    kept = [i for i in range(sets.ndim) if i not in axes]
    rows = np.transpose(sets, (*kept, *axes)).reshape([sets.shape[i] for i in kept] + [-1])
    found = np.empty(rows.shape[:-1], dtype=object)
    for place in np.ndindex(*found.shape):
        found[place] = everything(rows[place])
    shape = [1 if i in axes else sets.shape[i] for i in range(sets.ndim)]
    return found.reshape(shape) if keepdims else found[()]


def everything(parts: Any) -> Any:
    """The union of all sets in a structure; 0.0 if there is none."""
    open_, found = [parts], set()
    while open_:
        part = open_.pop()
        if isinstance(part, IndexSet):
            found.add(part.indices)
        elif isinstance(part, np.ndarray) and part.dtype == object:
            open_ += part.ravel().tolist()
        elif isinstance(part, (list, tuple)):
            open_ += part
        elif isinstance(part, dict):
            open_ += part.values()
    return IndexSet(frozenset().union(*found)) if found else 0.0


def without_sets(part: Any) -> Any:
    """Numbers in the place of sets."""
    if isinstance(part, IndexSet):
        return 1.0
    if isinstance(part, np.ndarray) and part.dtype == object:
        return np.ones(part.shape)
    if isinstance(part, (list, tuple)):
        return type(part)(map(without_sets, part))
    return {key: without_sets(item) for key, item in part.items()} if isinstance(part, dict) else part


def spread(plain: Any, whole: Any) -> Any:
    """A value in which every number depends on all."""
    if isinstance(plain, np.ndarray) and plain.dtype.kind in "fc":
        found = np.empty(plain.shape, dtype=object)
        found.fill(whole)
        return found
    if isinstance(plain, (list, tuple)):
        return type(plain)(spread(part, whole) for part in plain)
    return whole if isinstance(plain, (float, complex, np.inexact)) else plain


def pattern_of(sets: Any, size: int, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of all places of a Jacobian that may be other than zero, row by row."""
    flat = np.broadcast_to(np.asarray(sets, dtype=object), shape).ravel()
    columns = [sorted(each.indices) if isinstance(each, IndexSet) else [] for each in flat]
    rows = np.repeat(np.arange(size), [len(each) for each in columns])
    return rows, np.array([j for each in columns for j in each], dtype=int)
