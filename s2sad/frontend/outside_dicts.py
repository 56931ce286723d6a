"""Dicts that live outside, asked by a key that is known: what they hold is settled before the program runs.

METRICS = {"l1": manhattan}         if "l1" in METRICS:
                                        d = METRICS["l1"](x)        →       d = manhattan(x)
LIMITS = {"a": 1.0, "b": 2.0}       for name in LIMITS:             →       total += p.a
                                        total += getattr(p, name)           total += p.b
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.abstract_values import Sequence, Table, Value, is_literal
from s2sad.frontend.assumptions import Equal, PathOf, seen
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_transparent
from s2sad.ir.nodes import Const, Entry, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.value_kinds import kind_of

_MANY = 64


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


def table_of_classes(lowering: Lowering, container: Value) -> Table | Sequence | None:
    """A dict, list or tuple that lives outside and holds classes of the user's alone, as it is now; None for anything else."""
    if not isinstance(container, Ref):
        return None
    held = container.value
    if type(held) not in (dict, list, tuple) or not held:
        return None
    places = list(held) if type(held) is dict else list(range(len(held)))
    refs: dict[Any, Value] = {
        place: Ref(f"{container.path}[{place!r}]", held[place], container.scope) for place in places
    }
    if not all(map(is_literal, places)) or not all(map(is_class, refs.values())):
        return None
    if container.scope is not None:  # what a class has was seen where it was asked
        assume(lowering, container)
    return Table(refs) if type(held) is dict else Sequence(tuple(refs.values()))


def names_outside(lowering: Lowering, container: Value) -> tuple[str, ...] | None:
    """The texts that a list or tuple outside holds, or the keys of a dict, which may be names of attributes; None for anything else."""
    if not isinstance(container, Ref) or not lowering.objects:
        return None
    held, of_class = (
        container.value,
        container.scope is None,
    )  # that one stays was seen where the class was asked
    if type(held) not in ((dict, tuple) if of_class else (dict, list, tuple)) or not 0 < len(held) <= _MANY:
        return None
    if not all(isinstance(each, str) for each in held):
        return None
    if type(held) is dict and not of_class:
        assume(lowering, container)
    elif not of_class:
        owner = getattr(container.scope, "__func__", container.scope)
        lowering.program.assumed.add(PathOf(owner, f"{container.path}[:]"), Equal(held[:]))
    return tuple(held)


def items_outside(lowering: Lowering, value: Value, node: ast.AST) -> dict[str, Value] | None:
    """The items of a dict that lives outside, by key; None for what isn't one with texts as keys.

    brentq(f, a, b, **OPTIONS)      →       brentq(f, a, b, xtol=OPTIONS["xtol"], full_output=True)

    Texts, truth values and None decide what is emitted: they have to stay what they are.
    """
    value = outside_of(lowering, value)
    if not isinstance(value, Ref) or type(value.value) is not dict:
        return None
    if not all(isinstance(key, str) for key in value.value):
        return None
    if value.scope is not None:
        assume(lowering, value)
    found: dict[str, Value] = {}
    for key, item in value.value.items():
        if isinstance(item, (bool, str, type(None))) and value.scope is not None:
            owner = getattr(value.scope, "__func__", value.scope)
            lowering.program.assumed.add(PathOf(owner, f"{value.path}[{key!r}]"), Equal(item))
            found[key] = Const(item)
        elif callable(item):
            found[key] = Ref(key, item)
        else:
            found[key] = emit(lowering, "getitem", (value, Const(key)), node, key, kind=kind_of(item))
    return found


def outside_of(lowering: Lowering, value: Value) -> Value:
    """An attribute that was just read of an object that lives outside, as what it is now; any other value as it is."""
    made = lowering.out[-1] if lowering.out and isinstance(value, Var) else None
    if not isinstance(made, Entry) or made.targets != (value,) or made.fn != op("getattr"):
        return value
    base, name = made.args
    if not isinstance(base, Ref) or not isinstance(name, Const):
        return value
    return Ref(f"{base.path}.{name.value}", getattr(base.value, name.value), base.scope)


def is_class(value: Value) -> bool:
    """Whether it is a class of which objects are followed."""
    return isinstance(value, Ref) and isinstance(value.value, type) and is_transparent(value.value)


def is_table(key: Value, container: Value) -> bool:
    """Whether a text is looked up in a dict that has a name outside."""
    if not isinstance(container, Ref) or type(container.value) is not dict or container.scope is None:
        return False
    return isinstance(key, Const) and isinstance(key.value, str)


def assume(lowering: Lowering, container: Any) -> None:
    """The dict holds what it holds now."""
    owner = getattr(container.scope, "__func__", container.scope)
    lowering.program.assumed.add(PathOf(owner, container.path), seen(container.value))
