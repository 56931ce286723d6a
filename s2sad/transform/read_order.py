"""Does a list after a pass still read everything as it was when it was meant to be read?

    t = truediv 1.0 y               iadd y w
    iadd y w                 ↛      b = truediv c y             y is read after it was changed
    b = mul t c

    n = neg v                       n = neg v
    iadd n w                 ↛      iadd n w
    x = neg n                       return v                    x was meant to be read after n was changed
    return x

A name in the list stands for an object, and the list alone doesn't tell which of its values is meant: the list before
the pass does. An entry is known again by the variable that it assigns, a change by what it does to which variable.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from s2sad.analysis.effects import effect_of
from s2sad.ir.nodes import Atom, Block, Closure, Entry, Function, If, Node, Var, atoms_of, blocks_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in
from s2sad.ir.verify import InvalidIR
from s2sad.transform.memory import Memory
from s2sad.transform.memory_cache import Memories


class ReadTooLate(InvalidIR):
    """A pass has made a list in which something is read before or after a change, and was meant to be otherwise."""


def verify_order(
    before: Function,
    after: Function,
    *,
    pure_functions: frozenset[str] = frozenset(),
    renamed: bool = False,
    memories: Memories | None = None,
) -> None:
    """Raise ReadTooLate if entries of `before` read other values in `after` than they did.

    With `renamed` what they read by another name is looked at as well: `after` has to come from a single pass then.
    """
    known = memories or Memories(pure_functions)
    memory = known.where_written(before)
    if memory is None or after is before:
        return
    later = functools.partial(known.where_written, after)
    checked = _Order(_Places(before, pure_functions), _Places(after, pure_functions), memory, later)
    checked.same_order()
    if renamed:
        checked.same_values(before, after)


class _Places:
    """Where the entries of a function stand: `readers` by what they assign, `changes` by what they do to which object."""

    def __init__(self, function: Function, pure_functions: frozenset[str]) -> None:
        self.name = function.name
        self.pure_functions = pure_functions
        self.readers: dict[Var, tuple[Entry, int]] = {}
        self.changes: dict[Hashable, tuple[Entry, int]] = {}
        self.branches: dict[int, tuple[tuple[int, int], ...]] = {}  # in which branches a place is
        self.end = 0
        self.several: Counter[Hashable] = Counter()
        self.block(function.body, ())

    def block(self, block: Block, branches: tuple[tuple[int, int], ...]) -> None:
        for node in block.entries:
            self.end += 1
            if isinstance(node, Entry):
                self.branches[self.end] = branches
                self.entry(node)
                continue
            place, apart = self.end, isinstance(node, If)
            for i, inner in enumerate(
                (node.function.body,) if isinstance(node, Closure) else blocks_of(node)
            ):
                self.block(inner, (*branches, (place, i)) if apart else branches)

    def exclude(self, one: int, other: int) -> bool:
        """Whether two places are in different branches of one decision."""
        ways = dict(self.branches.get(other, ()))
        return any(ways.get(which, side) != side for which, side in self.branches.get(one, ()))

    def entry(self, node: Entry) -> None:
        if node.targets:
            self.readers[node.targets[0]] = node, self.end
        if effect_of(node, self.pure_functions) >= Effect.WRITING and node.args:
            key = operation_of(node), node.args[0], node.targets, node.loc
            self.several[key] += 1
            self.changes[key] = node, self.end

    def single(self, other: _Places) -> Iterator[tuple[Entry, int, int]]:
        """The changes that stand in both lists, once, and where in each of them."""
        for key, (node, place) in self.changes.items():
            found = other.changes.get(key)
            if found is not None and self.several[key] == other.several[key] == 1:
                yield node, place, found[1]


@dataclass
class _Changes:
    """The places of the changes of one object in the list before, in order, and in the list after."""

    before: list[int]
    last: list[int]  # of the first so many changes the last place after
    first: list[int]  # of those from there on the first place after


class _Changed:
    """The places of changes by the classes of objects that these write to, and by those of what such objects hold."""

    def __init__(self, memory: Memory, changes: Iterable[tuple[Entry, Any]]) -> None:
        self.memory = memory
        self.written: dict[int, list[Any]] = {}
        self.parts: dict[int, list[Any]] = {}
        for node, place in changes:
            change = memory.change_of(node)
            if change is None:
                continue
            self.written.setdefault(change[0], []).append(place)
            for part in memory.objects.chain(change[0]) if change[1] else ():
                self.parts.setdefault(part, []).append(place)

    def places(self, var: Var) -> list[Any]:
        """Where an object, or a part of it that has a name, may be changed, in order."""
        own = self.memory.of(var)
        inner = self.memory.objects.chain(own) if own in self.memory.parts else (own,)
        found = set(self.parts.get(own, ()))
        return sorted(found.union(*(self.written.get(one, ()) for one in inner)))


class _Order:
    def __init__(
        self, before: _Places, after: _Places, memory: Memory, later: Callable[[], Memory | None]
    ) -> None:
        self.before, self.after, self.memory, self.later = before, after, memory, later
        self.known: dict[int, _Changes] = {}
        self.places: dict[int, list[int]] = {}
        self.both = _Changed(memory, ((node, (at, later)) for node, at, later in before.single(after)))
        self.every = _Changed(memory, before.changes.values())

    def fail(self, node: Node | None, var: Atom, why: str) -> None:
        what = "what is returned" if not isinstance(node, Entry) else f"`{node.targets[0].name}`"
        name = var.name if isinstance(var, Var) else var
        raise ReadTooLate(f"in function {self.before.name}: for {what} {name!r} {why}")

    # ------------------------------------------------------------------------------------------------- order

    def same_order(self) -> None:
        for target, (node, place) in self.after.readers.items():
            found = self.before.readers.get(target)
            if found is None:
                continue
            if found[0].fn != node.fn or found[0].args != node.args:
                continue
            for var in _variables(node):
                changes = self.changes_of(var)
                count = bisect_left(changes.before, found[1])
                moved = changes.last[count] > place or changes.first[count] < place
                if moved and self.is_changed_after(var, found[1], place):
                    self.fail(node, var, "is read on the other side of a change than before")

    def is_changed_after(self, var: Var, old: int, new: int) -> bool:
        """Whether, by what is known of the list after, one of the changes that a read has passed may change what it reads.

        That list is the simpler one, and fewer objects are taken for the same there.
        """
        memory = self.later()
        passed = [change for change, b, a in self.before.single(self.after) if (b < old) != (a < new)]
        return memory is not None and any(memory.may_change(change, var) for change in passed)

    def changes_of(self, var: Var) -> _Changes:
        known = self.known.get(self.memory.of(var))
        if known is None:
            touched = self.memory.is_touched(var) or self.memory.may_be_written(var)
            found = self.both.places(var) if touched else []
            places = [a for _, a in found]
            last, first = [0], [self.after.end + 1]
            for place in places:
                last.append(max(last[-1], place))
            for place in reversed(places):
                first.append(min(first[-1], place))
            known = self.known[self.memory.of(var)] = _Changes([b for b, _ in found], last, first[::-1])
        return known

    # ------------------------------------------------------------------------------------------------ values

    def same_values(self, before: Function, after: Function) -> None:
        """What is read by another name now has the value that was meant."""
        gone = set(self.before.readers).difference(defined_in(after.body))
        for target, (node, _) in self.after.readers.items():
            found = self.before.readers.get(target)
            if found is not None:
                self.renamed(found[0], node, found[1], gone)
        for one, other in zip(before.body.results, after.body.results):
            if isinstance(one, Var) and isinstance(other, Var) and one in gone:
                self.same_value(one, other, self.before.end + 1, None)

    def renamed(self, old: Entry, new: Entry, place: int, gone: set[Var]) -> None:
        if old.fn == new.fn and len(old.args) == len(new.args):
            for one, other in zip(old.args, new.args):
                if isinstance(one, Var) and isinstance(other, Var) and one != other and one in gone:
                    self.same_value(one, other, place, new)
            return
        read = set(_variables(old))
        for one in read:
            if one not in self.before.readers:
                continue
            made = self.before.readers[one]
            for other in set(_variables(new)) - read:
                if other in _variables(made[0]) and self.memory.of(one) != self.memory.of(other):
                    if self.changed(other, made[1], place):
                        self.fail(new, other, "is looked through although it was changed since")

    def same_value(self, one: Var, other: Var, place: int, user: Entry | None) -> None:
        """Whether `other` is at a place what `one` was."""
        memory = self.memory
        if other not in self.before.readers or memory.of(one) == memory.of(other):
            return
        if memory.may_be_written(one):
            self.fail(user, one, "is written, and is another object now")
        made, start = self.before.readers[one]
        reads = set(_variables(made))
        since = start if other in reads else self.before.readers[other][1]
        if self.changed(other, since, place):
            self.fail(user, other, "stands for another name, and was changed since")
        made_of = self.made_of(other, set())
        for var in reads:
            which = memory.of(var)
            if which == memory.of(other) or not self.changed(var, 0, start):
                continue
            if not any(of == which and not self.changed(var, at, start) for of, at in made_of):
                self.fail(user, one, "was meant to be read after a change of what it was made of")

    def changed(self, var: Var, start: int, end: int) -> bool:
        """Whether an object may be changed between two places."""
        which = self.memory.of(var)
        if which not in self.places:
            self.places[which] = self.every.places(var)
        low, high = min(start, end), max(start, end)
        return any(low < at < high and not self.before.exclude(at, high) for at in self.places[which])

    def made_of(self, var: Var, seen: set[Var]) -> set[tuple[int, int]]:
        """The objects that a variable is made of, and where they were read."""
        if var in seen or var not in self.before.readers:
            return set()
        seen.add(var)
        made, place = self.before.readers[var]
        found = {(self.memory.of(read), place) for read in _variables(made)}
        return found.union(*(self.made_of(read, seen) for read in _variables(made)))


def _variables(node: Entry) -> list[Var]:
    return [atom for atom in atoms_of(node) if isinstance(atom, Var)]
