"""An array that is saved in each iteration of a loop, and written anew but for its ends, is written as a row of its history.

for k in range(steps):                     for j in range(n):
    for j in range(n):                         history[0, j] = u[j]
        saved[k, j] = u[j]                 for k in range(steps):
    for j in range(n - 2):                     for j in range(min(1, n)):
        u[j + 1] = … saved[k, j] …                 history[k + 1, j] = history[k, j]
    s += u[0]                      →           for j in range(max(n - 1, 1), n):
… u[j]                                             history[k + 1, j] = history[k, j]
… saved[k, j]                                  for j in range(n - 2):
                                                   history[k + 1, j + 1] = … history[k, j] …
                                               s += history[k + 1, 0]
                                           … history[steps, j]
                                           … history[k, j]

A row begins where the array is written first in an iteration, with what is left of the row before. So each number goes to
memory once in the place of twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import expanded, uses_of, walk, with_body
from s2sad.loops.builder import EMPTY, RANGE
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.emission import emitted, in_row, moved
from s2sad.loops.found_histories import Histories, History
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.overwritten_fills import Fills, Nest
from s2sad.loops.ranges import range_made
from s2sad.loops.reused_arrays import only_shape_counts

_MAX = Ref("max", max)


def with_histories(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that writes such arrays as rows."""
    found = list(Histories(function, arrays, names).found())
    return _Rewriting(arrays, names, found).done(function) if found else function


class _Rewriting:
    """`last` are the rows that stand for arrays after their loops."""

    def __init__(self, arrays: LocalArrays, names: Names, histories: Sequence[History]) -> None:
        self.arrays, self.names, self.histories = arrays, names, histories
        self.vars: dict[Any, Var] = {}
        self.saved: dict[Any, tuple[History, tuple[int, ...]]] = {}
        for history in histories:
            self.vars[id(history)] = Var(names.fresh(f"{stem(history.array.name)}_history"))
            self.saved.update((var, (history, shifts)) for var, shifts in history.saved.items())
        self.gone = frozenset[int]().union(*(history.stores for history in histories))
        self.last: dict[Any, tuple[Var, Atom]] = {}

    def done(self, function: Function) -> Function:
        out: list[Node] = []
        for k, node in enumerate(function.body.entries):
            mine = [each for each in self.histories if each.loop is node]
            lengths = [self.begin(out, history, function.body.entries[:k]) for history in mine]
            if mine and isinstance(node, For):
                out.append(self.looped(node, mine, lengths))
            else:
                out += self.of_rows(node, {})
            for history, found in zip(mine, lengths):
                rest = Block(function.body.entries[k + 1 :], function.body.results)
                self.end(out, history, found, rest)
        return with_body(function, out)

    # -------------------------------------------------------------------------------- before the loop, and after it

    def begin(self, out: list[Node], history: History, before: Sequence[Node]) -> list[Atom]:
        """Make the array of all rows, and write the first one; the lengths of a row."""
        lengths = [self.atom_of(out, history, axis, before) for axis in range(len(history.ends))]
        rows = moved(out, self.names, history.count, history.rows_further)
        shape = emitted(out, self.names, "tuple_of", rows, *lengths)
        var = self.vars[id(history)]
        out.append(Entry((var,), EMPTY, (shape,)))
        kinds = self.arrays.facts.kinds
        kinds[var] = replace(kinds[history.array], ndim=len(lengths) + 1)
        if history.is_carried:
            out += self.copy(history.array, None, var, Const(0), lengths)[1]
        return lengths

    def atom_of(self, out: list[Node], history: History, axis: int, before: Sequence[Node]) -> Atom:
        """The length of an axis: a number, or a variable that is there already if one is."""
        lengths = self.arrays.shapes.lengths(history.array) or ()
        if not lengths[axis].terms:
            return Const(lengths[axis].number)
        for node in before:
            targets = node.targets if isinstance(node, Entry) else ()
            for target in targets:
                if self.arrays.facts.kind(target) == K.INT and self.arrays.length(target) == lengths[axis]:
                    return target
        shape = emitted(out, self.names, "getattr", history.array, Const("shape"), hint="shape")
        return emitted(out, self.names, "getitem", shape, Const(axis), hint="n")

    def end(self, out: list[Node], history: History, lengths: Sequence[Atom], rest: Block) -> None:
        """Read the last row where the array is read afterwards; if more is done with it, copy it back."""
        if not history.is_carried:
            return
        names = {history.array, *self.arrays.facts.classes.members(history.array)}
        uses = [
            node for node in walk(rest) if not names.isdisjoint(uses_of(node)) and not only_shape_counts(node)
        ]
        is_kept = not names.isdisjoint(rest.results) or bool(self.arrays.facts.origins(history.array))
        if not uses and not is_kept:
            return
        last = self.trips(out, history)
        var = self.vars[id(history)]
        if not is_kept and all(self.is_read(node, history.array) for node in uses):
            self.last[history.array] = var, last
        else:
            out += self.copy(var, last, history.array, None, lengths)[1]

    def is_read(self, node: Node, array: Var) -> bool:
        return isinstance(node, Entry) and operation_of(node) == "getitem" and node.args[0] is array

    def trips(self, out: list[Node], history: History) -> Atom:
        """How many iterations a loop has."""
        made = range_made(self.arrays.definitions, history.loop.iterable)
        assert made is not None
        end = made.args[0]
        if isinstance(end, Const):
            return Const(max(end.value, 0))
        known = self.arrays.definitions.get(history.count)
        if known is not None and callee_of(known) is max and set(known.args) == {end, Const(0)}:
            return history.count
        return emitted(out, self.names, _MAX, end, Const(0), hint="count")

    def copy(
        self, source: Var, row: Atom | None, to: Var, to_row: Atom | None, lengths: Sequence[Atom]
    ) -> tuple[list[For], list[Node]]:
        """Loops that copy one row, or an array, to another one; and these with what they go through before them."""
        items = [Var(self.names.fresh(name)) for name, _ in zip("jklmno", lengths)]
        out: list[Node] = []
        read = emitted(out, self.names, "getitem", source, self.index(out, row, items))
        out.append(Entry((), op("store"), (to, self.index(out, to_row, items), read)))
        loops: list[For] = []
        for item, length in zip(items[::-1], list(lengths)[::-1]):
            before: list[Node] = []
            iterable = emitted(before, self.names, RANGE, length)
            loops = [For((), item, iterable, (), (), Block(tuple(out))), *loops]
            out = [*before, loops[0]]
        return loops, out

    def index(self, out: list[Node], row: Atom | None, place: Sequence[Atom]) -> Atom:
        parts = [*([] if row is None else [row]), *place]
        return parts[0] if len(parts) == 1 else emitted(out, self.names, "tuple_of", *parts)

    # ----------------------------------------------------------------------------------------------- in the loop

    def looped(self, loop: For, mine: Sequence[History], lengths: Sequence[Sequence[Atom]]) -> For:
        """The loop that writes a row in each iteration."""
        out: list[Node] = []
        for k, node in enumerate(loop.body.entries):
            for history, found in zip(mine, lengths):
                if k == history.begins:
                    out += self.ends_kept(history, found)
            out += self.of_rows(node, {history.array: (history, k) for history in mine})
        return replace(loop, body=Block(tuple(out), loop.body.results))

    def ends_kept(self, history: History, lengths: Sequence[Atom]) -> list[Node]:
        """What an iteration doesn't write in its row is as in the row before."""
        out: list[Node] = []
        if any(map(any, history.ends)):
            var, item = self.vars[id(history)], history.loop.item
            loops, _ = self.copy(var, item, var, moved(out, self.names, item, 1), lengths)
            ends = tuple((Const(0), length) for length in lengths)
            store = history.nest.store
            nest = Nest(tuple(loops), store, ends, (0,) * len(loops))
            out += Fills(self.arrays, self.names).rest(nest, 0, history.ends)
        return out

    def of_rows(self, node: Node, rows: dict[Any, tuple[History, int]]) -> Sequence[Node]:
        """An entry with elements of histories in the place of those of arrays; `rows` tells which entry of a loop it is."""
        return expanded(Block((node,)), lambda each: self.changed(each, rows)).entries

    def changed(self, node: Node, rows: dict[Any, tuple[History, int]]) -> Sequence[Node]:
        if id(node) in self.gone:
            return ()
        if not isinstance(node, Entry) or operation_of(node) not in ELEMENTS:
            return (node,)
        array = node.args[0]
        if array in self.saved:
            return self.further(node, *self.saved[array])
        if array in rows:
            return self.in_row(node, *rows[array])
        if array in self.last:
            return in_row(node, *self.last[array], self.arrays.definitions, self.names)
        return (node,)

    def further(self, node: Entry, history: History, shifts: Sequence[int]) -> list[Node]:
        """What is read in the history in the place of what was saved."""
        out: list[Node] = []
        parts = self.arrays.definitions[node.args[1]].args
        place = [moved(out, self.names, part, more) for part, more in zip(parts, shifts)]
        index = emitted(out, self.names, "tuple_of", *place)
        return [*out, replace(node, args=(self.vars[id(history)], index))]

    def in_row(self, node: Entry, history: History, k: int) -> list[Node]:
        out: list[Node] = []
        var, item = self.vars[id(history)], history.loop.item
        if node is history.nest.store and operation_of(node) == "increase":
            total, before = Var(self.names.fresh("t")), Var(self.names.fresh("t"))
            read = replace(node, fn=op("getitem"), targets=(before,), args=node.args[:2])
            out += in_row(read, var, item, self.arrays.definitions, self.names)
            out.append(Entry((total,), op("add"), (before, node.args[2])))
            node = replace(node, fn=op("store"), args=(*node.args[:2], total))
            row = moved(out, self.names, item, history.rows_further)
        elif k < history.written or id(node) in history.old:
            row = item
        else:
            row = moved(out, self.names, item, history.rows_further)
        return [*out, *in_row(node, var, row, self.arrays.definitions, self.names)]
