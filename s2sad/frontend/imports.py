"""Imports within functions, and errors that are known before the program runs.

What can't be imported, or is not there, raises when the program gets there: often another path is taken, or the error
is caught.
"""

from __future__ import annotations

import ast
import importlib
import types
from typing import Any

from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign
from s2sad.frontend.queries import raise_error
from s2sad.frontend.storage_entries import emit
from s2sad.ir.nodes import Const, Ref


def stmt_Import(lowering: Lowering, node: ast.Import) -> None:
    for alias in node.names:
        module = imported_module(lowering, alias.name, None, node)
        if module is None:
            return
        top = alias.name.partition(".")[0]
        path, value = (alias.name, module) if alias.asname else (top, importlib.import_module(top))
        assign(lowering, alias.asname or top, Ref(path, value), node)


def stmt_ImportFrom(lowering: Lowering, node: ast.ImportFrom) -> None:
    package = lowering.scope.owner.__globals__.get("__package__") if node.level else None
    module = imported_module(lowering, "." * node.level + (node.module or ""), package, node)
    for alias in node.names if module else ():
        path = f"{module.__name__}.{alias.name}"
        found = part_of(lowering, module, alias.name, node)
        if found is None:
            return
        assign(lowering, alias.asname or alias.name, Ref(path, found), node)


def imported_module(
    lowering: Lowering, name: str, package: str | None, node: ast.AST
) -> types.ModuleType | None:
    """A module; one that can't be imported raises when the program gets there, and what follows isn't reached."""
    try:
        return importlib.import_module(name, package)
    except ImportError as error:
        raise_now(lowering, error, node)
        return None


def part_of(lowering: Lowering, module: Any, name: str, node: ast.AST) -> Any:
    """What `from module import name` gives: an attribute, or a module within."""
    lowering.program.assumed.attribute(module, module.__name__, None, name)
    if not hasattr(module, name):
        try:
            return importlib.import_module(f"{module.__name__}.{name}")
        except ImportError:
            text = f"cannot import name {name!r} from {module.__name__!r}"
            raise_now(lowering, ImportError(text), node)
            return None
    return getattr(module, name)


def raise_now(lowering: Lowering, error: Exception, node: ast.AST | None) -> None:
    """An error that is known while the function is lowered is raised when the program gets there."""
    cls = type(error)
    raise_error(
        lowering, emit(lowering, Ref(cls.__name__, cls), (Const(str(error)),), node), Const(None), node
    )
