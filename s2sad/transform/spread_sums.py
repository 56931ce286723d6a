"""The adjoint of a sum goes to all items at once: what it is added to, or made of, spreads it itself.

t = unreduce c s None False             x_bar = np.full s c
x_bar = np.copy t
u = unreduce d r None False     →       increase x_bar i d
increase x_bar i u
v = unreduce e q None False             v = np.broadcast_to e q
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import definitions_of, mapped, with_body
from s2sad.runtime.reductions import unreduce

_FULL = Ref("np.full", np.full)
_SPREAD = Ref("np.broadcast_to", np.broadcast_to)
_ADDING = {"iadd": 1, "increase": 2}
"""Which argument of the operations that add in place is what they add."""


def spread_sums(function: Function) -> Function:
    """The function in which NumPy spreads what is the same for all items."""
    spread = {var: entry for var, entry in definitions_of(function).items() if _is_of_all(entry)}
    if not spread:
        return function
    body = mapped(function.body, lambda node: _by_numpy(_without_spread(node, spread)))
    return with_body(function, body.entries, body.results)


def _is_of_all(node: Node) -> bool:
    """Whether it is the adjoint of a sum along all axes."""
    return isinstance(node, Entry) and callee_of(node) is unreduce and node.args[2] == Const(None)


def _without_spread(node: Node, spread: Mapping[Atom, Entry]) -> Node:
    """What takes up the number itself, where it took up an array with it everywhere."""
    if not isinstance(node, Entry):
        return node
    if callee_of(node) is np.copy and len(node.args) == 1 and node.args[0] in spread:
        number, shape = spread[node.args[0]].args[:2]
        return replace(node, fn=_FULL, args=(shape, number))
    place = _ADDING.get(operation_of(node) or "")
    if place is None or node.args[place] not in spread:
        return node
    args = list(node.args)
    args[place] = spread[args[place]].args[0]
    return replace(node, args=tuple(args))


def _by_numpy(node: Node) -> Node:
    if not isinstance(node, Entry) or not _is_of_all(node):
        return node
    return replace(node, fn=_SPREAD, args=node.args[:2])
