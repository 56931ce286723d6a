"""Which arrays needn't be made, because they are read where one other array is made, and nowhere else.

t = np.sin(x)          read by u and v
u = t * a              read by s
v = t * b              read by s
s = u + v              t, u and v all end in s: one loop
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from s2sad.ir.nodes import Block, Entry, Function, Node, Var, blocks_of
from s2sad.ir.rewrite import node_reads, uses_of, walk


def count_uses(function: Function) -> dict[Var, int]:
    """How many entries, at any depth, read each variable."""
    found: dict[Var, int] = {}
    for node in walk(function.body):
        for atom in set(uses_of(node)):
            if isinstance(atom, Var):
                found[atom] = found.get(atom, 0) + 1
    for atom in set(function.body.results):
        if isinstance(atom, Var):
            found[atom] = found.get(atom, 0) + 1
    return found


def fusable(function: Function, passes_on: Callable[[Entry], bool]) -> dict[Var, Any]:
    """The variables that end in one entry of their own block, and which; `passes_on` tells of entries that make elements of elements."""
    found: dict[Var, Any] = {}
    _in_block(function.body, passes_on, found)
    return found


def _in_block(block: Block, passes_on: Callable[[Entry], bool], found: dict[Var, Any]) -> None:
    users: dict[Var, list[Node]] = {}
    for node in block.entries:
        for var in node_reads(node):
            users.setdefault(var, []).append(node)
        for inner in blocks_of(node):
            _in_block(inner, passes_on, found)
    results = {atom for atom in block.results if isinstance(atom, Var)}
    for node in reversed(block.entries):
        if not isinstance(node, Entry) or len(node.targets) != 1 or node.targets[0] in results:
            continue
        ends = {_end(user, passes_on, found) for user in users.get(node.targets[0], ())}
        if len(ends) == 1 and None not in ends:
            found[node.targets[0]] = ends.pop()


def _end(user: Node, passes_on: Callable[[Entry], bool], found: dict[Var, Any]) -> Any:
    """The entry that makes something of what a user reads; None if it isn't one alone."""
    if not isinstance(user, Entry):
        return None
    if passes_on(user):
        return found.get(user.targets[0], id(user))
    return id(user)
