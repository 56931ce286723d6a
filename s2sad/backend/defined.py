"""Whether a module that was written can be imported: all that it reads then has to be there."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from s2sad.errors import NotStandalone


def checked_module(text: str) -> str:
    """The text of a module. Raises NotStandalone if it reads a name, when it is imported, that nothing defines."""
    known = set(dir(builtins))
    for statement in ast.parse(text).body:
        for name in _read_at_import(statement):
            if name not in known:
                reason = f"the module would read `{name}` when it is imported, and nothing defines it there"
                raise NotStandalone(reason, "define it at the top level of a module")
        known.update(_defined_by(statement))
    return text


def _read_at_import(statement: ast.stmt) -> Iterator[str]:
    """The names that are read when a statement runs; of a function those of its defaults."""
    parts: list[ast.AST | None] = [statement]
    if isinstance(statement, ast.FunctionDef):
        parts = [*statement.args.defaults, *statement.args.kw_defaults, *statement.decorator_list]
    for part in filter(None, parts):
        for node in ast.walk(part):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield node.id


def _defined_by(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))
