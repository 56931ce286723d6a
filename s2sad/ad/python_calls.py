"""Calls of Python functions that stand in a Wengert list as they are."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from s2sad.ir.nodes import Const, Entry

_CONSTANTS = (bool, int, float, complex, str, type(None))


def with_keywords_in_place(node: Entry, function: Callable[..., Any]) -> Entry | None:
    """The call with positional arguments alone; None where a parameter takes none, or its default is an object."""
    args, named = list(node.args), dict(node.kwargs)
    parameters = list(inspect.signature(function).parameters.values())
    for parameter in parameters[len(args) :]:
        if not named:
            break
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
            return None
        if parameter.name in named:
            args.append(named.pop(parameter.name))
        elif isinstance(parameter.default, _CONSTANTS):
            args.append(Const(parameter.default))
        else:
            return None
    return None if named else replace(node, args=tuple(args), kwargs=())
