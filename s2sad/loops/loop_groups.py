"""What of a loop becomes loops of their own, and in which order: an iteration shouldn't wait for the one before.

for j in range(m):                     {u_bar[2 * j] += …}, {u_bar[j] += …}: added to at places of one array
    u_bar[2 * j] += exp(a[j])          one group, if both need something that takes long
    u_bar[j] += b[j]
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable

from s2sad.analysis.lengths import plus
from s2sad.ir.nodes import Var
from s2sad.loops.element_loops import Access, ElementLoop, Group, Place, divides, moves, takes_long
from s2sad.loops.gathering import gathers, neighbours

_MOST_PAIRS = 100
"""Before a loop LLVM compares arrays in pairs, to see whether they lie apart: more take too long. Some of these become numbers."""


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
