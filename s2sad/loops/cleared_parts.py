"""An array that each iteration leaves with zeros, part by part, and adds to first, is written there, and needs no zeros.

v_bar = np.zeros(n)                        v_bar = np.empty(n)
for _ in range(steps):                     for _ in range(steps):
    for j in range(n):                         for j in range(n):
        v_bar[j] += u_bar[j]                       v_bar[j] = u_bar[j]
    …                                          …
    for j in range(n - 2):         →           for j in range(min(1, n)):
        v_bar[j + 1] = 0.0                         u_bar[j] += v_bar[j]
    for j in range(min(1, n)):                 for j in range(max(n - 1, 1), n):
        u_bar[j] += v_bar[j]                       u_bar[j] += v_bar[j]
        v_bar[j] = 0.0
    for j in range(max(n - 1, 1), n):
        u_bar[j] += v_bar[j]
        v_bar[j] = 0.0

Such is the adjoint of `v = u.copy(); v[1:-1] = …`, whose ends are filled apart from the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir.nodes import Atom, Entry, For, Function, Node, Ref
from s2sad.ir.operations import callee_of, op
from s2sad.loops.cleared_elements import is_clearing
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.local_arrays import Local, LocalArrays, Use, is_of_iteration
from s2sad.loops.needless_stores import each_entry
from s2sad.loops.ranges import both_ends, range_made

_EMPTY = {np.zeros: Ref("np.empty", np.empty), np.zeros_like: Ref("np.empty_like", np.empty_like)}


@dataclass(frozen=True)
class Part:
    """Elements of an array along its axis: from the largest of `low` to below the smallest of `high`."""

    low: frozenset[Length]
    high: frozenset[Length]

    def is_apart(self, other: Part) -> bool:
        """Whether two parts are known to have no element in common."""
        return not self.high.isdisjoint(other.low) or not other.high.isdisjoint(self.low)


def without_cleared_parts(function: Function, arrays: LocalArrays) -> Function:
    """The function that writes such arrays in the place of adding to them."""
    new: dict[int, Node | None] = {}
    for local in arrays.found.values():
        cleared = cleared_in(local, arrays)
        if cleared is None:
            continue
        first = local.uses[0].node
        assert isinstance(first, Entry)
        new[id(first)] = replace(first, fn=op("store"))
        new[id(local.maker)] = replace(local.maker, fn=_EMPTY[callee_of(local.maker)])
        new.update((id(use.node), None) for use in cleared)
    return each_entry(function, lambda node: new.get(id(node), node)) if new else function


def cleared_in(local: Local, arrays: LocalArrays) -> list[Use] | None:
    """The entries that clear an array at the end of each iteration, if all is as above; else None."""
    lengths = arrays.shapes.lengths(local.var)
    if not local.has_zeros or local.is_cleared or not local.uses or lengths is None or len(lengths) != 1:
        return None
    if set(arrays.facts.classes.members(local.var)) != {local.var}:
        return None
    if not is_of_one_loop(local) or not is_filled_first(local, arrays):
        return None
    start = next((k for k, use in enumerate(local.uses) if is_clearing(use.node)), len(local.uses))
    cleared = [use for use in local.uses[start:] if use.form == "store"]
    parts = {id(use): part_of(use, local, arrays) for use in local.uses[start:]}
    if not all(is_clearing(use.node) or use.form == "getitem" for use in local.uses[start:]):
        return None
    if not cleared or any(part is None for part in parts.values()):
        return None
    known = {key: part for key, part in parts.items() if part is not None}
    is_all = covers([known[id(use)] for use in cleared], lengths[0])
    are_dead = all(is_dead(use, local, known) for use in cleared)
    return cleared if is_all and are_dead else None


def is_of_one_loop(local: Local) -> bool:
    """Whether one loop alone, which goes to its end, has to do with an array, and with nothing but its elements."""
    outer = next(iter(local.loops_of(local.uses[0]) or ()), None)
    if not isinstance(outer, For) or outer.stops or len(local.uses_in(outer)) != len(local.uses):
        return False
    return all(use.form in ELEMENTS and use.place is not None for use in local.uses)


def is_filled_first(local: Local, arrays: LocalArrays) -> bool:
    """Whether an iteration first adds to each element, before it has to do with it otherwise."""
    first = local.uses[0]
    loops = (local.loops_of(first) or ())[1:]
    if first.form != "increase" or first.place is None or len(loops) != 1:
        return False
    near = local.uses_in(loops[0])
    return arrays.fills(local, first.place, loops) and all(is_of_iteration(use, first, loops) for use in near)


def part_of(use: Use, local: Local, arrays: LocalArrays) -> Part | None:
    """The elements that the loop around a use goes through; None where it isn't the only one, or they aren't known."""
    loops = (local.loops_of(use) or ())[1:]
    loop = loops[0] if len(loops) == 1 else None
    if not isinstance(loop, For) or loop.stops or use.place is None:
        return None
    made = range_made(arrays.definitions, loop.iterable)
    more = plus(use.place[0], symbol(loop.item), -1)
    if made is None or len(made.args) > 2 or more.terms:
        return None
    low, high = both_ends(made.args)
    lows, highs = ends(low, max, more, arrays), ends(high, min, more, arrays)
    return Part(lows, highs) if lows and highs else None


def ends(atom: Atom, by: object, more: Length, arrays: LocalArrays) -> frozenset[Length]:
    """What an end is the largest or smallest of, in places; nothing if that isn't known."""
    made = arrays.definitions.get(atom)
    found = [
        arrays.length(each) for each in (made.args if made is not None and callee_of(made) is by else [atom])
    ]
    return (
        frozenset(plus(each, more) for each in found if each is not None)
        if None not in found
        else frozenset()
    )


def covers(parts: Sequence[Part], length: Length) -> bool:
    """Whether parts together are all of an array: each begins where others have reached, or before."""
    reached = {number(0)}
    waiting = list(parts)
    while length not in reached:
        following = next((part for part in waiting if part.low <= reached), None)
        if following is None:
            return False
        waiting.remove(following)
        high = following.high - {length} if len(following.high) > 1 else following.high
        if len(high) != 1:
            return False
        reached |= high
    return True


def is_dead(clearing: Use, local: Local, parts: dict[int, Part]) -> bool:
    """Whether an iteration doesn't read again what it clears, and its loop has to do with the element of each iteration alone."""
    uses = [use for use in local.uses if id(use) in parts or use.block is clearing.block]
    later = uses[uses.index(clearing) + 1 :]
    return all(use.place == clearing.place for use in uses if use.block is clearing.block) and all(
        use.form == "store" or parts[id(use)].is_apart(parts[id(clearing)])
        for use in later
        if use.block is not clearing.block
    )
