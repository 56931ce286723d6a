"""Loops that a machine can do several iterations of at once: forwards, and apart where one array is added to at several places.

for j in range(m - 1, -1, -1):         for j in range(m):
    u_bar[2 * j] += a[j]        →          u_bar[2 * j] += a[j]
    u_bar[j] += b[j]                   for j in range(m):
                                           u_bar[j] += b[j]

In one loop an iteration would have to wait for the one before, which adds to the same elements; several loops don't. (Loop
distribution: Allen & Kennedy, "Optimizing Compilers for Modern Architectures", section 5.2.) What takes long is computed once.
Places at known distances from each other are gathered instead (`gathering.py`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from s2sad.analysis.aliases import Facts
from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Length, number, plus
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import definitions_of, rename, with_blocks, with_body
from s2sad.loops.element_loops import (
    Access,
    ElementLoop,
    Group,
    Place,
    divides,
    integers_by,
    moves,
    places_by,
    takes_long,
)
from s2sad.loops.gathering import gathered, gathers, neighbours
from s2sad.loops.parallel import may_be_parallel
from s2sad.loops.ranges import items_of_ranges, limits_of, range_made
from s2sad.loops.vector_functions import with_vector_functions
from s2sad.runtime.loops import prange

_RANGE, _PRANGE = Ref("range", range), Ref("prange", prange)
_MOST_PAIRS = 100
"""Before a loop LLVM compares arrays in pairs, to see whether they lie apart: more take too long. Some of these become numbers."""


def distributed(function: Function, facts: Facts, names: Names, parallel: bool = False) -> Function:
    """The function with innermost loops that run forwards, and are distributed, wherever that is the same up to rounding.

    With `parallel` outer loops whose iterations don't meet are for threads.
    """
    passing = _Distribution(function, facts, names, parallel)
    return with_body(function, passing.block(function.body).entries)


class _Distribution:
    def __init__(self, function: Function, facts: Facts, names: Names, parallel: bool) -> None:
        self.facts, self.names, self.parallel = facts, names, parallel
        self.definitions = definitions_of(function)
        items = items_of_ranges(function, self.definitions)
        self.integer = integers_by(facts, self.definitions, items)
        self.places = places_by(self.integer, self.definitions)
        self.bounds: list[Bounds] = []

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            if isinstance(node, Entry):
                entries.append(node)
            elif isinstance(node, For) and all(not isinstance(each, For) for each in node.body.entries):
                entries += self.loop(node)
            elif self.parallel and isinstance(node, For) and self.is_for_threads(node):
                entries += self.in_threads(node)
            else:
                entries.append(self.within(node))
        return replace(block, entries=tuple(entries))

    def is_for_threads(self, node: For) -> bool:
        made = self.range_of(node)
        steps = made is not None and (len(made.args) < 3 or made.args[2] == Const(-1))
        return steps and may_be_parallel(node, self.places, self.memory)

    def in_threads(self, node: For) -> list[Node]:
        """A loop whose iterations run in threads; those within it don't start any."""
        made = self.range_of(node)
        assert made is not None
        before, ends = self.forwards(made)
        target = Var(self.names.fresh("t"))
        self.parallel = False
        inner = self.within(node)
        self.parallel = True
        assert isinstance(inner, For)
        return [*before, Entry((target,), _PRANGE, ends), replace(inner, iterable=target)]

    def within(self, node: Node) -> Node:
        known = self.bounds_of(node) if isinstance(node, For) else None
        self.bounds[:0] = [known] if known is not None else []
        made = with_blocks(node, self.block)
        if known is not None:
            self.bounds.pop(0)
        return made

    def loop(self, node: For) -> list[Node]:
        made = self.range_of(node)
        if made is None:
            return [self.within(node)]
        loop = ElementLoop(node, self.places, self.memory, self.is_above)
        if not loop.is_free_of_order():
            return [self.within(node)]
        before, ends = self.forwards(made)
        if ends != made.args:
            target = Var(self.names.fresh("t"))
            before.append(Entry((target,), _RANGE, ends))
            node = replace(node, iterable=target)
        groups = in_groups(loop)
        parts = [made for group in groups for made in self.parts(node, loop, group, ends)] or [node]
        return [
            *before,
            *(with_vector_functions(each) if isinstance(each, For) else each for each in parts),
        ]

    def memory(self, var: Var) -> Var:
        """What stands for the memory of an array; one that nothing is known of was just made."""
        return self.facts.classes.find(var)

    def is_above(self, one: Length, other: Length) -> bool:
        return is_at_least(plus(one, other, -1), 1, self.bounds)

    # --------------------------------------------------------------------------------------------- its range

    def bounds_of(self, node: For) -> Bounds | None:
        """Between which numbers the variable of a loop lies; None if that isn't known."""
        limits = limits_of(self.range_of(node), self.integer)
        if limits is None:
            return None
        return Bounds(node.item, (limits.low,), (plus(limits.high, number(-1)),))

    def range_of(self, node: For) -> Entry | None:
        return range_made(self.definitions, node.iterable)

    def forwards(self, made: Entry) -> tuple[list[Node], tuple[Atom, ...]]:
        """The ends of a range, in its other direction if it goes backwards, and what computes them."""
        if len(made.args) != 3 or made.args[2] != Const(-1):
            return [], made.args
        before: list[Node] = []
        last, first = (self.one_more(atom, before) for atom in made.args[:2])
        return before, (last,) if first == Const(0) else (first, last)

    def one_more(self, atom: Atom, before: list[Node]) -> Atom:
        """What an end of a range is one less than; what computes it goes to `before`."""
        if isinstance(atom, Const):
            return Const(atom.value + 1)
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        if made is not None and operation_of(made) == "sub" and made.args[1] == Const(1):
            return made.args[0]
        target = Var(self.names.fresh("t"))
        before.append(Entry((target,), op("add"), (atom, Const(1))))
        return target

    # ----------------------------------------------------------------------------------------------- its parts

    def parts(self, node: For, loop: ElementLoop, group: Group, ends: tuple[Atom, ...]) -> list[Node]:
        """The loop with a group of effects alone, or the loops that gather what these add to neighbours."""
        found = neighbours(loop, group)
        if found is not None and gathers(loop, found):
            return gathered(loop, group, ends, found, self.names)
        return [self.part(node, loop, group)]

    def part(self, node: For, loop: ElementLoop, group: Group) -> For:
        """The loop with a group of effects alone."""
        carried = sorted(loop.sums[number].carried for number in group.effects if number in loop.sums)
        body = Block(
            tuple(loop.entries[number] for number in sorted(group.entries)),
            tuple(node.body.results[k] for k in carried),
        )
        item = Var(self.names.fresh(node.item.name))
        params = {node.params[k]: Var(self.names.fresh(node.params[k].name)) for k in carried}
        renamed = rename(body, self.names.fresh, {node.item: item, **params})
        return replace(
            node,
            targets=tuple(node.targets[k] for k in carried),
            item=item,
            params=tuple(params.values()),
            inits=tuple(node.inits[k] for k in carried),
            body=renamed,
        )


def in_groups(loop: ElementLoop) -> list[Group]:
    """The effects of a loop in the groups that become loops, in the order in which these have to run."""
    if not is_worth_it(loop):
        return []
    groups = [Group((number,), frozenset(loop.needed(number))) for number in loop.effects]
    groups = joined(groups, lambda one, other: shares_work(loop, one, other))
    groups = with_neighbours(groups, loop)
    found = together(ordered(groups, loop), loop)
    return found if len(found) > 1 or (found and not fits(accesses_of(loop, found[0]), loop.inside)) else []


def with_neighbours(groups: list[Group], loop: ElementLoop) -> list[Group]:
    """The groups, of which those that add to neighbours are one, if these are gathered."""
    adding = [group for group in groups if neighbours(loop, group) is not None]
    if len(adding) < 2:
        return groups
    whole = functools.reduce(joint, adding)
    found = neighbours(loop, whole)
    if found is None or not gathers(loop, found) or too_many(accesses_of(loop, whole)):
        return groups
    return [*(group for group in groups if group not in adding), whole]


def is_worth_it(loop: ElementLoop) -> bool:
    """Whether one loop alone would have iterations that wait for each other, or too many arrays; and several wouldn't."""
    added = [access for access in loop.accesses if access.form == "increase"]
    if any(
        access.place is None or not any(moves(length, loop.node.item, loop.inside) for length in access.place)
        for access in added
    ):
        return False
    return not fits(loop.accesses, loop.inside)


def fits(accesses: Iterable[Access], inside: Collection[Var]) -> bool:
    """Whether several iterations of a loop can be done at once; `inside` are the variables that differ among them."""
    accesses = list(accesses)
    places: dict[Var, set] = {}
    for access in accesses:
        if access.form == "increase":
            places.setdefault(access.memory, set()).add(access.place)
    return not too_many(accesses) and all(
        are_beside(one, other, inside)
        for found in places.values()
        for one, other in itertools.combinations(found, 2)
    )


def too_many(accesses: Iterable[Access]) -> bool:
    """Whether it takes too long to see that the arrays lie apart."""
    accesses = list(accesses)
    written = {access.base for access in accesses if access.form != "read"}
    read = {access.base for access in accesses} - written
    return len(written) * len(read) + len(written) * (len(written) - 1) // 2 > _MOST_PAIRS


def are_beside(one: Place | None, other: Place | None, inside: Collection[Var]) -> bool:
    """Whether two places lie apart along an axis that a loop doesn't go along, such as `a[j, 0]` and `a[j, 1]`."""
    if one is None or other is None or len(one) != len(other):
        return False
    differing = ((a, b) for a, b in zip(one, other) if a != b and not plus(a, b, -1).terms)
    return any(all(name not in inside for name, _ in a.terms) for a, _ in differing)


def shares_work(loop: ElementLoop, one: Group, other: Group) -> bool:
    """Whether two groups need something that isn't worth computing twice; a quotient is, if they can't be one loop."""
    shared = [loop.entries[number] for number in one.entries & other.entries]
    if any(map(takes_long, shared)):
        return True
    return any(map(divides, shared)) and fits(accesses_of(loop, joint(one, other)), loop.inside)


def joint(one: Group, other: Group) -> Group:
    return Group((*one.effects, *other.effects), one.entries | other.entries)


def accesses_of(loop: ElementLoop, group: Group) -> list[Access]:
    return [access for access in loop.accesses if access.number in group.entries]


def together(groups: list[Group], loop: ElementLoop) -> list[Group]:
    """As few groups as can be: one and the next are one, as long as several iterations can be done at once."""
    found: list[Group] = []
    for group in groups:
        if found and fits(accesses_of(loop, joint(found[-1], group)), loop.inside):
            found[-1] = joint(found[-1], group)
        else:
            found.append(group)
    return found


def joined(groups: list[Group], belong: Callable[[Group, Group], bool]) -> list[Group]:
    """The groups, of which those that belong together are one."""
    found: list[Group] = []
    for group in groups:
        alike = [one for one in found if belong(one, group)]
        for one in alike:
            found.remove(one)
            group = joint(one, group)
        found.append(group)
    return found


def ordered(groups: list[Group], loop: ElementLoop) -> list[Group]:
    """The groups such that what is read before it is written is so still; those that have to come before each other are one."""
    waiting, found = list(groups), []
    while waiting:
        earlier = {
            one: [other for other in waiting if other is not one and _is_before(other, one, loop)]
            for one in waiting
        }
        free = [one for one in waiting if not earlier[one]]
        if free:
            first = min(free, key=lambda group: group.effects[0])
            found.append(first)
            waiting.remove(first)
        else:
            circle = in_circle(earlier)
            waiting = [*(one for one in waiting if one not in circle), functools.reduce(joint, circle)]
    return found


def in_circle(earlier: dict[Group, list[Group]]) -> list[Group]:
    """Some groups of which each has to come before the next, and the last before the first; every one has another before it."""
    path = [next(iter(earlier))]
    while (one := earlier[path[-1]][0]) not in path:
        path.append(one)
    return path[path.index(one) :]


def _is_before(one: Group, other: Group, loop: ElementLoop) -> bool:
    """Whether something in a group stands before something in the other that it mustn't come after."""
    return any(
        _meet(first, second)
        for first in loop.accesses
        if first.number in one.entries
        for second in loop.accesses
        if second.number in other.entries and second.number > first.number
    )


def _meet(first: Access, second: Access) -> bool:
    """Whether the order of two accesses matters: to one memory, of which one writes and they don't only add."""
    forms = {first.form, second.form}
    return first.memory == second.memory and forms not in ({"read"}, {"increase"})
