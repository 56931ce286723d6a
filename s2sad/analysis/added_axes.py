"""Indices that take a whole array, with more axes: `x[:, None]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import operation_of


def only_adds_axes(definitions: Mapping[Any, Entry], index: Atom) -> bool:
    """Whether an index takes the whole array."""
    return all(item is None or item is ... or item == slice(None) for item in _items(definitions, index))


def added_axes(definitions: Mapping[Any, Entry], index: Atom, rank: int) -> tuple[bool, ...]:
    """Of an index that takes a whole array of this rank, which axes of the part are new."""
    items = _items(definitions, index)
    rest = rank - sum(item not in (None, ...) for item in items)
    found: list[bool] = []
    for item in items if ... in items else [*items, ...]:
        found += [False] * rest if item is ... else [item is None]
    return tuple(found)


def _items(definitions: Mapping[Any, Entry], index: Atom) -> list[Any]:
    """What an index consists of: constants, slices with constant ends, and 0 for anything else."""
    if isinstance(index, Const):
        return list(index.value) if isinstance(index.value, tuple) else [index.value]
    node = definitions.get(index) if isinstance(index, Var) else None
    if node is not None and operation_of(node) == "tuple_of":
        return [item for part in node.args for item in _items(definitions, part)]
    if node is not None and operation_of(node) == "slice":
        return [slice(None) if all(end == Const(None) for end in node.args) else 0]
    return [0]
