"""Emitted functions as Python compiles them: each node with the line on which the text has it.

f_grad(x):                                  1   def f_grad(x):
    Comment("reverse sweep")                2       # reverse sweep
    t = math.cos(x)                 →       3       t = math.cos(x)
    If(x > 0.0)                             4       if x > 0.0:
        return t                            5           return t

The text is only written when somebody looks, a line for each statement (`python_text.to_lines`), so that the lines can be
counted before.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from s2sad.backend.python_statements import Comment
from s2sad.ir.tree_walks import LEAVES

_BLANK = 2  # lines before a function; one before a function within another
NO_COLUMN = -1


def numbered_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module with their lines, and without their comments."""
    lines = _Lines()
    return [one for one in lines.block(tree.body, _BLANK) if isinstance(one, ast.FunctionDef)]


class _Lines:
    """Counts the lines of the text: `line` is that of the next statement."""

    def __init__(self) -> None:
        self.line = 1

    def block(self, statements: list[Any], blank: int = 1) -> list[Any]:
        kept = []
        for statement in statements:
            if isinstance(statement, Comment):
                self.line += 1
                continue
            if isinstance(statement, ast.FunctionDef) and self.line > 1:
                self.line += blank
            kept.append(self.statement(statement))
        return kept

    def statement(self, node: Any) -> Any:
        """A statement, or a handler, with its lines; what holds others is copied, since comments among these go."""
        _place(node, self.line)
        self.line += 1 + _line_breaks(node)
        if not hasattr(node, "body"):
            return node
        node = copy.copy(node)
        node.body = self.block(node.body)
        if hasattr(node, "handlers"):
            node.handlers = [self.statement(handler) for handler in node.handlers]
        if getattr(node, "orelse", None):
            node.orelse = self.orelse(node)
        if getattr(node, "finalbody", None):
            self.line += 1
            node.finalbody = self.block(node.finalbody)
        return node

    def orelse(self, node: Any) -> list[Any]:
        """What `else:` holds, which has a line of its own, or the one statement of an `elif`."""
        is_elif = isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        self.line += 0 if is_elif else 1
        return self.block(node.orelse)


def _place(node: Any, line: int) -> None:
    """Give a node, and what it consists of, a line; statements in it have others."""
    parts = [] if type(node) in LEAVES else list(vars(node).values())
    node.lineno = node.end_lineno = line
    node.col_offset = node.end_col_offset = NO_COLUMN
    for part in parts:
        if type(part) is list:
            for each in part:
                if isinstance(each, _PLACED):
                    _place(each, line)
        elif isinstance(part, ast.AST) and isinstance(part, _PLACED):
            _place(part, line)


_PLACED = (ast.expr, ast.arguments, ast.arg, ast.keyword, ast.withitem, ast.comprehension)


def _line_breaks(node: Any) -> int:
    """How many lines more than one a statement takes: a text that stands alone is written as it is."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return 0
    return node.value.value.count("\n") if isinstance(node.value.value, str) else 0
