"""Dicts that live outside, asked by a key that is known: what they hold is settled before the program runs.

METRICS = {"l1": manhattan}         if "l1" in METRICS:
                                        d = METRICS["l1"](x)        →       d = manhattan(x)
"""

from __future__ import annotations

from typing import Any

from s2sad.frontend.abstract_values import Value
from s2sad.frontend.assumptions import PathOf, seen
from s2sad.frontend.lowering import Lowering
from s2sad.ir.nodes import Const, Ref


def is_key(lowering: Lowering, key: Value, container: Value) -> bool | None:
    """Whether a key is in a dict that lives outside; None for anything else."""
    if not is_table(key, container):
        return None
    assume(lowering, container)
    return key.value in container.value


def function_at(lowering: Lowering, container: Value, key: Value) -> Ref | None:
    """The function that a dict which lives outside has at a key; None for anything else."""
    if not is_table(key, container):
        return None
    found = container.value.get(key.value)
    if not callable(found):
        return None
    assume(lowering, container)
    return Ref(f"{container.path}[{key.value!r}]", found, container.scope)


def is_table(key: Value, container: Value) -> bool:
    """Whether a text is looked up in a dict that has a name outside."""
    if not isinstance(container, Ref) or type(container.value) is not dict or container.scope is None:
        return False
    return isinstance(key, Const) and isinstance(key.value, str)


def assume(lowering: Lowering, container: Any) -> None:
    """The dict holds what it holds now."""
    owner = getattr(container.scope, "__func__", container.scope)
    lowering.program.assumed.add(PathOf(owner, container.path), seen(container.value))
