"""Attributes that every object of a class has of its own, as its constructor sets them before anything may read them.

class Solver:
    settings = {"tol": 1e-8}                        what the class has is never read by way of an object
    def __init__(self, x):
        self.settings = Solver.settings.copy()
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from s2sad.errors import SourceNotFound
from s2sad.frontend.lowering import Lowering
from s2sad.ir.tree_walks import is_name


def is_set_when_made(lowering: Lowering, cls: type, name: str) -> bool:
    """Whether the constructor of a class gives each object an attribute of this name, which nothing reads before."""
    init = lowering.lookup(cls, "__init__")
    if not isinstance(init, FunctionType) or lowering.lookup(cls, name) is None:
        return False
    try:
        tree = lowering.program.source_of(init).tree
    except SourceNotFound:
        return False
    if not isinstance(tree, ast.FunctionDef) or not tree.args.args:
        return False
    return sets_first(tree, name, lambda other: is_data(lowering.lookup(cls, other)))


def is_data(found: Any) -> bool:
    """Whether what a class has runs no code when it is asked for by way of an object; nothing at all does neither."""
    return not callable(found) and not hasattr(type(found), "__get__")


def sets_first(tree: ast.FunctionDef, name: str, is_plain: Callable[[str], bool]) -> bool:
    """Whether a statement of a constructor sets an attribute, before which the object is only asked for plain ones."""
    me = tree.args.args[0].arg
    for statement in tree.body:
        nodes = list(ast.walk(statement))
        asked = [n for n in nodes if isinstance(n, ast.Attribute) and is_name(n.value, me)]
        stored = [n for n in asked if n.attr == name and isinstance(n.ctx, ast.Store)]
        others = [n for n in asked if n.attr != name]
        only_asked = len(stored) + len(others) == sum(is_name(n, me) for n in nodes)
        if not only_asked or not all(is_plain(n.attr) for n in others):
            return False
        if isinstance(statement, ast.Assign) and any(n in statement.targets for n in stored):
            return True
        if stored or any(isinstance(n, (ast.Return, ast.Yield, ast.YieldFrom)) for n in nodes):
            return False
    return False
