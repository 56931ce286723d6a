"""Defaults of parameters that have no literal, in a module that imports what it needs.

def f_grad(x, spring=model.SPRING)              a global of the user's module
def f_grad(x, kind=model.Kind.SOFT)             a member of an enumeration
def f_grad(x, knots=model.f.__defaults__[0])    any other object: it is the default of the user's function
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from types import FunctionType
from typing import Any

from s2sad.backend.references import home_of
from s2sad.errors import NotStandalone

NameOf = Callable[[str], str]


def place_of(value: Any, function: Any, module: str | None, name_of: NameOf) -> str:
    """An expression for a default of a function, which is in `module` if that can be imported.

    `name_of` gives the name by which a module is known in the text, and imports it. Raises NotStandalone.
    """
    function = getattr(function, "__func__", function)
    if isinstance(function, FunctionType) and module is not None:
        for name, other in function.__globals__.items():
            if other is value:
                return f"{name_of(module)}.{name}"
    home = home_of(type(value)) if isinstance(value, enum.Enum) else None
    if home is not None:
        return f"{name_of(home[0])}.{home[1]}.{value.name}"
    home = home_of(function)
    if home is not None and isinstance(function, FunctionType):
        own = f"{name_of(home[0])}.{home[1]}"
        for place, default in enumerate(function.__defaults__ or ()):
            if default is value:
                return f"{own}.__defaults__[{place}]"
        for name, default in (function.__kwdefaults__ or {}).items():
            if default is value:
                return f"{own}.__kwdefaults__[{name!r}]"
    reason = f"a default of the function can't be imported: its type is {type(value).__name__}"
    raise NotStandalone(reason, "give it a name at the top level of a module, or pass it as an argument")


def without_names(arguments: ast.arguments, values: dict[str, Any], place: Callable[[Any], str]) -> None:
    """Put expressions in the place of defaults that are names for `values`."""

    def said(node: Any) -> Any:
        if isinstance(node, ast.Name) and node.id in values:
            return ast.parse(place(values[node.id]), mode="eval").body
        return node

    arguments.defaults = [said(node) for node in arguments.defaults]
    arguments.kw_defaults = [said(node) for node in arguments.kw_defaults]
