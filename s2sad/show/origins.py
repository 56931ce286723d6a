"""Which of the user's code each part of the emitted code belongs to, down to expressions.

The backend leaves at every statement and expression that it makes the place in the user's file that the entry came
from. The emitted text has the same syntax tree, so that its places are found by going through both trees at once.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.backend.python_statements import Comment
from s2sad.backend.python_text import format_source, to_source
from s2sad.backend.to_ast import emit
from s2sad.compiling import COMPILING
from s2sad.ir.nodes import Location, Module
from s2sad.stack import deep


@dataclass(frozen=True)
class Span:
    """A part of a text: lines count from 1, columns (in characters) from 0; the end is not in it."""

    line: int
    start: int
    end_line: int
    end: int


@dataclass(frozen=True)
class Link:
    """A part of the emitted code, and the place of the user's that it belongs to."""

    span: Span
    origin: Location
    is_statement: bool


@deep
def emitted_with_links(module: Module, style: str) -> tuple[str, list[Link]]:
    """The text of a module, as it is shown, and what its parts belong to."""
    with COMPILING:
        tree = emit(module, style).tree
        text = format_source(to_source(tree))
    for node in ast.walk(tree):
        for block in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, block, None), list):
                _inherit(getattr(node, block))
    lines = text.splitlines()
    links = list(_links(tree, ast.parse(text), lines))
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.FunctionDef):
            loc = module[statement.name].loc
            if loc is not None:
                span = Span(statement.lineno, 0, statement.lineno, len(lines[statement.lineno - 1]))
                links.append(Link(span, loc, True))
    return text, links


def _inherit(statements: Sequence[Any]) -> None:
    """What a rule computes on a line of its own belongs to the statement that needs it first."""
    following: dict[str, Any] = {}
    for statement in reversed(statements):
        marked: Any = statement
        origin = getattr(statement, "origin", None)
        if origin is None and isinstance(statement, ast.Assign):
            names = [n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            origin = next((following[name] for name in names if name in following), None)
            if origin is not None:
                marked.origin = origin
        if origin is not None:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    following[node.id] = origin


def _links(made: Any, parsed: Any, lines: Sequence[str]) -> Iterator[Link]:
    """The links of two trees that are the same, but for comments and signs of constants."""
    if type(made) is not type(parsed) or isinstance(made, ast.JoinedStr):
        return
    origin = getattr(made, "origin", None)
    if origin is not None and hasattr(parsed, "lineno"):
        yield Link(span_of(parsed, lines), origin, isinstance(parsed, ast.stmt))
    for name in made._fields:
        one, other = getattr(made, name, None), getattr(parsed, name, None)
        if isinstance(one, list) and isinstance(other, list):
            one = [item for item in one if not isinstance(item, Comment)]
            if len(one) == len(other):
                for pair in zip(one, other):
                    yield from _links(*pair, lines)
        elif isinstance(one, ast.AST) and isinstance(other, ast.AST):
            yield from _links(one, other, lines)


def span_of(node: Any, lines: Sequence[str]) -> Span:
    """Where a node stands; of a compound statement only its head."""
    last = node
    if isinstance(node, (ast.For, ast.While, ast.If, ast.With)):
        last = (
            node.items[-1]
            if isinstance(node, ast.With)
            else node.iter if isinstance(node, ast.For) else node.test
        )
        last = getattr(last, "context_expr", last)
    elif isinstance(node, (ast.Try, ast.FunctionDef, ast.AsyncFunctionDef)):
        return Span(
            node.lineno,
            characters(lines, node.lineno, node.col_offset),
            node.lineno,
            len(lines[node.lineno - 1]),
        )
    return Span(
        node.lineno,
        characters(lines, node.lineno, node.col_offset),
        last.end_lineno,
        characters(lines, last.end_lineno, last.end_col_offset),
    )


def characters(lines: Sequence[str], line: int, column: int) -> int:
    """A column in characters, from one in bytes."""
    text = lines[line - 1]
    return column if text.isascii() else len(text.encode()[:column].decode())


# --------------------------------------------------------------------------------------------- the user's side


@dataclass(frozen=True)
class Excerpt:
    """A function of the user's in its file: the lines from `first` on."""

    name: str
    file: str
    first: int
    lines: tuple[str, ...]


class Files:
    """The files of the user's that places are in, read once."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}
        self._nodes: dict[str, list[ast.AST]] = {}

    def lines(self, file: str) -> list[str]:
        if file not in self._lines:
            self._lines[file] = [line.rstrip("\n") for line in linecache.getlines(file)]
        return self._lines[file]

    def nodes(self, file: str) -> list[ast.AST]:
        if file not in self._nodes:
            try:
                tree = ast.parse("\n".join(self.lines(file)))
            except (SyntaxError, ValueError):
                tree = ast.Module([], [])
            self._nodes[file] = [node for node in ast.walk(tree) if hasattr(node, "lineno")]
        return self._nodes[file]

    def span(self, loc: Location) -> Span | None:
        """Where the code of a place ends; None where the file isn't known."""
        lines = self.lines(loc.file)
        if not 0 < loc.line <= len(lines):
            return None
        line, start = lines[loc.line - 1], loc.column - 1
        if line.startswith(loc.text, start):
            return Span(loc.line, start, loc.line, start + len(loc.text))
        for node in self.nodes(loc.file):
            if node.lineno == loc.line and characters(lines, loc.line, node.col_offset) == start:  # type: ignore
                span = span_of(node, lines)
                if loc.text.startswith(ast.unparse(node).partition("\n")[0].rstrip(":")):
                    return span
        return Span(loc.line, start, loc.line, len(line))

    def excerpt(self, loc: Location) -> Excerpt | None:
        """The function that a place is in."""
        lines = self.lines(loc.file)
        if not 0 < loc.line <= len(lines):
            return None
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        around = [
            node
            for node in self.nodes(loc.file)
            if isinstance(node, kinds) and first_line(node) <= loc.line <= (node.end_lineno or 0)
        ]
        if not around:
            return Excerpt("", loc.file, loc.line, (lines[loc.line - 1],))
        inner = max(around, key=first_line)
        first, last = first_line(inner), inner.end_lineno or inner.lineno
        return Excerpt(inner.name, loc.file, first, tuple(lines[first - 1 : last]))


def first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
