"""Cells, rows, and tables of them as text; each other form has a module of its own.

A cell is text, or a `Formula`: Python that LaTeX writes as mathematics.
"""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, Union

from s2sad.backend.python_text import to_source, visible

GridType = TypeVar("GridType", bound="Grid")
_GAP = "   "


@dataclass(frozen=True)
class Formula:
    """Python code: an expression, or a statement."""

    tree: ast.AST

    def __str__(self) -> str:
        tree = ast.Expr(self.tree) if isinstance(self.tree, ast.expr) else self.tree
        return " ".join(to_source(tree).split())


@dataclass(frozen=True)
class Code:
    """A line of a program, as it stands there."""

    text: str

    def __str__(self) -> str:
        return visible(self.text)


@dataclass(frozen=True)
class Number:
    """A value, as it is shown."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Joined:
    """Cells in one: text with formulas in it."""

    parts: tuple[Cell, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))


Cell = Union[str, Formula, Code, Number, Joined]


@dataclass(frozen=True)
class Row:
    """The cells of a line; a row of one cell is a heading of those below it. `level` is how far it is indented."""

    cells: tuple[Cell, ...]
    level: int = 0

    @property
    def is_heading(self) -> bool:
        return len(self.cells) == 1


@dataclass(frozen=True)
class Grid:
    """Columns by name, and rows, some of which are headings of sections; `remarks` stand below."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    remarks: tuple[str, ...] = ()

    def without_empty_columns(self: GridType) -> GridType:
        """The table without columns in which nothing stands."""
        rows = [row for row in self.rows if not row.is_heading]
        filled = [i for i in range(len(self.columns)) if any(str(row.cells[i]) for row in rows)]
        rows = [
            row if row.is_heading else Row(tuple(row.cells[i] for i in filled), row.level)
            for row in self.rows
        ]
        return replace(self, columns=tuple(self.columns[i] for i in filled), rows=tuple(rows))

    def text(self) -> str:
        """Plain text, in columns."""
        lines = [row for row in self.rows if not row.is_heading]
        texts = [[indented(row, i) for i in range(len(self.columns))] for row in lines]
        widths = [max(map(width, column)) for column in zip(self.columns, *texts)]
        out = [self.title, ""] if self.title else []
        if any(self.columns) and self.rows:
            out += [_line(self.columns, widths), _line(["-" * size for size in widths], widths)]
        following = iter(texts)
        for row in self.rows:
            out.append(
                "  " * row.level + str(row.cells[0]) if row.is_heading else _line(next(following), widths)
            )
        out += ["", *self.remarks] if self.remarks else []
        return "\n".join(out) + "\n"

    def as_data(self) -> list[dict[str, Any]]:
        """The rows as dicts, for programs that read them; headings have the key "heading" alone."""
        return [
            (
                {"heading": str(row.cells[0])}
                if row.is_heading
                else {name: str(cell) for name, cell in zip(self.columns, row.cells) if str(cell)}
            )
            for row in self.rows
        ]


def indented(row: Row, column: int) -> str:
    text = str(row.cells[column])
    return "  " * row.level + text if column == 0 else text


def width(text: str) -> int:
    """The columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def padded(text: str, size: int) -> str:
    return text + " " * (size - width(text))


def _line(texts: Sequence[str], widths: Sequence[int]) -> str:
    return _GAP.join(padded(text, size) for text, size in zip(texts, widths)).rstrip()
