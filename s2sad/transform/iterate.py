"""Loops over the places of a sequence that only read its items go over the items.

    n = len xs                              for x in xs
    r = range n                     →           t = mul x x
    for i in r
        x = getitem xs i
        t = mul x x

Only for what is known to be a list or tuple (the place of a dict's item is a key), and isn't written meanwhile. In the same way
`for i, s in zip(reversed(range(n)), reversed(saved))` takes the items in place of their places.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from s2sad.analysis.effects import effect_of
from s2sad.analysis.plain_lists import plain_lists, written_by_name
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Ref, Var, atoms_of, blocks_of, targets_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk, with_blocks, with_body


def iterate_items(
    function: Function,
    *,
    sequences: frozenset[Var],
    exact: frozenset[Var],
    ranges: bool = False,
    lists: frozenset[Var] = frozenset(),
) -> Function:
    """The function with such loops over `sequences`, which are parameters, or lists made here, replaced; the same object if there are none.

    A reverse loop that needs no counter any more, beside what was saved, loses it. `exact` are the variables of the
    user's own function. With `ranges` loops share these, so that each is left as it is. What else is known to be among the `lists`
    is gone through where nothing but plain lists is written to meanwhile.
    """
    passing = _Iterate(function, sequences, exact, ranges, lists)
    body = passing.turn(passing.block(function.body))
    return with_body(function, body.entries) if passing.changed else function


class _Iterate:
    def __init__(
        self,
        function: Function,
        sequences: frozenset[Var],
        exact: frozenset[Var],
        ranges: bool,
        lists: frozenset[Var],
    ) -> None:
        self.exact, self.ranges, self.lists = exact, ranges, lists
        self.made: dict[Atom, Entry] = {}
        self.uses: Counter[Atom] = Counter(function.body.results)
        self.changed = False
        self.turned: dict[Var, Atom] = {}
        self.dropped: set[Var] = set()
        touched: set[Atom] = set()
        for node in walk(function.body):
            self.uses.update(atoms_of(node))
            for inner in blocks_of(node):
                self.uses.update(inner.results)
            if type(node) is Entry:
                self.made.update((target, node) for target in node.targets)
                if effect_of(node) in (Effect.WRITING, Effect.UNKNOWN):
                    touched.update(node.args)
        self.plain = plain_lists(function, sequences)
        self.unwritten = (sequences | self.plain) - touched

    def block(self, block: Block) -> Block:
        return Block(tuple(self.node(node, block) for node in block.entries), block.results)

    def turn(self, block: Block) -> Block:
        """Ranges that were gone through backwards for the items alone become the items, backwards."""
        if not self.turned and not self.dropped:
            return block

        def one(node: Node) -> Node:
            if type(node) is Entry:
                items = self.turned.get(node.targets[0]) if node.targets else None
                return node if items is None else replace(node, args=(items,))
            return with_blocks(node, self.turn)

        kept = [n for n in block.entries if not (type(n) is Entry and self.dropped.intersection(n.targets))]
        return Block(tuple(map(one, kept)), block.results)

    def node(self, node: Node, around: Block) -> Node:
        if type(node) is Entry:
            return node
        new = with_blocks(node, self.block)
        return self.loop(new, node, around) if type(new) is For else new

    def loop(self, node: For, old: Node, around: Block) -> For:
        zipped = self.made.get(node.iterable)
        if zipped is not None and _calls(zipped, zip):
            return self.beside_saved(node, zipped, (old, around))
        if not self.uses[node.item] and node.item not in self.exact and not self.ranges:
            return self.either_way(node)
        places, turned = self.places(node.iterable)
        items = None if places is None else self.items(places, (old, around))
        if items is None or self.uses[node.item] != 1:
            return node
        for entry in node.body.entries:
            if type(entry) is Entry and _takes(entry, items, node.item):
                return self.over_items(node, entry, items, turned)
        return node

    def either_way(self, node: For) -> For:
        """A loop that doesn't read its counter counts up."""
        turned = self.made.get(node.iterable)
        if turned is None or not _calls(turned, reversed) or node.iterable in self.exact:
            return node
        counts = self.made.get(turned.args[0])
        if counts is None or not _calls(counts, range):
            return node
        self.changed = True
        return replace(node, iterable=turned.args[0])

    def places(self, iterable: Atom) -> tuple[Entry | None, Entry | None]:
        """The `range(n)` that is gone through, and what turns it round if that is done."""
        places, turned = self.made.get(iterable), None
        if places is not None and _calls(places, reversed) and self.uses[iterable] == 1:
            places, turned = self.made.get(places.args[0]), places
        if places is None or not _calls(places, range) or len(places.args) != 1:
            return None, None
        return places, turned

    def items(self, places: Entry, where: tuple[Node, Block]) -> Atom | None:
        """The sequence that has these places, and is in a loop what it was when its length was taken."""
        length = self.made.get(places.args[0])
        if length is None or not _calls(length, len):
            return None
        items = length.args[0]
        if items in self.unwritten:
            return items
        known = items in self.plain or items in self.lists
        return items if known and self.stays(items, length, where) else None

    def stays(self, items: Atom, length: Entry, where: tuple[Node, Block]) -> bool:
        """Whether nothing is written to a list between what takes its length and the end of a loop, in one block.

        One that isn't plain may be any other that isn't, but none that was made here after it.
        """
        node, around = where
        start = next((i + 1 for i, entry in enumerate(around.entries) if entry is length), None)
        if start is None:
            return False
        following = around.entries[start : start + around.entries[start:].index(node) + 1]
        if items in self.plain:
            return items not in written_by_name(following)
        written = written_by_name(following) - self.plain
        return written <= made_after(items, around) and not any(
            type(entry) is Entry and effect_of(entry) is Effect.UNKNOWN for entry in walk(Block(following))
        )

    def beside_saved(self, node: For, zipped: Entry, where: tuple[Node, Block]) -> For:
        """`for i, s in zip(reversed(range(n)), reversed(saved))`: the items for i, or nothing if nobody reads it."""
        first = node.body.entries[0] if node.body.entries else None
        if type(first) is not Entry or operation_of(first) != "unpack" or first.args[0] != node.item:
            return node
        if len(first.targets) != 2 or self.uses[first.targets[0]] > 1:
            return node
        if not self.uses[first.targets[0]]:
            return self.without_counter(node, first, zipped)
        places, turned = self.places(zipped.args[0])
        items = None if places is None or turned is None else self.items(places, where)
        if items is None or turned is None:
            return node
        for entry in node.body.entries:
            if type(entry) is Entry and _takes(entry, items, first.targets[0]):
                self.changed = True
                self.turned[turned.targets[0]] = items
                unpack = replace(first, targets=(entry.targets[0], first.targets[1]))
                rest = (each for each in node.body.entries[1:] if each is not entry)
                return replace(node, body=Block((unpack, *rest), node.body.results))
        return node

    def without_counter(self, node: For, first: Entry, zipped: Entry) -> For:
        """What was saved alone, if it is from a list of the derivative's."""
        turned = self.made.get(zipped.args[-1])
        if turned is None or not _calls(turned, reversed):
            return node
        saved = self.made.get(turned.args[0])
        if saved is None or saved.targets[0] in self.exact or operation_of(saved) != "list_of":
            return node
        self.changed = True
        self.dropped.add(zipped.targets[0])
        body = Block(node.body.entries[1:], node.body.results)
        return replace(node, item=first.targets[1], iterable=zipped.args[-1], body=body)

    def over_items(self, node: For, entry: Entry, items: Atom, turned: Entry | None) -> For:
        self.changed = True
        body = Block(tuple(each for each in node.body.entries if each is not entry), node.body.results)
        if turned is None:
            return replace(node, item=entry.targets[0], iterable=items, body=body)
        self.turned[turned.targets[0]] = items
        return replace(node, item=entry.targets[0], body=body)


def made_after(items: Atom, block: Block) -> set[Atom]:
    """The lists that a block makes once it has another, or that it makes if it gets this from outside."""
    found: set[Atom] = set()
    for node in block.entries:
        if items in targets_of(node):
            found.clear()
        elif operation_of(node) == "list_of":
            found.update(targets_of(node))
    return found


def _takes(entry: Entry, items: Atom, place: Var) -> bool:
    return operation_of(entry) == "getitem" and entry.args == (items, place)


def _calls(entry: Entry, function: object) -> bool:
    return type(entry.fn) is Ref and entry.fn.value is function
