"""Writes that nothing came before at their places: what was there has no adjoint that would have to be cleared.

body = dict_of
setitem body 'x' a      the first
setitem body 'v' 0.0    the first under another key
setitem body 'x' b      overwrites a
"""

from __future__ import annotations

from collections.abc import Collection

from s2sad.analysis.surroundings import FRESH, entry_of
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Var, blocks_of
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads


def first_writes(function: Function, active: Collection[Atom]) -> set[int]:
    """Those entries, by identity: in the block where a container of nothing active is made, before anything else is done to it."""
    found: set[int] = set()
    open_ = [function.body]
    while open_:
        block = open_.pop()
        for place, node in enumerate(block.entries):
            open_ += blocks_of(node)
            if operation_of(node) in FRESH and isinstance(node, Entry) and active_nowhere(node, active):
                found |= _after(block, place, node.targets[0])
    return found


def active_nowhere(node: Entry, active: Collection[Atom]) -> bool:
    return not any(atom in active for atom in node.args)


def _after(block: Block, place: int, container: Var) -> set[int]:
    found: set[int] = set()
    keys: list[Atom] = []
    for node in block.entries[place + 1 :]:
        if container not in node_reads(node):
            continue
        write = entry_of(node, "setitem")
        if write is None or write.args[0] != container or not _is_apart(write.args[1], keys):
            break
        found.add(id(node))
        keys.append(write.args[1])
    return found


def _is_apart(key: Atom, keys: list[Atom]) -> bool:
    """Whether an item is another one than those that were written before."""
    are_texts = all(isinstance(each, Const) and isinstance(each.value, str) for each in (key, *keys))
    return not keys or (are_texts and key not in keys)
