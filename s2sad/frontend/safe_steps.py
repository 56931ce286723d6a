"""Which statements and entries can't raise, or change nothing that a handler sees: they need no step of their own.

y = 2.0 * x          harmless where x is a number
xs.append(x)         seen by the handler
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from s2sad.frontend.scope_analysis import own_nodes
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Node,
    Try,
    Var,
    While,
    With,
    blocks_of,
    targets_of,
)
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads, walk

ARITHMETIC = frozenset("add sub mul neg pos lt le gt ge".split())
"""What raises TypeError for a tuple, say, beside a number."""

_HARMLESS = ARITHMETIC | frozenset(
    "eq ne is_ is_not not_ or_ tuple_of list_of dict_of append dup unended".split()
)
_BY_KEY = frozenset(("setitem", "is_in", "not_in"))  # of a dict
_OF_FLAGS = frozenset(("eq", "ne", "or_"))
_OF_LOOPS = (range, len, reversed, zip, enumerate)


def stored_names(statement: ast.stmt) -> set[str]:
    nodes = own_nodes([statement])
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def may_write(statement: ast.stmt) -> bool:
    """Whether it may change a list or dict."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return any(
        isinstance(n, (ast.Subscript, ast.Attribute)) and not isinstance(n.ctx, ast.Load)
        for n in ast.walk(statement)
    )


def stands_alone(statement: ast.stmt | None) -> bool:
    """Whether it is lowered in a way of its own."""
    yields = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)
    return yields or isinstance(statement, (ast.If, ast.For, ast.While, ast.Try, ast.With))


def is_harmless(node: Node) -> bool:
    """Whether an entry raises for no operands of a right kind."""
    if isinstance(node, Entry):
        by_text = operation_of(node) in _BY_KEY and any(is_text(atom) for atom in node.args[:2])
        return by_text or operation_of(node) in _HARMLESS or getattr(node.fn, "value", None) is len
    if isinstance(node, (For, While, With, Try)):
        return False
    return all(is_harmless(inner) for block in blocks_of(node) for inner in block.entries)


def is_text(atom: Atom) -> bool:
    return isinstance(atom, Const) and isinstance(atom.value, str)


def is_of_loop(node: Entry) -> bool:
    """Whether an entry stands in the head of a loop; `min` is there of several lengths, and never of none."""
    value = getattr(node.fn, "value", None)
    return value in _OF_LOOPS or (value is min and len(node.args) > 1)


def are_safe(nodes: Sequence[Node], in_bounds: set[Var], items: frozenset[Atom] = frozenset()) -> bool:
    """Whether nothing raises that stands around steps, nor reads what a step has not given that has failed.

    `items` are those of loops, by which their sequences are read; `in_bounds` is what is read at a place that is there.
    """
    doubtful: set[Atom] = set()  # what steps give
    for node in nodes:
        if isinstance(node, Entry):
            of_loop = operation_of(node) == "getitem" and node.args[1] in items
            known = is_harmless(node) or is_of_loop(node) or of_loop or not in_bounds.isdisjoint(node.targets)
            if operation_of(node) not in _OF_FLAGS and not (known and doubtful.isdisjoint(node_reads(node))):
                return False
            continue
        inner = items | {node.item} if isinstance(node, For) else items
        if not isinstance(node, Try) and not all(
            are_safe(b.entries, in_bounds, inner) for b in blocks_of(node)
        ):
            return False
        if any(isinstance(child, Try) for child in walk(Block((node,), ()))):
            doubtful.update(targets_of(node))
    return True
