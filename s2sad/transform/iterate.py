"""Loops over the places of a sequence that only read its items go over the items.

    n = len xs                              for x in xs
    r = range n                     →           t = mul x x
    for i in r
        x = getitem xs i
        t = mul x x

Only for what is known to be a list or tuple (the place of a dict's item is a key), and isn't written meanwhile.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from s2sad.analysis.effects import effect_of
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Ref, Var, atoms_of, blocks_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk, with_blocks, with_body


def iterate_items(function: Function, *, sequences: frozenset[Var], exact: frozenset[Var]) -> Function:
    """The function with such loops over `sequences` replaced; the same object if there are none.

    A reverse loop that needs no counter any more, beside what was saved, loses it. `exact` are the variables of the
    user's own function.
    """
    passing = _Iterate(function, sequences, exact)
    body = passing.turn(passing.block(function.body))
    return with_body(function, body.entries) if passing.changed else function


class _Iterate:
    def __init__(self, function: Function, sequences: frozenset[Var], exact: frozenset[Var]) -> None:
        self.exact = exact
        self.made: dict[Atom, Entry] = {}
        self.uses: Counter[Atom] = Counter(function.body.results)
        self.changed = False
        self.turned: dict[Var, Atom] = {}
        self.dropped: set[Var] = set()
        written: set[Atom] = set()
        for node in walk(function.body):
            self.uses.update(atoms_of(node))
            for inner in blocks_of(node):
                self.uses.update(inner.results)
            if isinstance(node, Entry):
                self.made.update((target, node) for target in node.targets)
                if effect_of(node) in (Effect.WRITING, Effect.UNKNOWN):
                    written.update(node.args)
        self.sequences = sequences - written

    def block(self, block: Block) -> Block:
        return Block(tuple(self.node(node) for node in block.entries), block.results)

    def turn(self, block: Block) -> Block:
        """Ranges that were gone through backwards for the items alone become the items, backwards."""
        if not self.turned and not self.dropped:
            return block

        def one(node: Node) -> Node:
            if isinstance(node, Entry):
                items = self.turned.get(node.targets[0]) if node.targets else None
                return node if items is None else replace(node, args=(items,))
            return with_blocks(node, self.turn)

        kept = [
            n for n in block.entries if not (isinstance(n, Entry) and self.dropped.intersection(n.targets))
        ]
        return Block(tuple(map(one, kept)), block.results)

    def node(self, node: Node) -> Node:
        if isinstance(node, Entry):
            return node
        node = with_blocks(node, self.block)
        return self.loop(node) if isinstance(node, For) else node

    def loop(self, node: For) -> For:
        zipped = self.made.get(node.iterable)
        if zipped is not None and _calls(zipped, zip):
            return self.without_counter(node, zipped)
        places, turned = self.made.get(node.iterable), None
        if places is not None and _calls(places, reversed) and self.uses[node.iterable] == 1:
            places, turned = self.made.get(places.args[0]), places
        if places is None or not _calls(places, range) or len(places.args) != 1 or self.uses[node.item] != 1:
            return node
        length = self.made.get(places.args[0])
        if length is None or not _calls(length, len) or length.args[0] not in self.sequences:
            return node
        for i, entry in enumerate(node.body.entries):
            if isinstance(entry, Entry) and operation_of(entry) == "getitem":
                if entry.args == (length.args[0], node.item):
                    return self.over_items(node, i, entry, turned)
        return node

    def without_counter(self, node: For, zipped: Entry) -> For:
        """`for i, x in zip(range(n), reversed(saved))` where nothing reads i."""
        first = node.body.entries[0] if node.body.entries else None
        if not isinstance(first, Entry) or operation_of(first) != "unpack" or first.args[0] != node.item:
            return node
        turned = self.made.get(zipped.args[-1])
        if (
            len(first.targets) != 2
            or self.uses[first.targets[0]]
            or turned is None
            or not _calls(turned, reversed)
        ):
            return node
        saved = self.made.get(turned.args[0])
        if saved is None or saved.targets[0] in self.exact or operation_of(saved) != "list_of":
            return node
        self.changed = True
        self.dropped.add(zipped.targets[0])
        body = Block(node.body.entries[1:], node.body.results)
        return replace(node, item=first.targets[1], iterable=zipped.args[-1], body=body)

    def over_items(self, node: For, place: int, entry: Entry, turned: Entry | None) -> For:
        self.changed = True
        rest = (*node.body.entries[:place], *node.body.entries[place + 1 :])
        body = Block(rest, node.body.results)
        items = entry.args[0]
        if turned is None:
            return replace(node, item=entry.targets[0], iterable=items, body=body)
        self.turned[turned.targets[0]] = items
        return replace(node, item=entry.targets[0], body=body)


def _calls(entry: Entry, function: object) -> bool:
    return isinstance(entry.fn, Ref) and entry.fn.value is function
