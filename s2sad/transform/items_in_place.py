"""Containers whose items stay where they are hold these themselves, in place of their places in a list of values.

    k = len values                  setitem xs i v
    setitem xs i k                  w = getitem xs j
    append values v         →
    n = getitem xs j
    w = getitem values n

Places are exact whatever names a container has (`frontend.indexed_storage`), and cost an index more at each reading, and a list that
only grows. Where each container has one way to it (`analysis.item_places`) its shadow is written as it is written itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import is_pure
from s2sad.analysis.held_items import inert_reads
from s2sad.analysis.item_places import ItemPlaces
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Var, targets_of
from s2sad.ir.operations import op
from s2sad.ir.rewrite import substitute, variables_of, with_blocks, with_body
from s2sad.transform.copied_lists import without_second_copies
from s2sad.transform.cse import share_common
from s2sad.transform.item_increases import with_increases


def with_items_in_place(
    function: Function, facts: Facts, found: list[ItemPlaces], names: Callable[[], Names]
) -> tuple[Function, frozenset[Atom], frozenset[Atom]]:
    """The function with such containers, these, and what is read from them under keys that hold nothing that varies.

    `found` are the lists of values that go. What is computed twice is so once already, but for what is read, and what
    the function returns twice.
    """
    if not found and len(function.body.results) == 1 and all(map(is_pure, function.body.entries)):
        return function, frozenset(), frozenset()
    if found:
        body = _Rewriting(found).block(function.body)
        function = with_body(function, body.entries, body.results)
    holders = frozenset().union(*(one.holders for one in found))
    sequences = [
        var for var, kind in facts.kinds.items() if kind.name in ("list", "tuple") and not kind.may_be_none
    ]
    function = without_second_copies(function, holders, sequences) if found else function
    numbers = frozenset(var for var, kind in facts.kinds.items() if kind in K.NUMBERS)
    every = frozenset(variables_of(function))
    function = share_common(function, exact=every, numbers=numbers, holders=holders)
    if not found:
        return function, holders, holders
    body = with_increases(function.body, holders, numbers, names)
    return with_body(function, body.entries, body.results), holders, inert_reads(found)


class _Rewriting:
    def __init__(self, found: list[ItemPlaces]) -> None:
        self.memories = {each.memory for each in found}
        self.renamed: dict[Atom, Var] = {}
        self.methods: set[int] = set()
        self.popped: dict[int, Atom] = {}
        values: dict[Atom, Atom] = {}
        for each in found:
            self.renamed.update(each.renamed)
            values.update({**each.made, **each.read, **each.renamed})
            for call, method, taken in each.pops():
                self.methods.add(id(method))
                self.popped[id(call)] = taken
        self.values = {atom: _end(values, atom) for atom in values}

    def block(self, block: Block) -> Block:
        entries = [new for node in block.entries for new in self.node(node)]
        return substitute(Block(tuple(entries), block.results), self.values)

    def node(self, node: Node) -> list[Node]:
        if isinstance(node, For):
            body = self.block(node.body)
            return [replace(node, body=body, item=self.renamed.get(node.item, node.item))]
        if not isinstance(node, Entry):
            return [with_blocks(node, self.block)]
        about_memory = not self.memories.isdisjoint((*node.args[:1], *targets_of(node)))
        if about_memory or id(node) in self.methods:
            return []
        targets = tuple(self.renamed.get(target, target) for target in node.targets)
        if id(node) in self.popped:
            return [replace(node, targets=targets, fn=op("take_last"), args=(self.popped[id(node)],))]
        return [replace(node, targets=targets)]


def _end(values: dict[Atom, Atom], atom: Atom) -> Atom:
    """What an atom stands for in the end."""
    while values.get(atom, atom) != atom:
        atom = values[atom]
    return atom
