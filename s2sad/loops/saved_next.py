"""What an iteration saves of an array at its end is what the next one saves at its beginning, and is saved once.

for k in range(steps):                     for j in range(n):
    for j in range(n):                         one[0, j] = u[j]
        one[k, j] = u[j]                   for k in range(steps):
    …                          →               …
    for j in range(n):                         for j in range(n):
        other[k, j] = u[j]                         one[k + 1, j] = u[j]
    …                                          …
… one[k, j] … other[k, j]                  … one[k, j] … one[k + 1, j]

Only where nothing writes to it before the one, and after the other. Fields that are stepped by turns save two states for each step
instead of three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from s2sad.analysis.lengths import number, symbol
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in, expanded, node_reads, rename, with_body
from s2sad.loops.element_loops import is_of_numbers
from s2sad.loops.emission import emitted, moved
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.saved_parts import saved_arrays
from s2sad.loops.saved_twice import Element, Passing


def without_saved_ends(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that saves what one iteration leaves to the next one once."""
    steps = _Steps(function, arrays)
    found = [each for each in map(steps.passing.element, saved_arrays(arrays)) if each is not None]
    rewriting = _Rewriting(arrays, names)
    for one in found:
        later = next((each for each in found if each is not one and steps.is_next(one, each)), None)
        first = steps.needed(one) if later is not None else None
        if later is not None and first is not None:
            rewriting.take(one, later, first)
    return rewriting.done(function) if rewriting.longer else function


class _Steps:
    """The loops at the top of a function, and what their iterations begin and end with."""

    def __init__(self, function: Function, arrays: LocalArrays) -> None:
        self.arrays, self.passing = arrays, Passing(arrays)
        self.at_top = {id(node) for node in function.body.entries}

    def is_next(self, one: Element, later: Element) -> bool:
        """Whether `later` saves at the end of an iteration what `one` saves at the beginning of the next one."""
        loop, array = one.loops[0], one.read.args[0]
        if id(loop) not in self.at_top or loop is not later.loops[0] or array is not later.read.args[0]:
            return False
        if (one.place, one.cell, one.ranges[1:]) != (later.place, later.cell, later.ranges[1:]):
            return False
        low, _, goes_forwards = one.ranges[0]
        if not goes_forwards or low != number(0) or not self.is_of_rows(one):
            return False
        entries = list(loop.body.entries)
        ends = [k for k, node in enumerate(entries) if node is one.loops[1] or node is later.loops[1]]
        if len(ends) != 2 or entries[ends[0]] is not one.loops[1]:
            return False
        unwritten = (*entries[: ends[0] + 1], *entries[ends[1] :])
        return self.passing.leave(unwritten, self.passing.memory(array))

    def is_of_rows(self, one: Element) -> bool:
        """Whether each iteration has a row of its own, for the same elements of one array."""
        row, *rest = one.cell
        inside = defined_in(one.loops[0].body)
        names = {
            name
            for length in (
                *rest,
                *one.place,
                *(end for low, high, _ in one.ranges[1:] for end in (low, high)),
            )
            for name, _ in length.terms
        }
        return (
            row == symbol(("loop", 0))
            and ("loop", 0) not in names
            and inside.isdisjoint({*names, one.read.args[0]})
        )

    def needed(self, one: Element) -> list[Node] | None:
        """The loop that saves at the beginning, and the entries before it that it needs; None if it does more."""
        loop = one.loops[1]
        by_target = {
            target: node
            for node in one.loops[0].body.entries
            if isinstance(node, Entry)
            for target in node.targets
        }
        found: list[Node] = [loop]
        waiting = list(node_reads(loop))
        while waiting:
            made = by_target.get(waiting.pop())
            if made is not None and not any(made is each for each in found):
                if callee_of(made) is not range and not is_of_numbers(made):
                    return None
                found.append(made)
                waiting += node_reads(made)
        return found[::-1] if copies_alone(loop, one) else None


def copies_alone(loop: Node, one: Element) -> bool:
    """Whether a nest of loops does nothing but save."""
    if isinstance(loop, For):
        return not loop.targets and all(copies_alone(node, one) for node in loop.body.entries)
    known = loop is one.read or loop is one.saved.store or callee_of(loop) is range
    return known or is_of_numbers(loop)


class _Rewriting:
    """The function in which some arrays have a row more, and others are gone, that were rows of these."""

    def __init__(self, arrays: LocalArrays, names: Names) -> None:
        self.definitions, self.names = arrays.definitions, names
        self.longer: set[Any] = set()
        self.rows: dict[Any, Var] = {}  # what stands for an array that is gone, one row later
        self.gone: set[int] = set()
        self.before: dict[int, list[Node]] = {}

    def take(self, one: Element, later: Element, first: Sequence[Node]) -> None:
        """Save in the array of `one` what both save; `first` saves what the first iteration begins with."""
        if {one.saved.var, later.saved.var} & {*self.longer, *self.rows}:
            return
        self.longer.add(one.saved.var)
        self.rows[later.saved.var] = one.saved.var
        self.gone |= {id(one.saved.store), id(later.saved.made)}
        loop = one.loops[0]
        made = rename(Block(tuple(first), ()), self.names.fresh, {loop.item: Const(0)})
        self.before.setdefault(id(loop), []).extend(made.entries)

    def done(self, function: Function) -> Function:
        entries: list[Node] = []
        for node in function.body.entries:
            entries += self.before.get(id(node), ())
            entries += expanded(Block((node,), ()), self.changed).entries
        return with_body(function, entries)

    def changed(self, node: Node) -> Sequence[Node]:
        if id(node) in self.gone:
            return ()
        if not isinstance(node, Entry):
            return (node,)
        out: list[Node] = []
        if node.targets and node.targets[0] in self.longer:
            node = replace(node, args=(self.one_more(out, node.args[0]),))
            return (*out, node)
        array = self.rows.get(node.args[0]) if operation_of(node) in ("getitem", "store") else None
        if array is not None:
            node = replace(node, args=(array, self.one_more(out, node.args[1]), *node.args[2:]))
        return (*out, node)

    def one_more(self, out: list[Node], place: Atom) -> Atom:
        """A place, or lengths, with one more along the first axis."""
        row, *rest = self.definitions[place].args
        return emitted(out, self.names, "tuple_of", moved(out, self.names, row, 1), *rest)
