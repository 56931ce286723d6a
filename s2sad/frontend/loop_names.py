"""Names that loops alone bind, and their bodies alone read: nothing is left in them for whatever comes after.

for body in bodies:             `body` has a new value before each reading, also where a loop around goes on
    body.x += body.v            with another iteration: it needn't be carried
"""

from __future__ import annotations

import ast
from functools import lru_cache

from s2sad.frontend.desugar.building import FUNCTIONS
from s2sad.frontend.scope_analysis import bound_by
from s2sad.frontend.syntax import body_of
from s2sad.ir.tree_walks import children_of, names_in, nodes_in

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@lru_cache(maxsize=1024)
def names_of_loops(node: ast.AST) -> frozenset[str]:
    """Such names of a function."""
    found = _Names()
    arguments = getattr(node, "args", None)
    if isinstance(arguments, ast.arguments):
        found.others.update(each.arg for each in nodes_in([arguments]) if isinstance(each, ast.arg))
    for child in body_of(node):
        found.visit(child, frozenset())
    return frozenset(found.bound - found.others)


class _Names:
    """The names that loops bind, and the `others`: those that something else binds, or reads outside of such a loop."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.others: set[str] = set()

    def visit(self, node: ast.AST, inside: frozenset[str]) -> None:
        """Go through what stands inside of loops that bind these names."""
        if isinstance(node, ast.For):
            self.visit_loop(node, inside)
        elif isinstance(node, ast.Name):
            is_read = isinstance(node.ctx, ast.Load)
            self.others.update({node.id} - inside if is_read else {node.id})
        elif isinstance(node, FUNCTIONS):
            self.others.update(_mentioned(node))
        elif isinstance(node, _COMPREHENSIONS):
            own = {name for generator in node.generators for name in _stored(generator.target)}
            self.others.update(_mentioned(node) - own - inside)
        else:
            self.others.update(_named_otherwise(node))
            for child in children_of(node):
                self.visit(child, inside)

    def visit_loop(self, loop: ast.For, inside: frozenset[str]) -> None:
        names = _stored(loop.target)
        self.bound.update(names)
        # Bound anew in the body of another loop that binds them, which may read on.
        self.others.update(names & inside, _mentioned(loop.target) - names)
        self.visit(loop.iter, inside)
        for child in loop.body:
            self.visit(child, inside | names)
        for child in loop.orelse:
            self.visit(child, inside)


def _stored(target: ast.AST) -> set[str]:
    return {name for each in nodes_in([target]) for name in bound_by(each)}


def _mentioned(node: ast.AST) -> set[str]:
    return set(names_in([node])).union(*map(_named_otherwise, nodes_in([node])))


def _named_otherwise(node: ast.AST) -> list[str]:
    """Names that a node binds or declares."""
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else bound_by(node)
