"""Several emitted modules as one: each import and each function once."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from s2sad.cli.target import UsageError


def joined(texts: Iterable[str]) -> str:
    """One module with all that these define. Raises UsageError where two of them mean another thing by one name."""
    imports: dict[str, None] = {}
    parts: dict[str, str] = {}
    constants: dict[str, None] = {}
    for text in texts:
        for statement, part in _statements(text):
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                imports[part] = None
                continue
            name = _name(statement) or part
            if parts.get(name, part) != part:
                hint = "emit them into files of their own"
                raise UsageError(f"the derivatives have different things of the name {name}; {hint}")
            parts[name] = part
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                constants[part] = None
    # Constants come before the functions that read them, as they do in each of the modules.
    others = [part for part in parts.values() if part not in constants]
    head = "\n".join(sorted(imports, key=lambda line: (line.startswith("from"), line)))
    first = "\n\n".join(filter(None, [head, "\n".join(constants)]))
    return "\n\n\n".join(filter(None, [first, *others])) + "\n"


def _statements(text: str) -> Iterable[tuple[ast.stmt, str]]:
    """The statements of a module, each with its text and the comments above it."""
    lines = text.splitlines()
    end = 0
    for statement in ast.parse(text).body:
        last = statement.end_lineno or statement.lineno
        yield statement, "\n".join(lines[end:last]).strip("\n")
        end = last


def _name(statement: ast.stmt) -> str:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return statement.name
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return ""
