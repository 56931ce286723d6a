"""The adjoint of a sum goes to all items at once: what it is added to, or made of, spreads it itself.

t = unreduce c s None False             x_bar = np.full s c
x_bar = np.copy t
u = unreduce d r None False     →       p = mul k d
p = mul k u                             increase x_bar i p
increase x_bar i p
v = unreduce e q None False             v = np.broadcast_to e q
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import replace

import numpy as np

from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Ref, Var, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import definitions_of, mapped, uses_of, walk, with_body
from s2sad.runtime.reductions import unreduce

_FULL = Ref("np.full", np.full)
_SPREAD = Ref("np.broadcast_to", np.broadcast_to)
_ADDING = {"iadd": 1, "increase": 2}
"""Which argument of the operations that add in place is what they add."""
_ITEM_BY_ITEM = ("mul", "truediv", "neg", "add", "sub")


def spread_sums(function: Function) -> Function:
    """The function in which NumPy spreads what is the same for all items."""
    spread = {var: entry for var, entry in definitions_of(function).items() if _is_of_all(entry)}
    if not spread:
        return function
    added = _only_added(function.body)
    body = mapped(function.body, lambda node: _by_numpy(_without_spread(node, spread, added)))
    return with_body(function, body.entries, body.results)


def _is_of_all(node: Node) -> bool:
    """Whether it is the adjoint of a sum along all axes."""
    return isinstance(node, Entry) and callee_of(node) is unreduce and node.args[2] == Const(None)


def _only_added(body: Block) -> set[Atom]:
    """The variables that are only added to arrays in place, as they are or after operations item by item."""
    nodes = list(walk(body))
    readers: dict[Atom, list[Node]] = defaultdict(list)
    for node in nodes:
        for atom in uses_of(node):
            readers[atom].append(node)
    kept = {*body.results}
    found: set[Atom] = set()
    for node in reversed(nodes):
        for var in targets_of(node):
            alone = len(readers[var]) == 1 and var not in kept
            if alone and (
                _adds(readers[var][0], var) or not found.isdisjoint(_made_item_by_item(readers[var][0]))
            ):
                found.add(var)
    return found


def _adds(node: Node, var: Atom) -> bool:
    place = _ADDING.get(operation_of(node) or "")
    return place is not None and isinstance(node, Entry) and node.args[place] == var


def _made_item_by_item(node: Node) -> tuple[Var, ...]:
    return node.targets if isinstance(node, Entry) and operation_of(node) in _ITEM_BY_ITEM else ()


def _without_spread(node: Node, spread: Mapping[Atom, Entry], added: Set[Atom]) -> Node:
    """What takes up the number itself, where it took up an array with it everywhere."""
    if not isinstance(node, Entry):
        return node
    if callee_of(node) is np.copy and len(node.args) == 1 and node.args[0] in spread:
        number, shape = spread[node.args[0]].args[:2]
        return replace(node, fn=_FULL, args=(shape, number))
    if added.isdisjoint(_made_item_by_item(node)) and not any(_adds(node, var) for var in node.args):
        return node
    return replace(node, args=tuple(spread[a].args[0] if a in spread else a for a in node.args))


def _by_numpy(node: Node) -> Node:
    if not isinstance(node, Entry) or not _is_of_all(node):
        return node
    return replace(node, fn=_SPREAD, args=node.args[:2])
