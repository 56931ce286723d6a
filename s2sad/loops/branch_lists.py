"""Lists that only one branch makes are made before the branch, so that what it saves has a place of its own.

if t -> s
    saved = list_of                saved = list_of
    …                              if t
    yield saved              →         …
else
    yield None
reversed s                         reversed saved
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ir.nodes import UNDEFINED, Atom, Block, Const, Entry, Function, If, Node
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import substitute, with_blocks, with_body


def with_lists_before_branches(function: Function) -> Function:
    """The function whose branches give no lists that the other branch hasn't."""
    new: dict[Any, Atom] = {}
    body = _block(function.body, new)
    while any(atom in new for atom in new.values()):
        new.update({var: new[atom] for var, atom in new.items() if atom in new})
    made = substitute(body, new) if new else body
    return with_body(function, made.entries, made.results)


def _block(block: Block, new: dict[Any, Atom]) -> Block:
    entries: list[Node] = []
    for node in block.entries:
        if isinstance(node, Entry):
            entries.append(node)
            continue
        node = with_blocks(node, lambda inner: _block(inner, new))
        if isinstance(node, If):
            node, lists = _without_lists(node, new)
            entries += lists
        entries.append(node)
    return Block(tuple(entries), block.results)


def _without_lists(node: If, new: dict[Any, Atom]) -> tuple[If, list[Entry]]:
    """The branch without the lists that it gives, and what makes these before it."""
    lists: list[Entry] = []
    then, orelse = node.then, node.orelse
    kept: list[int] = []
    for k, target in enumerate(node.targets):
        made = _made_alone(then, orelse, k, new)
        if made is None:
            kept.append(k)
            continue
        lists.append(made)
        new[target] = made.targets[0]
        then, orelse = (_without(block, made) for block in (then, orelse))
    if not lists:
        return node, []
    blocks = [Block(block.entries, tuple(block.results[k] for k in kept)) for block in (then, orelse)]
    targets = tuple(node.targets[k] for k in kept)
    return replace(node, targets=targets, then=blocks[0], orelse=blocks[1]), lists


def _made_alone(then: Block, orelse: Block, place: int, new: dict[Any, Atom]) -> Entry | None:
    """What makes the list that a branch gives where the other one has nothing."""
    for one, other in ((then, orelse), (orelse, then)):
        atom, nothing = one.results[place], other.results[place]
        atom = new.get(atom, atom)
        if not isinstance(nothing, Const) or not (nothing.value is None or nothing.value is UNDEFINED):
            continue
        for node in one.entries:
            if isinstance(node, Entry) and node.targets == (atom,) and operation_of(node) == "list_of":
                return node if not node.args else None
    return None


def _without(block: Block, made: Entry) -> Block:
    return Block(tuple(node for node in block.entries if node is not made), block.results)
