"""Every node of a syntax tree, as `ast.walk` gives them, but for contexts (`Load()`), which are a quarter of them.

The trees of a function are gone through for many questions; who asks for the context of a name finds it there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

LEAVES = (ast.Name, ast.Constant)
"""Nodes with nothing below them."""


def nodes_in(roots: Iterable[ast.AST]) -> list[ast.AST]:
    """These nodes and all below them."""
    found = list(roots)
    for node in found:  # which grows meanwhile
        if type(node) not in LEAVES and node._fields:
            found += children_of(node)
    return found


def span(node: Any) -> tuple[int, int, int, int]:
    """The line and column where a node begins, and those where it ends."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def names_in(roots: Iterable[ast.AST]) -> list[str]:
    """The names that stand in these nodes, as often as they do."""
    return [node.id for node in nodes_in(roots) if isinstance(node, ast.Name)]


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def children_of(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    if type(node) in LEAVES:
        return found
    parts = vars(node)
    for name in node._fields:
        value = parts[name] if name in parts and name != "ctx" else None
        if type(value) is list:
            for part in value:
                if isinstance(part, ast.AST):
                    found.append(part)
        elif isinstance(value, ast.AST):
            found.append(value)
    return found
