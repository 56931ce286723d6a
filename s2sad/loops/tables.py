"""What takes long and depends on one index alone is computed once for each, before loops that go through it again and again.

                                       powers = np.empty(n)
                                       for k in range(n):
for i in range(n):                         powers[k] = p**k
    for j in range(i + 1):     →       for i in range(n):
        s += x[i, j] * p**(i - j)          for j in range(i + 1):
                                               s += x[i, j] * powers[i - j]

The table holds what the loops compute and nothing else: what they leave out may be infinite, and has no share in the
derivative. This comes before the function is differentiated, so that the reverse sweep adds up for each index, and goes
through the table once. (Code motion out of a nest of loops, as in partial redundancy elimination: Muchnick, "Advanced
Compiler Design and Implementation", chapter 13, for values that differ with one index.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from s2sad.analysis.inequalities import is_at_least
from s2sad.analysis.lengths import Length, Named, number, plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Var,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import substitute_node, with_blocks, with_body
from s2sad.loops.beside_loops import BesideLoops
from s2sad.loops.builder import EMPTY, RANGE
from s2sad.loops.element_loops import is_of_numbers, takes_long
from s2sad.loops.emission import emitted, moved
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.ranges import as_arguments

_LEN, _MAX = Ref("len", len), Ref("max", max)
_FARTHEST = 64
"""The largest index that a table may begin with: what is before it is there, and isn't used."""


def with_tables(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose nests of loops compute nothing again that differs with one index."""
    tables = _Tables(arrays, names)
    known = {param.var for param in function.params}
    return with_body(function, tables.block(function.body, known, ()).entries)


@dataclass(frozen=True)
class Nested:
    """A loop through a range, around others: what is `known` before it, and the tables that are made there."""

    loop: For
    known: frozenset[Var]
    before: list[Node]


@dataclass(frozen=True)
class Value:
    """What an entry computes: with the entries that it `needs`, of what is known before a nest, and of an `index`."""

    entry: Entry
    needs: tuple[Entry, ...]
    index: Var


@dataclass(frozen=True)
class Span:
    """The indices from `low` to below `high`, all of which a nest of loops goes through if it does anything."""

    low: Length
    high: Length


class _Tables:
    def __init__(self, arrays: LocalArrays, names: Names) -> None:
        self.arrays, self.names = arrays, names
        self.beside = BesideLoops(arrays, names)

    def block(self, block: Block, known: set[Var], nest: tuple[Nested, ...]) -> Block:
        """A block in which some variables are known, within a nest of loops, each of which is in the one before."""
        entries: list[Node] = []
        known = set(known)
        for node in block.entries:
            if isinstance(node, For) and not node.stops and self.beside.limits(node) is not None:
                around = Nested(node, frozenset(known), [])
                body = self.block(node.body, {*known, *inner_vars_of(node)}, (*nest, around))
                entries += [*around.before, replace(node, body=body)]
            elif isinstance(node, Entry):
                entries.append(self.entry(node, nest) if len(nest) > 1 else node)
            else:
                beside = partial(self.block, known={*known, *inner_vars_of(node)}, nest=())
                entries.append(with_blocks(node, beside))
            known.update(targets_of(node))
        return replace(block, entries=tuple(entries))

    def entry(self, node: Entry, nest: Sequence[Nested]) -> Entry:
        """The entry, or one that reads what a table has for it."""
        if not is_worth_it(node) or self.arrays.facts.kind(node.targets[0]) != K.FLOAT:
            return node
        for first in range(len(nest) - 1):
            inner = nest[first:]
            value = self.value(node, inner)
            span = self.span(value, [each.loop for each in inner]) if value is not None else None
            table = self.table(value, span, inner) if value is not None and span is not None else None
            if value is not None and table is not None:
                return replace(node, fn=op("getitem"), args=(table, value.index))
        return node

    # -------------------------------------------------------------------------------------------- what it depends on

    def value(self, node: Entry, nest: Sequence[Nested]) -> Value | None:
        """What an entry computes; None if of more than one index that the nest varies, or of what else it makes."""
        found: dict[Var, Entry] = {}
        indices: dict[Var, None] = {}
        waiting: list[Atom] = list(node.args)
        while waiting:
            atom = waiting.pop()
            if not isinstance(atom, Var) or atom in nest[0].known or atom in found:
                continue
            if self.is_index(atom, nest):
                indices[atom] = None
                continue
            made = self.arrays.definitions.get(atom)
            if made is None or made.kwargs or not is_of_numbers(made):
                return None
            found[atom] = made
            waiting += made.args
        needs = [made for made in self.arrays.definitions.values() if made.targets[0] in found]
        return Value(node, tuple(needs), *indices) if len(indices) == 1 else None

    def is_index(self, atom: Var, nest: Sequence[Nested]) -> bool:
        """Whether an integer is a sum of the items of a nest, and of what the nest doesn't change."""
        length = self.arrays.length(atom)
        items = {each.loop.item for each in nest}
        names = [name for name, _ in length.terms] if length is not None else [None]
        return all(name in items or name in nest[0].known or isinstance(name, Named) for name in names)

    # ------------------------------------------------------------------------------------------- which indices it has

    def span(self, value: Value, loops: Sequence[For]) -> Span | None:
        """The indices that a nest has; None if it may leave some of them out, or if it isn't known."""
        index = self.arrays.length(value.index)
        if index is None or factor_of(index, loops[-1].item) == 0:
            return None
        low, last = index, index
        for loop in reversed(loops):
            limits = self.beside.limits(loop)
            assert limits is not None
            factors = factor_of(low, loop.item), factor_of(last, loop.item)
            if any(abs(factor) > 1 for factor in factors):
                return None
            if loop is not loops[-1] and factors[0] and factors[0] == factors[1]:
                return None  # where the inner loops have no iterations there is nothing to move along
            ends = limits.low, plus(limits.high, number(-1))
            low = at(low, loop.item, ends if factors[0] > 0 else ends[::-1], 0)
            last = at(last, loop.item, ends if factors[1] > 0 else ends[::-1], 1)
        found = Span(low, plus(last, number(1)))
        return found if not low.terms and 0 <= low.number <= _FARTHEST else None

    # ------------------------------------------------------------------------------------------------------ the table

    def table(self, value: Value, span: Span, nest: Sequence[Nested]) -> Var | None:
        """A table before a nest; None if what its size is computed of isn't known there."""
        outer, out = nest[0], nest[0].before
        others = [each.loop.iterable for each in nest[:-1]]
        near = self.nearest(span.high, outer.known)
        if near is None or not all(each in outer.known for each in others):
            return None
        first = Const(span.low.number)
        end = moved(out, self.names, *near)
        for iterable, each in zip(others, nest):
            if not self.has_iterations(each.loop, span):
                end = self.end_if_any(out, iterable, end, first)
        count = emitted(out, self.names, _MAX, end, Const(0))
        table = emitted(out, self.names, EMPTY, count, hint="table")
        turns = emitted(out, self.names, RANGE, *as_arguments(first, end))
        item = Var(self.names.fresh("k"))
        values: dict[Var, Atom] = {value.index: item}
        entries: list[Node] = []
        for made in (*value.needs, value.entry):
            target = Var(self.names.fresh(made.targets[0].name))
            entry = substitute_node(made, values)
            assert isinstance(entry, Entry)
            entries.append(replace(entry, targets=(target,)))
            values[made.targets[0]] = target
        entries.append(Entry((), op("store"), (table, item, target), (), value.entry.loc))
        out.append(For((), item, turns, (), (), Block(tuple(entries), ()), loc=value.entry.loc))
        return table

    def has_iterations(self, loop: For, span: Span) -> bool:
        """Whether a loop around others has some, if a span isn't empty."""
        limits = self.beside.limits(loop)
        assert limits is not None
        count = plus(limits.high, limits.low, -1)
        known = plus(count, plus(span.high, span.low, -1), -1)
        return is_at_least(count, 1, ()) or is_at_least(known, 0, ())

    def end_if_any(self, out: list[Node], iterable: Atom, end: Atom, first: Atom) -> Var:
        """Where a table ends that has something only if a loop has iterations."""
        count = emitted(out, self.names, _LEN, iterable)
        found = Var(self.names.fresh("t"))
        out.append(If((found,), count, Block((), (end,)), Block((), (first,))))
        return found

    def nearest(self, length: Length, known: frozenset[Var]) -> tuple[Atom, int] | None:
        """What is known that differs from a length by a number, and that number."""
        if not length.terms:
            return Const(length.number), 0
        found: list[tuple[Atom, int]] = []
        for atom in sorted(known, key=lambda var: var.name):
            mine = self.arrays.length(atom) if self.arrays.facts.kind(atom) == K.INT else None
            rest = None if mine is None else plus(length, mine, -1)
            if rest is not None and not rest.terms:
                found.append((atom, rest.number))
        return min(found, key=lambda each: abs(each[1]), default=None)


def is_worth_it(node: Entry) -> bool:
    """Whether an entry takes longer than to read what it computes: not a power by a literal, nor a root."""
    if (
        len(node.targets) != 1
        or not is_of_numbers(node)
        or not takes_long(node)
        or callee_of(node) is np.sqrt
    ):
        return False
    name = operation_of(node)
    return name is None or (name == "pow" and not isinstance(node.args[1], Const))


def factor_of(length: Length, item: Var) -> int:
    return dict(length.terms).get(item, 0)


def at(length: Length, item: Var, ends: tuple[Length, Length], which: int) -> Length:
    """The length with one of two numbers in the place of an item."""
    factor = factor_of(length, item)
    return plus(plus(length, symbol(item), -factor), ends[which], factor) if factor else length
