"""A new list that is only copied item by item is the copy itself.

    ys = list xs                            zs = list xs
    zs = list_of
    n = len ys
    r = range n                     →
    for i in r
        y = getitem ys i
        append zs y

So a list begins whose items have places (`frontend.indexed_storage`); where it holds the items themselves, one copy is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Var, atoms_of, blocks_of
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.ir.rewrite import walk, with_blocks, with_body

_NEW = (list, sorted)


def without_second_copies(function: Function, holders: Collection[Atom]) -> Function:
    """The function without such copies, of the lists among `holders`, which have one name."""
    uses = Counter(function.body.results)
    for node in walk(function.body):
        uses.update(atoms_of(node))
        for inner in blocks_of(node):
            uses.update(inner.results)
    body = _Copies(uses, holders).block(function.body)
    return with_body(function, body.entries, body.results)


class _Copies:
    def __init__(self, uses: Counter[Atom], holders: Collection[Atom]) -> None:
        self.uses, self.holders = uses, holders

    def block(self, block: Block) -> Block:
        entries = [n if isinstance(n, Entry) else with_blocks(n, self.block) for n in block.entries]
        for node in list(entries):
            if isinstance(node, For):
                self.join(entries, node)
        return Block(tuple(entries), block.results)

    def join(self, entries: list[Node], loop: For) -> None:
        """Leave out a loop that only copies, with what it goes by."""
        made: dict[Atom, Entry] = {
            e.targets[0]: e for e in entries if isinstance(e, Entry) and len(e.targets) == 1
        }
        copied = _copied(loop)
        if copied is None:
            return
        old, new = copied
        places = made.get(loop.iterable)
        length = made.get(places.args[0]) if places is not None and callee_of(places) is range else None
        source, target = made.get(old), made.get(new)
        if length is None or places is None or len(places.args) != 1 or new not in self.holders:
            return
        if callee_of(length) is not len or length.args != (old,) or self.uses[old] != 2:
            return
        if self.uses[loop.iterable] != 1 or self.uses[places.args[0]] != 1:
            return
        if source is None or not is_one_of(callee_of(source), _NEW) or target is None:
            return
        if operation_of(target) != "list_of" or target.args or self.is_between(entries, source, loop, new):
            return
        gone = (target, length, places, loop)
        entries[:] = [
            replace(source, targets=(new,)) if each is source else each
            for each in entries
            if not any(each is one for one in gone)
        ]

    def is_between(self, entries: list[Node], source: Entry, loop: For, new: Var) -> bool:
        """Whether the copy is used before it is complete."""
        between = entries[entries.index(source) : entries.index(loop)]
        return any(new in atoms_of(each) for each in walk(Block(tuple(between))))


def _copied(loop: For) -> tuple[Var, Var] | None:
    """The list that a loop goes through, and the one to which it appends each item; None if it does more."""
    if loop.params or loop.stops or len(loop.body.entries) != 2:
        return None
    take, put = loop.body.entries
    if operation_of(take) != "getitem" or operation_of(put) != "append":
        return None
    assert isinstance(take, Entry) and isinstance(put, Entry)
    old, new = take.args[0], put.args[0]
    if take.args[1] != loop.item or put.args[1] != take.targets[0] or old == new:
        return None
    return (old, new) if isinstance(old, Var) and isinstance(new, Var) else None
