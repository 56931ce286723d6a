"""The arguments of a call, as far as they are known: what is spread is taken apart."""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.abstract_values import Table, Value
from s2sad.frontend.assumptions import Equal, PathOf
from s2sad.frontend.call import Call
from s2sad.frontend.container_literals import spread_items
from s2sad.frontend.expressions import expr
from s2sad.frontend.keyed_dicts import contents
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.storage_entries import emit
from s2sad.ir.nodes import Const, Entry, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.value_kinds import kind_of


def call_at(lowering: Lowering, node: ast.Call, hint: str = "t") -> Call:
    args: list[Any] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            args += spread(lowering, argument.value, node)
        else:
            args.append(expr(lowering, argument))
    kwargs: dict[str, Value] = {}
    for keyword in node.keywords:
        value = expr(lowering, keyword.value)
        if keyword.arg is not None:
            kwargs[keyword.arg] = value
            continue
        value = contents(lowering, value)
        named = value.items if isinstance(value, Table) else items_outside(lowering, value, node)
        kwargs.update({"**": materialise(lowering, value, node)} if named is None else named)
    return Call(node, args, kwargs, hint)


def spread(lowering: Lowering, argument: ast.expr, node: ast.Call) -> list[Any]:
    """What `*argument` gives."""
    if isinstance(argument, ast.ListComp):
        items = lowering.dispatch.written_out(lowering, argument)
        if items is not None:
            return items
    return spread_items(lowering, expr(lowering, argument), node)


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
