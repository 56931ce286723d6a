"""Generator functions: what follows a `yield` runs only if the generator was not left.

    yield v                  yield v                        yield from items      for %item in items:
                      →      if %left: return                                →        yield %item

`%left` is set by what takes the item: it says whether a loop over the generator was left by `break` or `return`.
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.desugar.building import Rewriter, changed, filled

LEFT = "%left"


def expand_yields(body: list[ast.stmt], stops: bool) -> list[ast.stmt]:
    """The statements of a generator function; with `stops` it can be left at every `yield`."""
    return _Yields(stops).statements(body)


class _Yields(Rewriter):
    def __init__(self, stops: bool) -> None:
        self.leaving = "if left: return" if stops else ""
        self.count = 0

    def generic_visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, ast.expr) else super().generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Yield):
            return [node, *filled(self.leaving, node, left=LEFT)]
        if isinstance(node.value, ast.YieldFrom):
            self.count += 1
            text = f"for item in ITEMS:\n yield item\n {self.leaving}"
            return filled(text, node.value, item=f"%item{self.count}", ITEMS=node.value.value, left=LEFT)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        item = ast.copy_location(ast.Expr(node.value), node.value)
        nothing = ast.copy_location(ast.Constant(None), node.value)
        return [item, *filled(self.leaving, node, left=LEFT), changed(node, value=nothing)]
