"""Names that loops alone bind, and their bodies alone read: nothing is left in them for whatever comes after.

for body in bodies:             `body` has a new value before each reading, also where a loop around goes on
    body.x += body.v            with another iteration: it needn't be carried
"""

from __future__ import annotations

import ast
from functools import lru_cache

from s2sad.frontend.scope_analysis import bound_by
from s2sad.frontend.tree_walks import children_of, names_in, nodes_in

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@lru_cache(maxsize=1024)
def names_of_loops(node: ast.AST) -> frozenset[str]:
    """Such names of a function."""
    bound: set[str] = set()
    others: set[str] = set()

    def visit(each: ast.AST, inside: frozenset[str]) -> None:
        if isinstance(each, ast.For):
            visit_loop(each, inside)
        elif isinstance(each, ast.Name):
            if isinstance(each.ctx, ast.Load):
                others.update({each.id} - inside)
            else:
                others.add(each.id)
        elif isinstance(each, _FUNCTIONS):
            others.update(_mentioned(each))
        elif isinstance(each, _COMPREHENSIONS):
            own = {name for generator in each.generators for name in _stored(generator.target)}
            others.update(_mentioned(each) - own - inside)
        else:
            others.update(_named_otherwise(each))
            for child in children_of(each):
                visit(child, inside)

    def visit_loop(loop: ast.For, inside: frozenset[str]) -> None:
        names = _stored(loop.target)
        bound.update(names)
        others.update(
            names & inside
        )  # bound anew in the body of another loop that binds them, which may read on
        others.update(_mentioned(loop.target) - names)
        visit(loop.iter, inside)
        for child in loop.body:
            visit(child, inside | names)
        for child in loop.orelse:
            visit(child, inside)

    arguments = getattr(node, "args", None)
    if isinstance(arguments, ast.arguments):
        others.update(each.arg for each in nodes_in([arguments]) if isinstance(each, ast.arg))
    body = getattr(node, "body", [])
    for child in body if isinstance(body, list) else [body]:
        visit(child, frozenset())
    return frozenset(bound - others)


def _stored(target: ast.AST) -> set[str]:
    return {name for each in nodes_in([target]) for name in bound_by(each)}


def _mentioned(node: ast.AST) -> set[str]:
    return set(names_in([node])).union(*map(_named_otherwise, nodes_in([node])))


def _named_otherwise(node: ast.AST) -> list[str]:
    """Names that a node binds or declares."""
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else bound_by(node)
