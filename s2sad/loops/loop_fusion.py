"""Loops that go through the same range, one after the other, become one.

for i in range(n):                     for i in range(n):
    t[i] = u[i] - v[i]         →           t[i] = u[i] - v[i]
for i in range(n):                         u_bar[i] += 2.0 * t[i]
    u_bar[i] += 2.0 * t[i]

An iteration of the second loop may only need what the first has done in the same iteration. What stands between the two goes
before the first, or after both. A loop whose iterations are free of order goes in the direction of the other. (Loop fusion:
Allen & Kennedy, "Optimizing Compilers for Modern Architectures", section 6.2.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import effect_of
from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Length, renamed
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Block, Const, Entry, For, Function, Node, Var, targets_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, definitions_of, node_reads, substitute, walk, with_blocks, with_body
from s2sad.loops.element_loops import Access, ElementLoop, divides, integers_by, places_by, takes_long
from s2sad.loops.jamming import is_check
from s2sad.loops.loop_groups import fits
from s2sad.loops.parallel import by_memory, each_has_its_own, is_free_of_order, is_plain, nodes_in
from s2sad.loops.ranges import Limits, bounds_in, is_above_in, items_of_ranges, limits_of, range_made

_FARTHEST = 8
"""So many loops back one is looked for that a loop can be joined with."""


def fused(function: Function, facts: Facts) -> Function:
    """The function whose neighbouring loops through one range are one, where that is the same up to rounding."""
    fusion = _Fusion(function, facts)
    entries = fusion.block(function.body).entries
    return with_body(function, with_one_sweep(entries) if fusion.joins_sweeps else entries)


@dataclass(frozen=True)
class Turns:
    """What a loop goes through; it may be free of order."""

    limits: Limits
    free: bool

    @property
    def forwards(self) -> bool:
        return self.limits.forwards


class _Fusion:
    def __init__(self, function: Function, facts: Facts) -> None:
        self.facts = facts
        self.definitions = definitions_of(function)
        items = items_of_ranges(function, self.definitions)
        self.integer = integers_by(facts, self.definitions, items)
        self.places = places_by(self.integer, self.definitions)
        self.known: dict[int, tuple[For, Turns | None]] = {}
        self.joins_sweeps = False
        self.around: list[Bounds] = []  # the loops around, innermost first

    def memory(self, var: Var) -> Var:
        return self.facts.classes.find(var)

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            entries = self.joined(entries, node) if isinstance(node, For) else [*entries, node]
        return replace(block, entries=tuple(map(self.inner, entries)))

    def inner(self, node: Node) -> Node:
        outer = self.around
        bounds = self.bounds(node) if isinstance(node, For) else None
        self.around = outer if bounds is None else [bounds, *outer]
        made = with_blocks(node, self.block)
        self.around = outer
        return made

    def bounds(self, loop: For) -> Bounds | None:
        return bounds_in(range_made(self.definitions, loop.iterable), self.integer, loop.item)

    def is_counted(self, length: Length) -> bool:
        """Whether an index isn't one from the end of an axis."""
        return is_at_least(length, 0, self.around)

    def joined(self, before: list[Node], loop: For) -> list[Node]:
        """The entries and a loop after them, joined with the last one that it can be joined with."""
        turns = self.turns(loop)
        loops = [k for k, node in enumerate(before) if isinstance(node, For)] if turns is not None else []
        for k in reversed(loops[-_FARTHEST:]):
            first = before[k]
            assert isinstance(first, For) and turns is not None
            ways = self.turns(first)
            if ways is None or not self.may_be_one(first, ways, loop, turns):
                continue
            parted = self.parted(first, before[k + 1 :], loop)
            if parted is not None:
                self.joins_sweeps |= any(map(begins_reverse_sweep, parted[1]))
                return [*before[:k], *parted[0], self.one(first, ways, loop, turns), *parted[1]]
        return [*before, loop]

    # ----------------------------------------------------------------------------------------------- a single one

    def turns(self, loop: For) -> Turns | None:
        """What a loop goes through; None if that isn't known, or it does more than compute numbers and elements."""
        if id(loop) not in self.known:
            limits = limits_of(range_made(self.definitions, loop.iterable), self.integer)
            is_plain_one = not loop.stops and all(map(is_plain, nodes_in(loop.body)))
            found = Turns(limits, self.is_free(loop)) if limits is not None and is_plain_one else None
            self.known[id(loop)] = loop, found
        return self.known[id(loop)][1]

    def is_free(self, loop: For) -> bool:
        if is_innermost(loop):
            is_above = is_above_in(loop, self.bounds(loop), self.around)
            return ElementLoop(loop, self.places, self.memory, is_above).is_free_of_order()
        return is_free_of_order(loop, self.places, self.memory, self.is_counted)

    # -------------------------------------------------------------------------------------------------- two of them

    def may_be_one(self, first: For, ways: Turns, second: For, turns: Turns) -> bool:
        """Whether two loops can be one, and are better so; what stands between them is another question."""
        if replace(ways.limits, forwards=True) != replace(turns.limits, forwards=True):
            return False
        if ways.forwards != turns.forwards and not (ways.free or turns.free):
            return False
        if not set(first.targets).isdisjoint(node_reads(second)):
            return False
        ours = by_memory(first, self.places, self.memory)
        others = {
            memory: [with_item(access, {second.item: first.item}) for access in accesses]
            for memory, accesses in by_memory(second, self.places, self.memory).items()
        }
        shared = [[*ours[memory], *others[memory]] for memory in ours if memory in others]
        inside = {first.item, *defined_in(first.body), *defined_in(second.body)}
        if not shared or not all(self.is_within_one_iteration(each, first.item, inside) for each in shared):
            return False
        if not (is_innermost(first) and is_innermost(second)):
            return True
        if ways.free and turns.free:
            accesses = [access for found in (*ours.values(), *others.values()) for access in found]
            return fits(accesses, inside)
        return ways.free == turns.free or is_quick(first if ways.free else second)

    def is_within_one_iteration(self, accesses: list[Access], item: Var, inside: set[Var]) -> bool:
        """Whether two loops meet in an array only within one iteration, or it doesn't matter when."""
        forms = {access.form for access in accesses}
        return forms in ({"read"}, {"increase"}) or each_has_its_own(accesses, item, inside, self.is_counted)

    def parted(self, first: For, between: list[Node], second: For) -> tuple[list[Node], list[Node]] | None:
        """What stands between two loops, as what goes before them and what goes after; None if they can't be joined."""
        before: list[Node] = []
        after: list[Node] = []
        for node in between:
            if is_comment(node) or any(self.depends(node, each) for each in (first, *after)):
                after.append(node)
            else:
                before.append(node)
        return None if any(self.depends(second, node) for node in after) else (before, after)

    def depends(self, later: Node, earlier: Node) -> bool:
        """Whether an entry can't go before an earlier one."""
        if is_comment(earlier):
            return False
        if not node_reads(later).keys().isdisjoint(targets_of(earlier)):
            return True
        reads, writes = self.touched(later)
        read, written = self.touched(earlier)
        return meet(reads, written) or meet(writes, read) or meet(writes, written)

    def touched(self, node: Node) -> tuple[set[Any], set[Any]]:
        """The memory that an entry reads, and that it writes, itself or in its blocks."""
        reads: set[Any] = set()
        writes: set[Any] = set()
        for entry in walk(Block((node,))):
            if not isinstance(entry, Entry) or is_check(entry):
                continue  # what a check raises may come before the loop that it is after
            atoms = (*entry.args, *(atom for _, atom in entry.kwargs))
            arrays = [
                self.memory(atom) for atom in atoms if isinstance(atom, Var) and not self.is_number(atom)
            ]
            reads.update(arrays)
            effect = effect_of(entry)
            if effect is Effect.WRITING:
                writes.update(arrays[:1])
            elif effect > Effect.WRITING:
                reads.add(_ANYTHING)
                writes.add(_ANYTHING)
        return reads, writes

    def is_number(self, var: Var) -> bool:
        return self.facts.kind(var) in K.NUMBERS

    def one(self, first: For, ways: Turns, second: For, turns: Turns) -> For:
        body = substitute(second.body, {second.item: first.item})
        self.definitions.update(
            (node.targets[0], node)
            for node in walk(body)
            if isinstance(node, Entry) and len(node.targets) == 1
        )
        follows = ways.free and (not turns.free or turns.forwards)
        return replace(
            first,
            targets=(*first.targets, *second.targets),
            iterable=second.iterable if follows else first.iterable,
            params=(*first.params, *second.params),
            inits=(*first.inits, *second.inits),
            body=Block((*first.body.entries, *body.entries), (*first.body.results, *body.results)),
        )


_ANYTHING = "anything"
_FORWARD, _REVERSE = (Const("forward sweep"),), (Const("reverse sweep"),)


def meet(one: set[Any], other: set[Any]) -> bool:
    if _ANYTHING in one or _ANYTHING in other:
        return bool(one and other)
    return not one.isdisjoint(other)


def is_comment(node: Node) -> bool:
    return operation_of(node) == "comment"


def begins_reverse_sweep(node: Node) -> bool:
    return isinstance(node, Entry) and is_comment(node) and node.args == _REVERSE


def with_one_sweep(entries: Sequence[Node]) -> list[Node]:
    """The entries with comments that say that a loop has parts of both sweeps."""
    last = next(k for k, node in enumerate(entries) if begins_reverse_sweep(node))
    found: list[Node] = []
    for k, node in enumerate(entries):
        if is_comment(node) and isinstance(node, Entry) and node.args == _FORWARD:
            found.append(replace(node, args=(Const("forward and reverse sweep"),)))
        elif k != last or any(isinstance(each, For) for each in entries[k:]):
            found.append(node)
    return found


def is_quick(loop: For) -> bool:
    """Whether a loop loses little if a machine doesn't do several of its iterations at once."""
    return not any(takes_long(node) or divides(node) for node in loop.body.entries)


def is_innermost(loop: For) -> bool:
    return not any(isinstance(node, For) for node in nodes_in(loop.body))


def with_item(access: Access, items: dict[Var, Var]) -> Access:
    """An access by the item of another loop."""
    if access.place is None:
        return access
    place = tuple(renamed(length, lambda name: items.get(name, name)) for length in access.place)
    return replace(access, place=place)
