"""What was there for the compiler only is left out, when nothing differentiates the list any more.

s = stop_gradient x                     t = mul x y
t = mul s y                 →
u = array_without_gradient A            u = np.copy A
r = checkpoint_range n snapshots=5      r = range n
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ir.nodes import Atom, Block, Entry, Function, Module, Node, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import substitute, walk, with_blocks, with_body
from s2sad.runtime.revolve import checkpoint_range
from s2sad.runtime.shaping import array_without_gradient
from s2sad.transform.copies import drop_copies

_COPY = Ref("np.copy", np.copy)
_RANGE = Ref("range", range)


def without_markers(module: Module) -> Module:
    """The module without the functions that only tell which derivatives are taken."""
    return replace(module, functions=tuple(map(_function, module.functions)))


def _function(function: Function) -> Function:
    if not any(_is_marker(node) for node in walk(function.body)):
        return function
    same: dict[Var, Atom] = {}
    body = substitute(_block(function.body, same), same)
    return drop_copies(with_body(function, body.entries, body.results))


def _is_marker(node: Node) -> bool:
    value = callee_of(node)
    return (
        operation_of(node) == "stop_gradient" or value is array_without_gradient or value is checkpoint_range
    )


def _plain(node: Entry) -> Entry:
    """An entry as it would be without s2sad."""
    if callee_of(node) is array_without_gradient:
        return replace(node, fn=_COPY)
    if callee_of(node) is checkpoint_range:
        return replace(node, fn=_RANGE, kwargs=())
    return node


def _block(block: Block, same: dict[Var, Atom]) -> Block:
    entries: list[Node] = []
    for node in block.entries:
        if not isinstance(node, Entry):
            entries.append(with_blocks(node, lambda inner: _block(inner, same)))
        elif operation_of(node) == "stop_gradient":
            (value,) = node.args
            same[node.targets[0]] = same.get(value, value) if isinstance(value, Var) else value
        else:
            entries.append(_plain(node))
    return Block(tuple(entries), block.results)
