"""Entries of a reverse loop whose values nothing reads go before it is planned what the loop saves.

t   = getattr x "shape"          y_bar = s_bar[:, None] * v      took the place of them: no shape of x is saved
y_1 = unreduce s_bar t 1
"""

from __future__ import annotations

from s2sad.analysis.effects import effect_of
from s2sad.ir.nodes import Block, Entry, For, If, Node, Var
from s2sad.ir.operation import Effect
from s2sad.ir.rewrite import node_reads, with_blocks


def without_unread(block: Block) -> Block:
    """The block without those, in its `for` loops and branches too."""
    read: set[Var] = {atom for atom in block.results if isinstance(atom, Var)}
    kept: list[Node] = []
    for node in reversed(block.entries):
        if not (isinstance(node, Entry) and is_unread(node, read)):
            kept.append(with_blocks(node, without_unread) if isinstance(node, (If, For)) else node)
            read.update(node_reads(kept[-1]))
    entries = tuple(reversed(kept))
    return block if entries == block.entries else Block(entries, block.results)


def is_unread(node: Entry, read: set[Var]) -> bool:
    """Whether an entry does nothing but make values, of which none is read."""
    return bool(node.targets) and read.isdisjoint(node.targets) and effect_of(node) <= Effect.FRESH
