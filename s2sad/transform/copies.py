"""A copy that is only computed with, before anything is written to an array, is left out.

t = np.copy u                           v = mul 0.2 u
v = mul 0.2 t               →           iadd u v
iadd u v

So is one of an array that is only asked for its shape.
"""

from __future__ import annotations

import operator
from functools import partial

import numpy as np

from s2sad.analysis.contents import contents_read
from s2sad.analysis.effects import effect_of
from s2sad.ir.nodes import Block, Entry, Function, Node, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of
from s2sad.ir.rewrite import node_reads, substitute, uses_of, walk, with_blocks, with_body
from s2sad.runtime.broadcasting import unbroadcast, unbroadcast_to

_SAME_MEMORY = (unbroadcast, unbroadcast_to)
_NEW_MEMORY = (
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.neg, operator.matmul),
    *(np.dot, np.matmul, np.outer),
)


def drop_copies(function: Function, arrays: frozenset[Var] = frozenset()) -> Function:
    """The function without copies that nothing can tell from what they are of; `arrays` are known to be some."""
    if not any(callee_of(node) is np.copy for node in walk(function.body)):
        return function
    body = _block(function.body, arrays)
    return function if body == function.body else with_body(function, body.entries, body.results)


def _block(block: Block, arrays: frozenset[Var]) -> Block:
    inner = partial(_block, arrays=arrays)
    entries = [node if isinstance(node, Entry) else with_blocks(node, inner) for node in block.entries]
    kept: list[Node] = []
    while entries:
        node = entries.pop(0)
        if isinstance(node, Entry) and callee_of(node) is np.copy and len(node.args) == 1 and not node.kwargs:
            rest = Block(tuple(entries), block.results)
            copy = node.targets[0]
            if _only_computed_with(copy, rest) or (node.args[0] in arrays and _only_asked(copy, rest)):
                block = substitute(rest, {node.targets[0]: node.args[0]})
                entries = list(block.entries)
                continue
        kept.append(node)
    return Block(tuple(kept), block.results)


def _only_asked(copy: Var, rest: Block) -> bool:
    """Whether a copy is only asked for its shape and the kind of its numbers."""
    readers = [node for node in walk(rest) if copy in uses_of(node)]
    asked = all(isinstance(node, Entry) and copy not in contents_read(node) for node in readers)
    return asked and copy not in rest.results


def _only_computed_with(copy: Var, rest: Block) -> bool:
    """Whether all that reads a copy makes something new of it, before anything is written."""
    same = {copy}
    last = -1
    for i, node in enumerate(rest.entries):
        if same.isdisjoint(node_reads(node)):
            continue
        last = i
        if not isinstance(node, Entry) or node.kwargs:
            return False
        if any(callee_of(node) is function for function in _SAME_MEMORY):
            same.update(node.targets)
        elif not (any(callee_of(node) is f for f in _NEW_MEMORY) or isinstance(callee_of(node), np.ufunc)):
            return False
    read = rest.entries[: last + 1]
    return same.isdisjoint(rest.results) and all(
        isinstance(node, Entry) and effect_of(node) < Effect.WRITING for node in read
    )
