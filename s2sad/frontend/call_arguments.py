"""The arguments of a call, as far as they are known: what is spread is taken apart."""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.abstract_values import Table, Value
from s2sad.frontend.call import Call
from s2sad.frontend.container_literals import spread_items
from s2sad.frontend.expressions import expr
from s2sad.frontend.keyed_dicts import entries_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise


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
        value = entries_of(lowering, value, node)
        kwargs.update(value.items if isinstance(value, Table) else {"**": materialise(lowering, value, node)})
    return Call(node, args, kwargs, hint)


def spread(lowering: Lowering, argument: ast.expr, node: ast.Call) -> list[Any]:
    """What `*argument` gives."""
    if isinstance(argument, ast.ListComp):
        items = lowering.dispatch.written_out(lowering, argument)
        if items is not None:
            return items
    return spread_items(lowering, expr(lowering, argument), node)
