"""Emitted modules as programs: several as one, and how one differs from another."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable

from s2sad.backend.python_text import format_source
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


# ------------------------------------------------------------------------------------------------ differences


def differences(old: str, new: str, name: str) -> list[str]:
    """How two modules differ as programs, as lines of a diff: only the definitions that do. None: there are no lines.

    Format, comments, and the order of imports and definitions don't count.
    """
    try:
        before, after = _by_name(old), _by_name(new)
    except (SyntaxError, ValueError):  # the old one is no program
        return list(difflib.unified_diff(old.splitlines(), new.splitlines(), name, "now", n=1, lineterm=""))
    found: list[str] = []
    for part in dict.fromkeys((*after, *before)):
        if before.get(part) != after.get(part):
            one, other = (format_source(texts.get(part, "")).splitlines() for texts in (before, after))
            found += difflib.unified_diff(one, other, f"{name}: {part}", "now", n=2, lineterm="")
    return found


def _by_name(text: str) -> dict[str, str]:
    """The statements of a module as they are written without regard to format; its imports are one part."""
    parts: dict[str, str] = {}
    imports: list[str] = []
    for statement in ast.parse(text).body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            imports += [ast.unparse(_with_one_name(statement, alias)) for alias in statement.names]
        elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            written = ast.unparse(statement)
            parts[_name(statement) or written] = written
    return {"imports": "\n".join(sorted(imports)), **parts}


def _with_one_name(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> ast.stmt:
    if isinstance(statement, ast.Import):
        return ast.Import([alias])
    return ast.ImportFrom(statement.module, [alias], statement.level)
