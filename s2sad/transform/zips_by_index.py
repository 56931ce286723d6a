"""Loops over several lists at once go by index, so that what the lists hold is read by its place.

z = zip xs ys                           n = len xs
for item in z                           m = len ys
    x, y = unpack item 2 None     →     least = min n m
    …                                   places = range least
                                        for i in places
                                            x = getitem xs i
                                            y = getitem ys i
                                            …

In the same way `enumerate`, and one in the other. Nothing in the loop may make such a list longer or shorter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import effect_of
from s2sad.analysis.surroundings import entry_of
from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var, targets_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, is_one_of, op, operation_of
from s2sad.ir.rewrite import counted_uses, definitions_of, expanded, walk, with_blocks, with_body

_LEN, _MIN, _RANGE = Ref("len", len), Ref("min", min), Ref("range", range)
_ITERATORS = (zip, enumerate, reversed, map, filter, iter)
_SETTING = ("setitem", "add_at")


@dataclass(frozen=True)
class _Zip:
    parts: tuple[_Source, ...]


@dataclass(frozen=True)
class _Count:
    start: Atom


_Source = Any  # a list, as its variable; `_Zip`, of which `enumerate(xs)` is one too; or `_Count`, the numbers from a start


def with_zips_by_index(function: Function, facts: Facts, names: Names) -> Function:
    """The function in which loops over several lists of known kinds go by index."""
    loops = _ByIndex(facts, names, counted_uses(function), definitions_of(function))
    body = loops.block(function.body)
    body = expanded(
        body, lambda node: () if loops.gone.issuperset(targets_of(node)) and targets_of(node) else (node,)
    )
    return with_body(function, body.entries, body.results)


def has_zips(function: Function) -> bool:
    """Whether there is a loop that may be over several lists."""
    return any(is_one_of(callee_of(node), (zip, enumerate)) for node in walk(function.body))


class _ByIndex:
    def __init__(self, facts: Facts, names: Names, uses: Counter[Atom], made: dict[Any, Entry]) -> None:
        self.facts, self.names, self.uses, self.made = facts, names, uses, made
        self.gone: set[Var] = set()

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            node = node if isinstance(node, Entry) else with_blocks(node, self.block)
            entries += self.loop(node) if isinstance(node, For) else [node]
        return Block(tuple(entries), block.results)

    def loop(self, loop: For) -> list[Node]:
        source = self.source_of(loop.iterable)
        if not isinstance(source, _Zip) or self.changes(loop, source):
            return [loop]
        place = self.new("i", K.INT)
        entries = self.read(source, loop.item, place, list(loop.body.entries), loop)
        if entries is None:
            return [loop]
        self.gone.update(self.iterators(loop.iterable))
        before: list[Node] = []
        length = self.length(source, before, loop)
        places = self.put(before, "places", K.list_kind(K.INT), _RANGE, (length,), loop)
        return [
            *before,
            replace(loop, item=place, iterable=places, body=replace(loop.body, entries=tuple(entries))),
        ]

    def source_of(self, atom: Atom) -> _Source | None:
        """What a loop goes through, if it is a list, or made of lists and not used otherwise."""
        if not isinstance(atom, Var):
            return None
        made = self.made.get(atom)
        callee = callee_of(made) if made is not None else None
        if not is_one_of(callee, _ITERATORS):
            return atom if self.facts.kind(atom).name == "list" else None
        assert made is not None
        if self.uses[atom] != 1 or made.kwargs or not made.args:
            return None
        if callee is zip:
            parts = tuple(map(self.source_of, made.args))
            return None if None in parts else _Zip(parts)
        whole = self.source_of(made.args[0]) if callee is enumerate else None
        start = made.args[1] if len(made.args) > 1 else Const(0)
        return None if whole is None else _Zip((_Count(start), whole))

    def iterators(self, atom: Atom) -> Iterator[Var]:
        """The iterator that a loop goes through, and those that it is made of."""
        made = self.made.get(atom)
        if isinstance(atom, Var) and made is not None and is_one_of(callee_of(made), _ITERATORS):
            yield atom
            for part in made.args:
                yield from self.iterators(part)

    def changes(self, loop: For, source: _Zip) -> bool:
        """Whether something in the loop may make one of the lists longer or shorter."""
        find = self.facts.container_aliases.find
        lists = {find(each) for each in _lists(source)}
        for node in walk(loop.body):
            effect = effect_of(node) if isinstance(node, Entry) else Effect.TOTAL
            if effect < Effect.WRITING or operation_of(node) in (*_SETTING, "raise_"):
                continue
            assert isinstance(node, Entry)
            if operation_of(node) != "append" or find(node.args[0]) in lists:
                return True
        return False

    def read(
        self, source: _Source, item: Var, place: Var, entries: list[Node], loop: For
    ) -> list[Node] | None:
        """The entries of the body, of which the first takes apart what `item` is; None if they do something else."""
        if isinstance(source, _Count):
            return [Entry((item,), op("add"), (place, source.start), (), loop.loc), *entries]
        if not isinstance(source, _Zip):
            return [Entry((item,), op("getitem"), (source, place), (), loop.loc), *entries]
        parts, first = source.parts, entry_of(entries[0], "unpack") if entries else None
        if first is None or first.args[0] != item or self.uses[item] != 1 or first.args[2] != Const(None):
            return None
        if len(first.targets) != len(parts):
            return None
        rest: list[Node] | None = entries[1:]
        for part, target in reversed(list(zip(parts, first.targets))):
            if isinstance(part, _Zip) and part is not parts[-1]:
                return None  # what takes apart the last one comes next
            rest = self.read(part, target, place, rest, loop) if rest is not None else None
        return rest

    def length(self, source: _Zip, before: list[Node], loop: For) -> Atom:
        """How many iterations there are."""
        lists = dict.fromkeys(_lists(source))
        found = [self.put(before, f"len_{stem(each.name)}", K.INT, _LEN, (each,), loop) for each in lists]
        return self.put(before, "least", K.INT, _MIN, tuple(found), loop) if len(found) > 1 else found[0]

    def put(
        self, before: list[Node], hint: str, kind: K.Kind, fn: Ref, args: tuple[Atom, ...], loop: For
    ) -> Var:
        made = self.new(hint, kind)
        before.append(Entry((made,), fn, args, (), loop.loc))
        return made

    def new(self, hint: str, kind: K.Kind) -> Var:
        made = Var(self.names.fresh(hint))
        self.facts.kinds[made] = kind
        return made


def _lists(source: _Source) -> Iterator[Var]:
    """The lists that a loop goes through."""
    if isinstance(source, _Zip):
        for part in source.parts:
            yield from _lists(part)
    elif not isinstance(source, _Count):
        yield source
