"""Integers that are the same in every iteration are computed before the loop; arrays that each makes anew are made there too.

for k in range(n):                     t = m - 2
    u = np.empty(m - 2)        →       u = np.empty(t)
    for i in range(m - 2):             for k in range(n):
        u[i] = …                           for i in range(t):
                                               u[i] = …

What saves in each iteration then knows before all loops how much there will be. An array that nothing else knows of may be
the same in every iteration: what isn't written has no value in `np.empty` either. Not where one element is read many
times: that would be saved as often, while an array of each iteration stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Var,
    While,
    atoms_of,
    blocks_of,
    inner_vars_of,
)
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in, definitions_of, with_blocks, with_body
from s2sad.loops.element_loops import ELEMENTS
from s2sad.runtime.loops import clipped, wrapped

_INTEGERS = ("add", "sub", "mul", "neg")
_FUNCTIONS = (max, min, clipped, wrapped)
Definitions = dict[Var, Entry]
Loops = tuple[tuple[Var, set[Var]], ...]
"""The items of the loops around, and what is defined in each."""


def hoisted(function: Function, kind: Callable[[Atom], K.Kind]) -> Function:
    """The function with integers and arrays that needn't be made in a loop before it."""
    hoist = _Hoist(kind, frozenset(inner_arrays(function)))
    known = {param.var for param in function.params}
    return with_body(function, hoist.within(function.body, known).entries)


def inner_arrays(function: Function) -> set[Var]:
    """The arrays that are read and written by elements alone, each as often as it has some."""
    made = definitions_of(function)
    arrays = {var for var, node in made.items() if callee_of(node) is np.empty}
    return arrays - _used_otherwise(function.body, made, ())


def _used_otherwise(block: Block, made: Definitions, loops: Loops) -> set[Atom]:
    """The arrays that something else is done with, or of which one element is read again and again."""
    found: set[Atom] = set(block.results)
    for node in block.entries:
        if not isinstance(node, Entry) or operation_of(node) not in ELEMENTS:
            found.update(atoms_of(node))
            inner = (*loops, (node.item, defined_in(node.body))) if isinstance(node, For) else loops
            for each in blocks_of(node):
                found |= _used_otherwise(each, made, inner)
            continue
        array, place, *value = node.args
        found.update(value)
        items = _items_in(place, made)
        if any(item not in items for item, inside in loops if array not in inside):
            found.add(array)
    return found


def _items_in(place: Atom, made: Definitions) -> set[Atom]:
    """What a place is computed of."""
    found = {place}
    node = made.get(place) if isinstance(place, Var) else None
    if node is not None and operation_of(node) in (*_INTEGERS, "tuple_of"):
        found.update(*(_items_in(atom, made) for atom in node.args))
    return found


@dataclass(frozen=True)
class _Hoist:
    kind: Callable[[Atom], K.Kind]
    arrays: frozenset[Var]

    def block(self, block: Block, known: set[Var], bound: tuple[Var, ...] = ()) -> tuple[Block, list[Entry]]:
        """The block, in which what its inner loops don't change stands before these; and what may stand before it."""
        entries: list[Node] = []
        before: list[Entry] = []
        own = {*known, *bound}

        def put(node: Entry) -> None:
            if self.may_move(node) and all(_is_known(atom, known) for atom in node.args):
                before.append(node)
                known.update(node.targets)
            else:
                entries.append(node)
            own.update(node.targets)

        for node in block.entries:
            if isinstance(node, Entry):
                put(node)
            elif isinstance(node, (For, While)):
                made, moved = self.loop(node, own)
                for each in moved:
                    put(each)
                entries.append(made)
                own.update(node.targets)
            else:
                entries.append(self.branch(node, own) if isinstance(node, If) else node)
        return replace(block, entries=tuple(entries)), before

    def branch(self, node: If, known: set[Var]) -> Node:
        return with_blocks(node, lambda each: self.within(each, known))

    def within(self, block: Block, known: set[Var]) -> Block:
        made, before = self.block(block, set(known))
        return replace(made, entries=(*before, *made.entries))

    def loop(self, node: For | While, known: set[Var]) -> tuple[Node, list[Entry]]:
        counted = isinstance(node, For) and not node.stops
        mover = self if counted else replace(self, arrays=frozenset())
        made, before = mover.block(node.body, known, inner_vars_of(node))
        return replace(node, body=made), before

    def may_move(self, node: Entry) -> bool:
        """Whether an entry computes an integer, or a range or tuple of them, and can't fail; or makes an array."""
        callee = callee_of(node)
        if callee is np.empty:
            return node.targets[0] in self.arrays
        if any(self.kind(atom) != K.INT for atom in node.args):
            return False
        if operation_of(node) in (*_INTEGERS, "tuple_of") or callee in _FUNCTIONS:
            return True
        return callee is range and not (len(node.args) == 3 and not isinstance(node.args[2], Const))


def _is_known(atom: Atom, known: set[Var]) -> bool:
    return not isinstance(atom, Var) or atom in known
