"""Arrays that each iteration of a loop fills anew before it reads them, and loops whose iterations are apart but for these.

t = np.empty(m)
for i in range(n):
    for j in range(m):
        t[j] = x[i] * w[j]          t is private: what is in it never comes from the iteration before
    for j in range(m):
        y[i] += np.exp(t[j])
"""

from __future__ import annotations

import numpy as np

from s2sad.analysis.lengths import symbol
from s2sad.ir.nodes import Atom, Entry, For, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in
from s2sad.loops.element_loops import ELEMENTS, ElementLoop, is_of_numbers
from s2sad.loops.local_arrays import Local, LocalArrays
from s2sad.loops.parallel import accesses_in, by_memory, each_has_its_own
from s2sad.loops.ranges import is_innermost, range_made

Rows = dict[Var, Local]


def private_rows(loop: For, arrays: LocalArrays) -> Rows | None:
    """The private arrays of a loop, if all else that it does is free of order, and it goes through inner loops in turn; else None."""
    inner = [node for node in loop.body.entries if isinstance(node, For)]
    if len(inner) < 2 or loop.stops or not all(_is_short(node, loop, arrays) for node in inner):
        return None
    if not all(_is_plain(node) for node in loop.body.entries if node not in inner):
        return None
    rows = {local.var: local for local in arrays.found.values() if _is_private(local, loop, arrays)}
    sums = _Sums(loop, arrays)
    if not rows or not all(map(sums.lead, loop.body.results, loop.params)):
        return None
    inside = defined_in(loop.body) | {loop.item}
    others = by_memory(loop, arrays.places, arrays.facts.classes.find)
    apart = (
        {access.form for access in accesses} in ({"read"}, {"increase"})
        or each_has_its_own(accesses, loop.item, inside)
        for accesses in others.values()
        if accesses[0].base not in rows
    )
    return rows if all(apart) and _goes_along_last_axes(loop, rows, arrays) else None


class _Sums:
    """What of a loop and its inner loops does nothing but add to what the loop carries."""

    def __init__(self, loop: For, arrays: LocalArrays) -> None:
        self.arrays = arrays
        self.outer = self.element_loop(loop)

    def element_loop(self, loop: For) -> ElementLoop:
        return ElementLoop(loop, self.arrays.places, self.arrays.facts.classes.find)

    def lead(self, atom: Atom, param: Var) -> bool:
        """Whether a number is a carried one and what is added to it; nothing else reads it on the way."""
        if not isinstance(atom, Var) or self.outer.uses[atom] != 1:
            return False
        if atom is param:
            return True
        if atom not in self.outer.made_by:
            return False
        node = self.outer.entries[self.outer.made_by[atom]]
        if isinstance(node, For):
            k = node.targets.index(atom)
            is_sum = self.element_loop(node).adds_up(node.params[k], node.body.results[k])  # type: ignore[arg-type]
            return is_sum and self.lead(node.inits[k], param)
        is_sum = isinstance(node, Entry) and operation_of(node) == "add"
        return is_sum and [self.lead(arg, param) for arg in node.args].count(True) == 1


def _is_short(inner: For, loop: For, arrays: LocalArrays) -> bool:
    """Whether an inner loop does nothing but compute, as often in every iteration of the loop around it."""
    made = range_made(arrays.definitions, inner.iterable)
    if made is None or len(made.args) != 1 or made.args[0] in defined_in(loop.body):
        return False
    return is_innermost(inner) and not inner.stops and all(map(_is_plain, inner.body.entries))


def _is_plain(node: object) -> bool:
    if isinstance(node, Entry) and (callee_of(node) is range or operation_of(node) in (*ELEMENTS, "comment")):
        return True
    return is_of_numbers(node)  # type: ignore[arg-type]


def _is_private(local: Local, loop: For, arrays: LocalArrays) -> bool:
    """Whether an array is made before a loop, used in it alone, and filled there before anything else is done with it."""
    if callee_of(local.maker) is not np.empty or local.maker.kwargs or local.path or not local.uses:
        return False
    if any(use.place is None or not use.path or use.path[0] is not loop for use in local.uses):
        return False
    if set(arrays.facts.classes.members(local.var)) != {local.var}:
        return False
    item = symbol(loop.item)
    first = local.uses[0]
    inner = first.path[1:]
    if first.form != "store" or len(inner) != 1 or any(item in (use.place or ()) for use in local.uses):
        return False
    near = [use for use in local.uses if use.path[1:] and use.path[1] is inner[0]]
    filled = first.place is not None and arrays.fills(local, first.place, inner)
    return filled and all(use.place == first.place for use in near)


def _goes_along_last_axes(loop: For, rows: Rows, arrays: LocalArrays) -> bool:
    """Whether neighbouring iterations read and write neighbours, or the same: no columns."""
    for access in accesses_in(loop.body, arrays.places, arrays.facts.classes.find):
        if access.base in rows:
            continue
        if access.place is None or any((loop.item, 1) in length.terms for length in access.place[:-1]):
            return False
    return True
