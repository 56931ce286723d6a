"""Which of the user's lines a statement belongs to is said once for a run of statements that belong to the same.

t_bar = x_bar[i]        # line 4: x[i] = y / z          t_bar = x_bar[i]        # line 4: x[i] = y / z
x_bar[i] = 0.0          # line 4: x[i] = y / z     →    x_bar[i] = 0.0
y_bar += t_bar / z                                      y_bar += t_bar / z      # line 4: y / z
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr)
_BLOCKS = ("body", "orelse", "finalbody")


def settle_remarks(statements: Sequence[ast.stmt], above: str = "") -> None:
    """Give statements the remark of what is nested into them, and take away what the statement above says already."""
    for statement in statements:
        text = getattr(statement, "comment", "") or _of_parts(statement)
        if hasattr(statement, "comment"):
            del statement.comment
        if text and text != above:
            statement.comment = text  # type: ignore[attr-defined]
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
    origins = (node.origin for node in ast.walk(statement) if hasattr(node, "origin"))
    remarks = set(_outermost(statement))
    return remarks.pop() if len(remarks) == len({(at.file, at.line) for at in origins}) == 1 else ""


def _outermost(node: ast.AST) -> Iterator[str]:
    """The remarks on a node, or on the parts of it."""
    if hasattr(node, "remark"):
        yield node.remark
    else:
        for part in ast.iter_child_nodes(node):
            yield from _outermost(part)
