"""Integers that are the same in every iteration are computed before the loop: lengths, and the ranges of inner loops.

for k in range(n):                     t = m - 2
    for i in range(m - 2):     →       for k in range(n):
                                           for i in range(t):

What saves in each iteration then knows before all loops how much there will be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Var, While, inner_vars_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import with_blocks, with_body

_INTEGERS = ("add", "sub", "mul", "neg")


def hoisted(function: Function, kind: Callable[[Atom], K.Kind]) -> Function:
    """The function with integers that don't change in a loop before it."""
    known = {param.var for param in function.params}
    return with_body(function, _within(function.body, known, kind).entries)


def _block(
    block: Block, known: set[Var], kind: Callable[[Atom], K.Kind], bound: tuple[Var, ...] = ()
) -> tuple[Block, list[Node]]:
    """The block, in which what its inner loops don't change stands before these; and what may stand before it."""
    entries: list[Node] = []
    before: list[Node] = []
    own = {*known, *bound}
    for node in block.entries:
        if isinstance(node, Entry):
            if _is_integer(node, kind) and all(_is_known(atom, known) for atom in node.args):
                before.append(node)
                known.update(node.targets)
            else:
                entries.append(node)
            own.update(node.targets)
        elif isinstance(node, (For, While)):
            made, moved = _loop(node, own, kind)
            entries += [*moved, made]
            own.update(node.targets)
        else:
            entries.append(_branch(node, own, kind) if isinstance(node, If) else node)
    return replace(block, entries=tuple(entries)), before


def _branch(node: If, known: set[Var], kind: Callable[[Atom], K.Kind]) -> Node:
    return with_blocks(node, lambda each: _within(each, known, kind))


def _within(block: Block, known: set[Var], kind: Callable[[Atom], K.Kind]) -> Block:
    made, before = _block(block, set(known), kind)
    return replace(made, entries=(*before, *made.entries))


def _loop(node: For | While, known: set[Var], kind: Callable[[Atom], K.Kind]) -> tuple[Node, list[Node]]:
    made, before = _block(node.body, known, kind, inner_vars_of(node))
    return replace(node, body=made), before


def _is_known(atom: Atom, known: set[Var]) -> bool:
    return not isinstance(atom, Var) or atom in known


def _is_integer(node: Entry, kind: Callable[[Atom], K.Kind]) -> bool:
    """Whether an entry computes an integer, or a range of them, and can't fail."""
    if any(kind(atom) != K.INT for atom in node.args):
        return False
    callee = callee_of(node)
    if operation_of(node) in _INTEGERS or callee in (max, min):
        return True
    return callee is range and not (len(node.args) == 3 and not isinstance(node.args[2], Const))
