"""Which views of dicts are gone through where they are made, so that no later write can show in them.

for v in d.values(): …          sum(d.values())          [v for v in d.values()]
zip(d.values(), e) within one of these
"""

from __future__ import annotations

import ast
import functools

from s2sad.ir.tree_walks import span

VIEWS = ("keys", "values", "items")
_EAGER = frozenset("sum list tuple max min len sorted set frozenset dict any all".split())
_LAZY = frozenset("zip enumerate map filter reversed iter".split())
_MODULES = frozenset(("np", "numpy", "math", "statistics"))
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


def is_used_at_once(function: ast.AST | None, view: ast.Attribute) -> bool:
    """Whether `d.values`, as it stands in a function, is called and gone through before anything else is done."""
    return function is not None and span(view) in _used_at_once(function)


@functools.lru_cache(maxsize=256)
def _used_at_once(function: ast.AST) -> frozenset[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()

    def take(node: ast.AST) -> None:
        """What is gone through at once."""
        if isinstance(node, ast.GeneratorExp):
            for part in node.generators:
                take(part.iter)
        if not isinstance(node, ast.Call):
            return
        if isinstance(node.func, ast.Attribute) and node.func.attr in VIEWS:
            found.add(span(node.func))
        if isinstance(node.func, ast.Name) and node.func.id in _LAZY:
            for argument in node.args:
                take(argument)

    for node in ast.walk(function):
        if isinstance(node, ast.For):
            take(node.iter)
        elif isinstance(node, _COMPREHENSIONS):
            for part in node.generators:
                take(part.iter)
        elif isinstance(node, ast.Starred):
            take(node.value)
        elif isinstance(node, ast.Compare):
            for each in node.comparators:
                take(each)
        elif isinstance(node, ast.Call) and _is_eager(node.func):
            for each in node.args:
                take(each)
    return frozenset(found)


def _is_eager(function: ast.AST) -> bool:
    if isinstance(function, ast.Name):
        return function.id in _EAGER
    base = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(base, ast.Name) and base.id in _MODULES
