"""Whether a variable keeps its value from the time on at which a function within is made that reads it.

other = wrap(other)             assigned before `back` is made, and never again: what `back` reads is known then
def back(): use(other)
"""

from __future__ import annotations

import ast
from functools import lru_cache

from s2sad.frontend.scope_analysis import bound_by, own_nodes, parameter_names
from s2sad.frontend.syntax import all_nodes, body_of
from s2sad.ir.tree_walks import span

_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_ASSIGNMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)


@lru_cache(maxsize=1024)
def is_settled(holder: ast.AST, name: str, reader: ast.AST) -> bool:
    """Whether a function assigns a variable only before it comes to a function that stands in it, in no loop around both."""
    if is_assigned_within(holder, name):
        return False
    place = outermost(holder, reader)
    loops = [node for node in own_nodes(body_of(holder)) if isinstance(node, _LOOPS) and _is_in(place, node)]
    found = [node for node in own_nodes(body_of(holder)) if name in bound_by(node)]
    ends = _ends_of_assignments(holder)
    before = all(ends.get(id(node), span(node)[2:]) <= span(place)[:2] for node in found)
    anywhere = bool(found) or name in parameter_names(holder)
    return anywhere and before and not any(_is_in(node, loop) for node in found for loop in loops)


@lru_cache(maxsize=1024)
def is_assigned_within(holder: ast.AST, name: str) -> bool:
    """Whether a function within assigns the variable: `nonlocal`."""
    return any(isinstance(node, ast.Nonlocal) and name in node.names for node in all_nodes(holder)[1:])


def outermost(holder: ast.AST, reader: ast.AST) -> ast.AST:
    """The function that stands in the holder itself, and is the reader or has it within."""
    around = [node for node in own_nodes(body_of(holder)) if _is_function(node) and _is_in(reader, node)]
    return around[0] if around else reader


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef))


def _ends_of_assignments(holder: ast.AST) -> dict[int, tuple[int, int]]:
    """Where the statements end that assign to names, by the names' nodes."""
    return {
        id(child): span(node)[2:]
        for node in own_nodes(body_of(holder))
        if isinstance(node, _ASSIGNMENTS)
        for child in own_nodes(node.targets if isinstance(node, ast.Assign) else [node.target])
    }


def _is_in(node: ast.AST, around: ast.AST) -> bool:
    return span(around)[:2] <= span(node)[:2] and span(node)[2:] <= span(around)[2:]
