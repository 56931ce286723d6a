"""What values hold, as far as it is known before the program runs.

scales = {"a": p}
g = lambda t, k=c: scales["a"].x * k * t        g holds: scales, p, p.x, c
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Lazy,
    Managed,
    Maybe,
    Object,
    Once,
    Sequence,
    Spread,
    Table,
)
from s2sad.frontend.queries import captures_of
from s2sad.ir.nodes import Const, Ref, Var


def contents_of(lowering: Any, values: Iterable[Any]) -> Iterator[Any]:
    """These values and all that they hold, each once; what one holds is looked at when the next is asked for."""
    seen: dict[int, Any] = {}  # an object may hold a method of itself
    stack = list(values)
    while stack:
        value = stack.pop()
        if id(value) not in seen:
            seen[id(value)] = value
            yield value
            stack += parts_of(lowering, value)


def parts_of(lowering: Any, value: Any) -> list[Any]:
    """What a value is made of; a record is one thing, its attributes are the running program's."""
    if isinstance(value, (Var, Const, Ref)):
        return []
    if isinstance(value, Sequence):
        return list(value.items)
    if isinstance(value, Table):
        return list(value.items.values())
    if isinstance(value, Bound):
        return [value.function, *value.args, *value.kwargs.values()]
    if isinstance(value, Chosen):
        return [value.number, *value.options]
    if isinstance(value, Function):
        return [*captures_of(lowering, value), *value.defaults, *value.keyword_defaults.values()]
    if isinstance(value, Derived):
        return [value.function]
    if isinstance(value, Maybe):
        return [value.absent, value.there]
    if isinstance(value, Object):
        return (
            []
            if value.record is not None
            else list(lowering.dispatch.attributes_of(lowering, value).values())
        )
    if isinstance(value, Spread):
        return [value.value]
    if isinstance(value, Managed):
        return [value.generator]
    if isinstance(value, Lazy):
        return list(value.parts)
    return [value.items] if isinstance(value, Once) else []
