"""A new list that is only copied item by item is the copy itself.

    ys = list xs                            zs = list xs
    zs = list_of
    n = len ys
    r = range n                     →
    for i in r
        y = getitem ys i
        append zs y

So a list begins whose items have places (`frontend.indexed_storage`); where it holds the items themselves, one copy is enough.
In the same way a loop over a list that there is already, of which a new list gets each item, is `zs = list ys`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Ref, Var, atoms_of
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.ir.rewrite import counted_uses, walk, with_blocks, with_body

_NEW = (list, sorted)
_LIST = Ref("list", list)


def without_second_copies(
    function: Function, holders: Collection[Atom], sequences: Collection[Atom] = ()
) -> Function:
    """The function without such copies, of the lists among `holders`, which have one name.

    `sequences` are known to be lists or tuples.
    """
    body = _Copies(counted_uses(function), holders, sequences).block(function.body)
    return with_body(function, body.entries, body.results)


class _Copies:
    def __init__(self, uses: Counter[Atom], holders: Collection[Atom], sequences: Collection[Atom]) -> None:
        self.uses, self.holders, self.sequences = uses, holders, sequences

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
        ways, target = self.counting(made, loop, old), made.get(new)
        if ways is None or target is None or operation_of(target) != "list_of" or target.args:
            return
        source = self.source_of(made.get(old), old, new)
        if source is not None and not self.is_between(entries, source, loop, new):
            gone, kept, copy = (target, *ways), source, replace(source, targets=(new,))
        elif old in self.sequences and _in_a_row(entries, target, *ways):
            gone, kept, copy = ways, target, replace(target, fn=_LIST, args=(old,))
        else:
            return
        entries[:] = [
            copy if each is kept else each for each in entries if not any(each is one for one in gone)
        ]

    def counting(self, made: dict[Atom, Entry], loop: For, old: Var) -> tuple[Node, ...] | None:
        """The loop and what it goes by, if that is all the places of a list."""
        places = made.get(loop.iterable)
        if places is None or callee_of(places) is not range or len(places.args) != 1:
            return None
        length = made.get(places.args[0])
        if length is None or callee_of(length) is not len or length.args != (old,):
            return None
        used_once = self.uses[loop.iterable] == self.uses[places.args[0]] == 1
        return (length, places, loop) if used_once else None

    def source_of(self, made: Entry | None, old: Var, new: Var) -> Entry | None:
        """What makes a list of which nothing is left but the copy."""
        if new not in self.holders or self.uses[old] != 2 or made is None:
            return None
        return made if is_one_of(callee_of(made), _NEW) else None

    def is_between(self, entries: list[Node], source: Entry, loop: For, new: Var) -> bool:
        """Whether the copy is used before it is complete."""
        between = entries[entries.index(source) : entries.index(loop)]
        return any(new in atoms_of(each) for each in walk(Block(tuple(between))))


def _in_a_row(entries: list[Node], *nodes: Node) -> bool:
    """Whether these stand one after the other, in this order."""
    start = next(i for i, each in enumerate(entries) if each is nodes[0])
    return all(one is other for one, other in zip(entries[start : start + len(nodes)], nodes))


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
