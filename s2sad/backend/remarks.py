"""Which of the user's lines a statement belongs to is said once for a run of statements that belong to the same.

t_bar = x_bar[i]        # line 4: x[i] = y / z          t_bar = x_bar[i]        # line 4: x[i] = y / z
x_bar[i] = 0.0          # line 4: x[i] = y / z     →    x_bar[i] = 0.0
y_bar += t_bar / z                                      y_bar += t_bar / z      # line 4: y / z
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from s2sad.ir.tree_walks import LEAVES

_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr)
_BLOCKS = ("body", "orelse", "finalbody")


def settle_remarks(statements: Sequence[Any], above: str = "") -> None:
    """Give statements the remark of what is nested into them, and take away what the statement above says already."""
    for statement in statements:
        text = getattr(statement, "comment", "") or _of_parts(statement)
        if hasattr(statement, "comment"):
            del statement.comment
        if text and text != above:
            statement.comment = text
        above = text
        for handler in getattr(statement, "handlers", ()):
            settle_remarks(handler.body)
        for block in _BLOCKS:
            if isinstance(inner := getattr(statement, block, None), list):
                settle_remarks(inner, above)


def _of_parts(statement: ast.stmt) -> str:
    """The one remark on the expressions of a statement, where all of these belong to one line."""
    if not isinstance(statement, _SIMPLE):
        return ""
    remarks: set[str] = set()
    lines: set[tuple[str, int]] = set()
    _gather(statement, remarks, lines, True)
    return remarks.pop() if len(remarks) == len(lines) == 1 else ""


def _gather(node: ast.AST, remarks: set[str], lines: set[tuple[str, int]], is_outermost: bool) -> None:
    """The outermost remarks on the parts of a node, and the lines that these come from."""
    fields = vars(node)
    origin, remark = fields.get("origin"), fields.get("remark")
    if origin is not None:
        lines.add((origin.file, origin.line))
    if is_outermost and remark is not None:
        remarks.add(remark)
        is_outermost = False
    for part in () if type(node) in LEAVES else fields.values():
        if isinstance(part, ast.expr):
            _gather(part, remarks, lines, is_outermost)
        elif type(part) is list:
            for each in part:
                _gather(each, remarks, lines, is_outermost)
