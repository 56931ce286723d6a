"""A condition that assigns is part of the body, which carries what it assigns.

while (d := f(x)) > 1e-9: x -= d        →       while True:
                                                    %stop = False
                                                    if (d := f(x)) > 1e-9: x -= d
                                                    else: %stop = True
"""

from __future__ import annotations

import ast

from s2sad.frontend.desugar.building import filled
from s2sad.frontend.desugar.jumps import stopped_by

_TEXT = """
while True:
    stop = False
    if TEST: BODY
    else: stop = True
"""


def while_true(node: ast.While, stop: str) -> ast.While:
    """The loop that goes on until its condition, asked within, sets a flag."""
    return stopped_by(filled(_TEXT, node, TEST=node.test, BODY=node.body, stop=stop)[0], stop)


def assigns(test: ast.expr, by_calls: bool) -> bool:
    """Whether a condition may assign names, perhaps by functions that it calls."""
    changing = (ast.NamedExpr, ast.Call) if by_calls else ast.NamedExpr
    return any(isinstance(child, changing) for child in ast.walk(test))
