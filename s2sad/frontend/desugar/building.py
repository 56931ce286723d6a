"""New nodes of the syntax tree, which have the place in the file of what they stand for.

    filled("while True:\n    if TEST: BODY\n    else: stop = True", node, TEST=node.test, BODY=node.body, stop="%stop")

Trees are shared by everybody who asks for a function: rewritings make new nodes, and change none.
"""

from __future__ import annotations

import ast
import copy
from functools import lru_cache
from typing import Any, TypeVar

from s2sad.ir.tree_walks import nodes_in

NodeT = TypeVar("NodeT", bound=ast.AST)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def placed(new: NodeT, node: ast.AST) -> NodeT:
    """Give what has no place in the file that of another node."""
    for child in nodes_in([new]):
        if "lineno" in child._attributes and not hasattr(child, "lineno"):
            ast.copy_location(child, node)
    return new


def changed(node: NodeT, **fields: Any) -> NodeT:
    """The node with other fields, at its place."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def assigned(name: str, value: ast.expr | bool | None, node: ast.AST) -> ast.stmt:
    """`name = value`"""
    return placed(
        ast.Assign([store(name)], value if isinstance(value, ast.expr) else ast.Constant(value)), node
    )


class Rewriter(ast.NodeTransformer):
    """Goes through the statements of a function, not of those within it; what doesn't change stays the node that it is."""

    def statements(self, nodes: list[Any]) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            new = self.visit(node) if isinstance(node, ast.AST) else self.leaf(node)
            found += new if isinstance(new, list) else [new]
        return found

    def generic_visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, FUNCTIONS) else self.rebuilt(node, self.new_fields(node))

    def new_fields(self, node: ast.AST) -> dict[str, Any]:
        new: dict[str, Any] = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                made: Any = self.statements(value)
            else:
                made = self.visit(value) if isinstance(value, ast.AST) else self.leaf(value)
            if made is not value and made != value:
                new[name] = made
        return new

    def rebuilt(self, node: ast.AST, new: dict[str, Any]) -> Any:
        return changed(node, **new) if new else node

    def leaf(self, value: Any) -> Any:
        return value


# ------------------------------------------------------------------------------------------ texts with gaps


def filled(text: str, node: ast.AST, **parts: Any) -> list[Any]:
    """The statements of a text in which names are gaps.

    A text renames one, an expression or statements take its place, and any other object is a constant there.
    """
    return _Gaps(node, parts).statements(_parsed(text))


@lru_cache(maxsize=256)
def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


class _Gaps(Rewriter):
    def __init__(self, node: ast.AST, parts: dict[str, Any]) -> None:
        self.node, self.parts = node, parts

    def visit_Expr(self, node: ast.Expr) -> Any:
        part = self.parts.get(node.value.id) if isinstance(node.value, ast.Name) else None
        return part if isinstance(part, list) else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        part = self.parts.get(node.id, node.id)
        if isinstance(part, ast.expr):
            return part
        new = ast.Name(part, node.ctx) if isinstance(part, str) else ast.Constant(part)
        return ast.copy_location(new, self.node)

    def generic_visit(self, node: ast.AST) -> Any:
        return self.rebuilt(node, self.new_fields(node))

    def rebuilt(self, node: ast.AST, new: dict[str, Any]) -> Any:
        return ast.copy_location(changed(node, **new), self.node)

    def leaf(self, value: Any) -> Any:
        return self.parts.get(value, value) if isinstance(value, str) else value
