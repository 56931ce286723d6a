"""What branches leave out is None before them, in one line.

if c:                       a = b = d = None
    a = f(x)                if c:
    b = a * x                   a = f(x)
    d = None          →         b = a * x
else:                       else:
    d = g(x)                    d = g(x)
    a = None
    b = None
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from s2sad.backend.python_expressions import STORE
from s2sad.backend.statement_lists import has_code, if_statement
from s2sad.ir.tree_walks import nodes_in

_LEAST = 3
"""So many lines have to go."""
_WIDTH = 80
_WITH_BLOCKS = (ast.For, ast.While, ast.If)
"""Not what may go on after an exception."""


def with_absent_first(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, in which no line of a branch says that a value isn't there, where several would."""
    nodes = nodes_in(body)
    if not any(type(node) is ast.If for node in nodes):
        return body
    inner = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return _AbsentFirst(set().union(*map(_names_in, inner))).changed(body)


class _AbsentFirst:
    """Names in `kept` are read by functions within, at any time; `named` are the names in each statement that was asked for."""

    def __init__(self, kept: set[str]) -> None:
        self.kept = kept
        self.named: dict[ast.stmt, set[str]] = {}

    def changed(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for statement in statements:
            if isinstance(statement, ast.If):
                lines = Counter(_absences([statement]))
                names = [name for name in lines if name not in self.kept and self.settles(statement, name)]
                if sum(lines[name] for name in names) >= _LEAST:
                    out += _absent_together(names)
                    statement, *_ = _without([statement], set(names))
            if isinstance(statement, _WITH_BLOCKS):
                for part in ("body", "orelse"):
                    setattr(statement, part, self.changed(getattr(statement, part, [])))
            out.append(statement)
        return out

    def settles(self, statement: ast.If, name: str) -> bool:
        """Whether each way through it gives the name a value before it is read, or None and nothing else, or leaves the function."""
        if name in _names_in(statement.test) or not statement.orelse:
            return False
        return self.is_settled(statement.body, name) and self.is_settled(statement.orelse, name)

    def is_settled(self, statements: list[ast.stmt], name: str) -> bool:
        about = [each for each in statements if name in self.names_in(each)]
        if not about:
            return bool(statements) and isinstance(statements[-1], (ast.Return, ast.Raise))
        first = about[0]
        if _absent(first) == name:
            return len(about) == 1
        if isinstance(first, ast.If):
            return self.settles(first, name)
        return isinstance(first, ast.Assign) and _gives(first, name)

    def names_in(self, statement: ast.stmt) -> set[str]:
        found = self.named.get(statement)
        if found is None:
            found = self.named[statement] = _names_in(statement)
        return found


def _absent_together(names: list[str]) -> list[ast.stmt]:
    """`a = b = None`, in lines of a width that can be read."""
    rows: list[list[ast.expr]] = []
    room = 0
    for name in names:
        if len(name) > room:
            rows.append([])
            room = _WIDTH
        rows[-1].append(ast.Name(name, STORE))
        room -= len(name) + len(" = ")
    return [ast.Assign(row, ast.Constant(None)) for row in rows]


def _names_in(node: ast.AST) -> set[str]:
    return {each.id for each in nodes_in([node]) if isinstance(each, ast.Name)}


def _absent(statement: ast.stmt) -> str | None:
    """The name that a statement says is None."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    is_none = isinstance(value, ast.Constant) and value.value is None
    return target.id if is_none and isinstance(target, ast.Name) else None


def _absences(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """The names that statements and branches say are None, one for each line that does."""
    for each in statements:
        name = _absent(each)
        if isinstance(each, ast.If):
            yield from _absences((*each.body, *each.orelse))
        elif name is not None:
            yield name


def _gives(statement: ast.Assign, name: str) -> bool:
    """Whether it gives the name a value that doesn't need the one before."""
    named = [each for each in nodes_in([statement]) if isinstance(each, ast.Name) and each.id == name]
    return all(isinstance(each.ctx, ast.Store) for each in named)


def _without(statements: list[ast.stmt], names: set[str]) -> list[Any]:
    """The statements without those that say that one of the names is None."""
    out: list[ast.stmt] = []
    for each in statements:
        if isinstance(each, ast.If):
            body, orelse = _without(each.body, names), _without(each.orelse, names)
            if has_code(body):
                each.body, each.orelse = body, orelse if has_code(orelse) else []
                out.append(each)
            else:
                out += if_statement(each.test, body, orelse)
        elif _absent(each) not in names:
            out.append(each)
    return out
