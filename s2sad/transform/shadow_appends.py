"""A shadow that one loop fills, place by place, is appended to.

    zero = list_of 0.0                      xs_bar = list_of
    xs_bar = mul zero n                     for i in range(n)
    for i in range(n)               →           append xs_bar a
        add_at xs_bar i a

A loop that counts down fills it from its end, and the list is turned round afterwards. If it does nothing else, it
counts up. Where each place gets the same constant, it is repeated.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.analysis.effects import effect_of
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var, atoms_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import node_reads, variables_of, walk, with_blocks, with_body


def fill_by_append(function: Function, exact: frozenset[Var] = frozenset()) -> Function:
    """The function with such shadows made by appending; the same object if there are none. `exact` are no shadows."""
    passing = _Fill(function, exact)
    body = passing.block(function.body)
    return with_body(function, body.entries) if passing.changed else function


class _Fill:
    def __init__(self, function: Function, exact: frozenset[Var]) -> None:
        self.exact = exact
        self.made: dict[Atom, Entry] = {}
        self.changed = False
        self.names = Names(var.name for var in variables_of(function))
        for node in walk(function.body):
            if isinstance(node, Entry):
                self.made.update((target, node) for target in node.targets)

    def block(self, block: Block) -> Block:
        entries = [
            node if isinstance(node, Entry) else with_blocks(node, self.block) for node in block.entries
        ]
        for i, node in enumerate(entries):
            if isinstance(node, Entry) and len(node.targets) == 1:
                length = self.zeros(node)
                if length is not None and node.targets[0] not in self.exact:
                    self.try_loop(entries, i, node.targets[0], length)
        return Block(tuple(entries), block.results)

    def zeros(self, node: Entry) -> Atom | None:
        """The length of what is made as `[0.0] * n`."""
        if operation_of(node) != "mul":
            return None
        one = self.made.get(node.args[0])
        zero = one is not None and operation_of(one) == "list_of" and one.args == (Const(0.0),)
        return node.args[1] if zero else None

    def try_loop(self, entries: list[Node], place: int, shadow: Var, length: Atom) -> None:
        """Rewrite if the first that reads the shadow is a loop over its places that adds to each, once."""
        for i in range(place + 1, len(entries)):
            node = entries[i]
            if shadow not in node_reads(node):
                continue
            if isinstance(node, For) and not node.stops:
                self.rewrite(entries, place, i, node, shadow, length)
            return

    def rewrite(self, entries: list[Node], place: int, i: int, node: For, shadow: Var, length: Atom) -> None:
        counter, turns = self.counter(node, length)
        reads = [entry for entry in walk(node.body) if shadow in atoms_of(entry)]
        if counter is None or len(reads) != 1 or shadow in node.inits or reads[0] not in node.body.entries:
            return
        store = reads[0]
        if not isinstance(store, Entry) or operation_of(store) != "add_at" or store.args[1] != counter:
            return
        self.changed = True
        if node.body.entries == (store,) and not node.targets and isinstance(store.args[2], Const):
            self.repeat(entries, place, i, store)
            return
        if turns and self.is_free(node, store):
            node, turns = replace(node, iterable=self.made[node.iterable].args[0]), False
        added = Entry((), op("append"), (shadow, store.args[2]), (), store.loc, store.note)
        body = Block(tuple(added if e is store else e for e in node.body.entries), node.body.results)
        made = entries[place]
        assert isinstance(made, Entry)
        entries[place] = Entry(made.targets, op("list_of"), (), (), made.loc)
        entries[i] = with_blocks(node, lambda _: body)
        if turns:
            entries.insert(i + 1, Entry((), op("reverse"), (shadow,), (), made.loc))

    def repeat(self, entries: list[Node], place: int, i: int, store: Entry) -> None:
        """`[1.0] * n`, where each place gets the same number."""
        one, made = Var(self.names.fresh("t")), entries[place]
        assert isinstance(made, Entry)
        entries[place] = Entry((one,), op("list_of"), (store.args[2],), (), store.loc)
        entries[i] = replace(made, args=(one, made.args[1]), loc=store.loc, note=store.note)

    def is_free(self, node: For, store: Entry) -> bool:
        """Whether a loop over a range alone may go through it in any order: it computes, and stores."""
        over = self.made[node.iterable]
        only_computes = all(
            isinstance(entry, Entry) and (entry is store or effect_of(entry) <= Effect.READING)
            for entry in node.body.entries
        )
        return _calls(over, reversed) and not node.params and only_computes

    def counter(self, node: For, length: Atom) -> tuple[Var | None, bool]:
        """The variable that counts through all places, and whether it counts down."""
        counter, over = node.item, self.made.get(node.iterable)
        first = node.body.entries[0] if node.body.entries else None
        if over is not None and _calls(over, zip) and isinstance(first, Entry):
            if operation_of(first) != "unpack" or first.args[0] != node.item:
                return None, False
            counter, over = first.targets[0], self.made.get(over.args[0])
        turns = over is not None and _calls(over, reversed)
        if turns and over is not None:
            over = self.made.get(over.args[0])
        full = over is not None and _calls(over, range) and over.args == (length,)
        return (counter, turns) if full else (None, False)


def _calls(entry: Entry, function: object) -> bool:
    return isinstance(entry.fn, Ref) and entry.fn.value is function
