"""Tuples that come under one name with a list that is written: they hold the places of their items as well.

    state = (x, 1.0)                        state = (0, 1)
    for _ in range(n):                      for _ in range(n):
        state = list(state)         →           state = list(state)
        state[0] = y                            state[0] = k

In the running program they stay tuples, so that whatever asks for the class is told what the function would be told.
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.abstract_values import Sequence, unwrapped
from s2sad.frontend.indexed_storage import indexed_display, placed
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise_item
from s2sad.frontend.paths import Side, within
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Var
from s2sad.ir.tuple_kinds import beside_tuple, is_plain_tuple


def beside_lists(lowering: Lowering, values: list[Any], sides: list[Side], hint: str) -> list[Any]:
    """What several paths give, with tuples of places where another path gives a list that is written."""
    lists = [beside_tuple(lowering.kind(value)) for value in values if isinstance(value, Var)]
    kind = next((kind for kind in lists if kind is not None), None)
    if kind is None or not any(is_tuple(lowering, value) for value in values):
        return values
    return [
        within(lowering, side, lambda _, value: beside_list(lowering, value, kind, None, hint), value)
        for side, value in zip(sides, values)
    ]


def is_tuple(lowering: Lowering, value: Any) -> bool:
    value = unwrapped(value)
    if isinstance(value, Sequence):
        return value.kind == "tuple" and value.cls is None and not value.names
    return isinstance(value, Var) and is_plain_tuple(lowering.kind(value))


def beside_list(lowering: Lowering, value: Any, other: Kind, node: ast.AST | None, hint: str = "t") -> Any:
    """A tuple as one of places, if what it comes together with is a list that is written; any other value as it is."""
    value, kind = unwrapped(value), beside_tuple(other)
    if kind is None or not is_tuple(lowering, value):
        return value
    if isinstance(value, Sequence):
        items = tuple(materialise_item(lowering, item, node, kind.sites) for item in value.items)
        return indexed_display(lowering, "tuple_of", items, node, hint, kind.sites)
    assert isinstance(value, Var)
    return placed(lowering, value, kind.sites, node, hint)
