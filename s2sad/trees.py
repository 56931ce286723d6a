"""Trees: tuples, lists, dicts, named tuples and dataclasses, with numbers and arrays at their leaves.

Everything else (a text, None, a function) is a leaf as well, one that has no derivative.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.value_kinds import kind_of

_MOST_ITEMS = 64  # that a list is taken apart into
_WITH_RANKS = (np.ndarray, float, int)


class Leaf(NamedTuple):
    """A leaf, and the expression that reads it: `['rate'][0]`, `.x`."""

    path: str
    value: Any


def children(tree: Any) -> list[Leaf] | None:
    """The parts of a container, in its order; None for a leaf."""
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return [Leaf(f".{name}", item) for name, item in zip(tree._fields, tree)]
    if isinstance(tree, (list, tuple)):
        return [Leaf(f"[{i}]", item) for i, item in enumerate(tree)]
    if isinstance(tree, dict):
        return [Leaf(f"[{key!r}]", item) for key, item in tree.items()]
    if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
        return [Leaf(f".{field.name}", getattr(tree, field.name)) for field in dataclasses.fields(tree)]
    return None


def rebuilt(tree: Any, items: Iterable[Any]) -> Any:
    """A container of the same class with other parts.

    A dataclass is made without calling its `__init__`, which may refuse what isn't a number of the user's own.
    """
    if isinstance(tree, tuple):
        return type(tree)(*items) if hasattr(tree, "_fields") else tuple(items)
    if isinstance(tree, list):
        return list(items)
    made = copy.copy(tree)
    if isinstance(tree, dict):
        made.update(zip(tree, items))
        return made
    for field, item in zip(dataclasses.fields(tree), items):
        object.__setattr__(made, field.name, item)
    return made


def is_record(value: Any) -> bool:
    """Whether a value is a dataclass."""
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def has_records(tree: Any) -> bool:
    """Whether a tree is or holds objects: dataclasses, or named tuples."""
    if isinstance(tree, np.ndarray) or (type(tree) is list and is_floats(tree)):
        return False
    parts = children(tree)
    if parts is None:
        return False
    named = isinstance(tree, tuple) and hasattr(tree, "_fields")
    return named or is_record(tree) or any(has_records(part.value) for part in parts)


def opened(tree: Any) -> Any:
    """A tree with tuples of their fields in the place of dataclasses, as emitted code takes it."""
    if type(tree) in (float, int, np.ndarray) or not has_records(tree):
        return tree
    items = [opened(part.value) for part in children(tree) or ()]
    return tuple(items) if is_record(tree) else rebuilt(tree, items)


def assembled(structure: Any, value: Any) -> Any:
    """What emitted code returns, with objects in the place of the tuples of their fields."""
    if structure == "one":
        return value
    items = [assembled(part, item) for part, item in zip(structure, value)]
    cls = getattr(structure, "cls", None)
    if cls is None:
        return tuple(items)
    if cls is dict:
        return dict(zip(structure.keys, items))
    if cls is list:
        return items
    if issubclass(cls, tuple):
        return cls(*items)
    made = object.__new__(cls)
    for field, item in zip(dataclasses.fields(cls), items):
        object.__setattr__(made, field.name, item)
    return made


def unbundled(structure: Any, lists: Any, count: int) -> list[Any]:
    """The tangents one by one, from a structure that has a list of them at each leaf."""
    if structure == "one":
        return list(lists)
    parts = [unbundled(part, item, count) for part, item in zip(structure, lists)]
    return [tuple([part[k] for part in parts]) for k in range(count)]


def has_fields(structure: Any) -> bool:
    """Whether a structure has objects in it."""
    return structure != "one" and (hasattr(structure, "cls") or any(map(has_fields, structure)))


def leaves(tree: Any, path: str = "") -> list[Leaf]:
    """All leaves, from left to right."""
    parts = children(tree)
    if parts is None:
        return [Leaf(path, tree)]
    return [leaf for part in parts for leaf in leaves(part.value, path + part.path)]


def mapped(function: Callable, tree: Any) -> Any:
    """The tree with `function(leaf)` in the place of every leaf."""
    parts = children(tree)
    if parts is None:
        return function(tree)
    return rebuilt(tree, [mapped(function, part.value) for part in parts])


def filled(tree: Any, values: Iterable[Any]) -> Any:
    """The tree with other leaves, taken from the left to the right."""
    following = iter(values)
    return mapped(lambda _: next(following), tree)


def aligned(other: Any, tree: Any) -> list[Any]:
    """What a derivative has in the places of the leaves of its primal; None where it has nothing."""
    parts = children(tree)
    if parts is None:
        return [other]
    if other is None:
        return [None] * len(leaves(tree))
    found = (
        [other[key] for key in tree] if isinstance(tree, dict) else [p.value for p in children(other) or ()]
    )
    return [item for part, own in zip(parts, found) for item in aligned(own, part.value)]


def is_numeric(leaf: Any) -> bool:
    """Whether a leaf has a derivative: a number that is no bool, or an array of floating-point numbers."""
    if isinstance(leaf, np.ndarray):
        return leaf.dtype.kind in "fc"
    if isinstance(leaf, (bool, np.bool_)):
        return False
    return isinstance(leaf, (int, float, complex, np.number))


def is_differentiated(value: Any, opened: bool = False) -> bool:
    """Whether a value is differentiated where it isn't said which are: it is a float or an array, or holds one.

    With `opened`, so does a dataclass of which one is a field.
    """
    kind = kind_of(value, opened)
    if (
        not K.is_differentiated(kind)
        or kind.name not in K.CONTAINERS
        or (type(value) is list and is_floats(value))
    ):
        return K.is_differentiated(kind)
    return any(is_numeric(leaf.value) and not isinstance(leaf.value, int) for leaf in leaves(value))


def is_floats(items: list) -> bool:
    """Whether a list holds floats, or floats and ints, by its sum: quicker than to ask every item."""
    if items and type(items[0]) is np.ndarray:  # a sum of arrays takes long
        return False
    try:
        return type(sum(items)) is float
    except (TypeError, ValueError):
        return False


def is_of_several_ranks(items: list) -> bool:
    """Whether a list holds arrays, or arrays and numbers, that haven't all as many axes, as `[W, b]`: it is one of few items then."""
    if not 1 < len(items) <= _MOST_ITEMS or not all(isinstance(item, _WITH_RANKS) for item in items):
        return False
    return len({item.ndim if isinstance(item, np.ndarray) else 0 for item in items}) > 1


def zeros(leaf: Any) -> Any:
    """The zero tangent or adjoint of a leaf: an array of its shape and dtype, a number, None for what has none."""
    if isinstance(leaf, np.ndarray):
        return np.zeros_like(leaf) if leaf.dtype.kind in "fc" else np.zeros(leaf.shape)
    if isinstance(leaf, (complex, np.complexfloating)):
        return type(leaf)(0)
    if isinstance(leaf, np.floating):
        return type(leaf)(0)
    return 0.0 if is_numeric(leaf) else None
