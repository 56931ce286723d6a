"""Lists that grow, as arrays that are allocated once: where the items go, and how many there are so far.

out = list_of                     out = $np.empty (1 + n)
append out a                      store out 0 a
for i in range(n):           →    for i in range(n):
    append out t                      store out (1 + i) t

Where items are appended under a condition, or in a loop that may be left, an array of one integer counts them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    Node,
    Ref,
    Var,
    blocks_of,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import walk, with_blocks
from s2sad.loops.dtypes import dtype_of
from s2sad.loops.growths import Growth, appends_to
from s2sad.loops.integers_here import IntegersHere, is_natural_range
from s2sad.loops.ranges import both_ends, range_made
from s2sad.runtime.loops import placed

_EMPTY, _ZEROS = Ref("np.empty", np.empty), Ref("np.zeros", np.zeros)
_PLACED = Ref("placed", placed)


class Grower:
    """Emits a function in which lists are arrays that items are stored in; `length` says how many there are here."""

    def __init__(
        self, function: Function, facts: Facts, shapes: Shapes, names: Names, grown: dict[Any, Growth]
    ) -> None:
        self.integers = IntegersHere(function, facts, shapes, names, grown)
        self.facts, self.shapes, self.grown = facts, shapes, grown
        self.homes: dict[Var, tuple[Node, ...]] = {}
        self.find_homes(function.body)
        self.atoms: dict[Var, Atom] = {}
        self.length: dict[Any, Atom] = {}
        self.whole: dict[Any, Atom] = {}
        self.counters: dict[Any, Var] = {}
        self.failed: set[Var] = set()

    def find_homes(self, block: Block) -> None:
        """Find the block in which each list is made."""
        for node in block.entries:
            self.homes.update((var, block.entries) for var in targets_of(node) if var in self.grown)
            for inner in blocks_of(node):
                self.find_homes(inner)

    def emit_entry(self, node: Entry) -> None:
        self.integers.out.append(node)

    def effect(self, fn: str, *args: Atom, loc: Any = None) -> None:
        self.integers.out.append(Entry((), op(fn), args, (), loc))

    # ------------------------------------------------------------------------------------------------- blocks

    def block(
        self, block: Block, entry: Callable[[Entry], None], begin: Callable[[], None] | None = None
    ) -> Block:
        outer, self.integers.out, scope = self.integers.out, [], set(self.integers.scope)
        lengths = dict(self.length)
        if begin is not None:
            begin()
        for node in block.entries:
            self.node(node, entry)
        made = Block(tuple(self.integers.out), block.results)
        self.integers.out, self.integers.scope, self.length = outer, scope, lengths
        return made

    def node(self, node: Node, entry: Callable[[Entry], None]) -> None:
        if isinstance(node, Entry):
            if operation_of(node) == "list_of" and node.targets[0] in self.grown:
                self.allocate(self.grown[node.targets[0]], node)
            elif operation_of(node) == "append" and node.args[0] in self.grown:
                self.append(self.grown[node.args[0]], node)
            elif any(atom in self.grown for atom in (*node.args, *(a for _, a in node.kwargs))):
                self.read(node, entry)
            else:
                entry(node)
        else:
            self.region(node, entry)
        self.integers.scope.update(targets_of(node))

    def region(self, node: Node, entry: Callable[[Entry], None]) -> None:
        growing = [var for var in self.length if self.items_in(node, var) is not None]
        counts: dict[Var, Atom] = {}
        if isinstance(node, For):
            for var in growing:
                count = self.integers.count_of(node)
                counts[var] = Const(0) if count is None else count
                self.failed.update((var,) if count is None else ())
        base = dict(self.length)

        def begin() -> None:
            self.integers.scope.update(inner_vars_of(node))
            for var in growing:
                assert isinstance(node, For)
                number = Const(0) if var in self.failed else self.integers.number_of(node)
                self.length[var] = self.integers.plus(
                    base[var], self.integers.times(number, self.items_of(node, var))
                )

        made = with_blocks(node, lambda inner: self.block(inner, entry, begin))
        self.integers.out.append(made)
        for var in growing:
            assert isinstance(node, For)
            self.length[var] = self.integers.plus(
                base[var], self.integers.times(counts[var], self.items_of(node, var))
            )

    def items_in(self, node: Node, var: Var) -> bool | None:
        """True if items are appended within a region; None if none are."""
        return (
            True
            if any(appends_to(inner, var) for block in blocks_of(node) for inner in walk(block))
            else None
        )

    def items_of(self, node: For, var: Var) -> Atom:
        """How many items each iteration appends."""
        total: Atom = Const(0)
        for inner in node.body.entries:
            if appends_to(inner, var):
                total = self.integers.plus(total, Const(1))
            elif isinstance(inner, For) and self.items_in(inner, var):
                count = self.integers.count_of(inner)
                self.failed.update((var,) if count is None else ())
                total = self.integers.plus(
                    total, self.integers.times(count or Const(0), self.items_of(inner, var))
                )
        return total

    # -------------------------------------------------------------------------------------------------- lists

    def allocate(self, growth: Growth, node: Entry) -> None:
        many = self.most(growth)
        lengths: list[Atom] | None = all_known([self.integers.length_atom(each) for each in growth.shape])
        if many is None or lengths is None:
            self.failed.add(growth.var)
            many, lengths = Const(0), []
        shape: Atom = self.integers.emit("tuple_of", many, *lengths, hint="shape") if lengths else many
        self.integers.out.append(Entry((growth.var,), _EMPTY, (shape,), dtype_of(growth.item), node.loc))
        self.whole[growth.var] = many
        for k, atom in enumerate(node.args):
            self.effect("store", growth.var, Const(k), atom, loc=node.loc)
        if growth.is_counted:
            counter = self.integers.emit(_ZEROS, Const(1), kwargs=dtype_of(K.INT), hint="count")
            self.counters[growth.var] = counter
            if node.args:
                self.effect("store", counter, Const(0), Const(len(node.args)))
        else:
            self.length[growth.var] = Const(len(node.args))

    def append(self, growth: Growth, node: Entry) -> None:
        var = growth.var
        at = self.here(var)
        self.effect("store", var, at, node.args[1], loc=node.loc)
        if var in self.counters:
            self.effect("store", self.counters[var], Const(0), self.integers.plus(at, Const(1)))
        else:
            self.length[var] = self.integers.plus(at, Const(1))

    def here(self, var: Atom) -> Atom:
        """How many items a list has at this place."""
        if var in self.counters:
            return self.integers.emit("getitem", self.counters[var], Const(0), hint="k")
        return self.length[var]

    def read(self, node: Entry, entry: Callable[[Entry], None]) -> None:
        """What reads a list that has as many items as it has here."""
        first = node.args[0]
        if callee_of(node) is len and first in self.grown:
            self.atoms[node.targets[0]] = self.here(first)
            return
        if (
            operation_of(node) in ("getitem", "setitem")
            and first in self.grown
            and self.facts.kind(node.args[1]) == K.INT
        ):
            place = self.place(first, node.args[1])
            entry(replace(node, args=(first, place, *node.args[2:])))
            return
        entry(
            replace(
                node,
                args=tuple(map(self.filled, node.args)),
                kwargs=tuple((n, self.filled(a)) for n, a in node.kwargs),
            )
        )

    def place(self, var: Atom, index: Atom) -> Atom:
        """Where an item lies: the array may be longer than the list."""
        if var not in self.counters and self.length[var] == self.whole[var]:
            return index
        here = self.here(var)
        if isinstance(index, Const) and isinstance(here, Const) and -here.value <= index.value < here.value:
            return index if index.value >= 0 else Const(here.value + index.value)
        if self.counts_to(index, here):
            return index
        return self.integers.emit(_PLACED, index, here, Const(0))

    def counts_to(self, index: Atom, length: Atom) -> bool:
        """Whether it counts the iterations of a loop from 0 to as many as a list has items."""
        iterable = self.shapes.items.get(index) if isinstance(index, Var) else None
        made = range_made(self.integers.definitions, iterable) if iterable is not None else None
        if made is None or not (len(made.args) == 1 or is_natural_range(made)):
            return False
        stop = both_ends(made.args)[1]
        same = self.atoms.get(stop, stop) if isinstance(stop, Var) else stop
        return len(made.args) < 3 and same == length

    def filled(self, atom: Atom) -> Atom:
        """The part of the array that has items."""
        if atom not in self.grown:
            return atom
        if atom not in self.counters and self.length[atom] == self.whole[atom]:
            return atom
        part = self.integers.emit("slice", Const(None), self.here(atom), Const(None))
        return self.integers.emit("getitem", atom, part, hint=atom.name)

    def most(self, growth: Growth) -> Atom | None:
        """How many items a list may have, computed where it is made."""
        made = self.integers.definitions[growth.var]
        return self.most_in(self.homes[growth.var], growth.var, Const(len(made.args)))

    def most_in(self, entries: Any, var: Var, total: Atom | None) -> Atom | None:
        for node in entries:
            if total is None:
                return None
            if appends_to(node, var):
                total = self.integers.plus(total, Const(1))
            elif not isinstance(node, Entry) and self.items_in(node, var):
                inner: Atom | None = Const(0)
                for block in blocks_of(node):
                    inner = self.most_in(block.entries, var, inner)
                times = self.integers.count_of(node) if isinstance(node, For) else Const(1)
                if inner is None or times is None:
                    return None
                total = self.integers.plus(total, self.integers.times(times, inner))
        return total
