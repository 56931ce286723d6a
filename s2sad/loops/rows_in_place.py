"""An array that each iteration of a loop fills, and then copies to a row, is that row from the start.

for k in range(steps):                     for k in range(steps):
    for j in range(n):                         for j in range(n):
        v[j] = …                                   history[k + 1, j] = …
    for j in range(n):             →
        history[k + 1, j] = v[j]

Only where an iteration writes each element before it reads it, and nothing has to do with the array later on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.inequalities import is_at_least
from s2sad.analysis.lengths import Length, plus, symbol
from s2sad.ir.names import Names
from s2sad.ir.nodes import Entry, For, Function, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, expanded, walk, with_body
from s2sad.loops.alternating_rows import copied, nest_of
from s2sad.loops.covered_elements import Covered
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.emission import in_row, moved
from s2sad.loops.local_arrays import Local, LocalArrays, Use
from s2sad.loops.ranges import bounds_in, counts_from_zero, range_made
from s2sad.loops.reused_arrays import only_shape_counts


def with_rows_in_place(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that fills such rows themselves."""
    rows = list(_Found(function, arrays).rows())
    in_place: dict[Any, Row] = {row.array: row for row in rows}
    gone = {id(node) for row in rows for node in (row.copy, *row.before)}

    def change(node: Node) -> Sequence[Node]:
        if id(node) in gone:
            return ()
        if not isinstance(node, Entry) or operation_of(node) not in ELEMENTS or node.args[0] not in in_place:
            return (node,)
        row = in_place[node.args[0]]
        out: list[Node] = []
        number = moved(out, names, row.loop.item, row.further)
        return [*out, *in_row(node, row.rows, number, arrays.definitions, names)]

    return with_body(function, expanded(function.body, change).entries) if rows else function


@dataclass(frozen=True)
class Row:
    """A row of `rows`, `further` than the number of the iteration, to which an array is copied by `copy`.

    What was written `before` the loop isn't read.
    """

    loop: For
    array: Var
    rows: Var
    further: int
    copy: Entry
    before: tuple[Node, ...]


class _Found:
    def __init__(self, function: Function, arrays: LocalArrays) -> None:
        self.body, self.arrays = function.body, arrays

    def rows(self) -> Iterator[Row]:
        for loop in self.body.entries:
            if isinstance(loop, For) and not loop.stops and self.counts(loop):
                yield from (row for node in loop.body.entries if (row := self.row(loop, node)) is not None)

    def counts(self, loop: For) -> bool:
        return counts_from_zero(self.arrays.definitions, loop.iterable)

    def row(self, loop: For, node: Node) -> Row | None:
        """The row to which a nest of loops copies an array, if that array can be the row; None of any other entry."""
        nest = nest_of(node)
        pair = copied(nest[1]) if nest is not None else None
        if nest is None or pair is None:
            return None
        rows, array = (self.arrays.found.get(each) for each in pair)
        read, store = nest[1]
        place, cell = self.arrays.places(read.args[1]), self.arrays.places(store.args[1])
        if rows is None or array is None or place is None or cell is None or cell[1:] != place:
            return None
        further = plus(cell[0], symbol(loop.item), -1)
        if further.terms or not 0 <= further.number <= 1 or not self.are_alike(rows, array):
            return None
        before = tuple(use.node for use in self.elsewhere(array, loop) if use.form == "store" and use.node)
        found = Row(loop, array.var, rows.var, further.number, store, before)
        is_whole = self.arrays.fills(array, place, nest[0])
        return found if is_whole and self.is_new(array, loop, node) and self.is_free(found, node) else None

    def are_alike(self, rows: Local, array: Local) -> bool:
        """Whether nothing but elements of two arrays counts, and those of one are as many as in a row of the other."""
        made = self.arrays.definitions.get(rows.maker.args[0])
        if made is None or operation_of(made) != "tuple_of" or not all(map(self.is_known, (rows, array))):
            return False
        one = [self.unclipped(self.arrays.length(atom)) for atom in made.args[1:]]
        other = [self.unclipped(length) for length in self.arrays.shapes.lengths(array.var) or ()]
        return one == other and None not in other and self.arrays.is_of_floats(array)

    def unclipped(self, length: Length | None) -> Length | None:
        return None if length is None else self.arrays.unclipped(length)

    def is_known(self, local: Local) -> bool:
        """Whether all that uses an array is known: its elements, or its shape, by one name."""
        names = set(self.arrays.facts.classes.members(local.var))
        return names <= {local.var} and all(
            use.node is not None and (only_shape_counts(use.node) or use.place is not None)
            for use in local.uses
        )

    def elsewhere(self, array: Local, loop: For) -> list[Use]:
        return [use for use in array.uses if not any(one is loop for one in use.path)]

    def is_new(self, array: Local, loop: For, copy: Node) -> bool:
        """Whether each iteration writes an array before it reads it, and nothing has to do with it after the copy."""
        others = self.elsewhere(array, loop)
        if not all(use.form == "store" or only_shape_counts(use.node) for use in others if use.node):
            return False
        entries = loop.body.entries
        at = next(k for k, node in enumerate(entries) if node is copy)
        varies = {loop.item, *loop.params, *defined_in(loop.body)}
        covered = Covered(self.arrays, array.var, varies)
        is_over = not any(array.uses_in(node) for node in entries[at + 1 :])
        return is_over and covered.goes_past(entries[: at + 1])

    def is_free(self, row: Row, copy: Node) -> bool:
        """Whether a loop has to do with the row of an iteration only after the copy, and with other rows as they are known."""
        bounds = bounds_in(
            range_made(self.arrays.definitions, row.loop.iterable), self.arrays.length, row.loop.item
        )
        around = [] if bounds is None else [bounds]
        is_before = True
        for node in row.loop.body.entries:
            is_before = is_before and node is not copy
            for each in walk(replace(row.loop.body, entries=(node,))):
                if operation_of(each) not in ELEMENTS or each.args[0] is not row.rows or each is row.copy:
                    continue
                place = self.arrays.places(each.args[1])
                rest = plus(place[0], symbol(row.loop.item), -1) if place else None
                if rest is None or rest.terms or not place or not is_at_least(place[0], 0, around):
                    return False
                if rest.number == row.further and is_before:
                    return False
        return True
