"""A nest of loops that adds multiples of one element to neighbours in several rows gathers them from a copy with zeros around it.

for j in range(n - 2):                     for j in range(n - 2):
    for k in range(n - 2):                     for k in range(n - 2):
        t = 0.25 * a[j, k]                         around[j + 2, k] = a[j, k]
        u_bar[j, k] += t          →        for j in range(n):
        u_bar[j + 2, k] += t                   for k in range(n - 2):
                                                   u_bar[j, k] += 0.25 * around[j + 2, k] + 0.25 * around[j, k]

Each element is read and written once, where each row was once for each of its neighbours. There are no ends to do apart: a multiple
of a zero is added there, so that the multiples are those of numbers in the text. The copy is made before all loops, and only what is
within is ever written.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var, targets_of
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import with_blocks, with_body
from s2sad.loops.element_loops import ELEMENTS, is_of_numbers
from s2sad.loops.emission import emitted, moved
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.ranges import forwards, limits_of, range_made

_RANGE, _ZEROS, _MAX = Ref("range", range), Ref("np.zeros", np.zeros), Ref("max", max)
_FARTHEST = 8


@dataclass(frozen=True)
class End:
    """Where a range ends: at `length`, `more` than `base`, which is known before all loops; `known` where that is as well."""

    length: Length
    base: Atom
    more: int
    known: Atom | None


@dataclass(frozen=True)
class Nest:
    """Loops, one in the other, from 0 to below `ends`, that read an element and add multiples of it to others.

    `added` are the entries that add, and how far from the numbers of the loops they do it; `around` is how far
    the arrays reach beyond what is added to, along each axis.
    """

    loops: tuple[For, ...]
    ends: tuple[End, ...]
    read: Entry
    cleared: Entry | None
    added: tuple[tuple[Entry, tuple[int, ...]], ...]
    around: tuple[int, ...]

    @property
    def least(self) -> tuple[int, ...]:
        return tuple(map(min, zip(*(shifts for _, shifts in self.added))))

    @property
    def most(self) -> tuple[int, ...]:
        return tuple(map(max, zip(*(shifts for _, shifts in self.added))))

    @property
    def spread(self) -> tuple[int, ...]:
        return tuple(most - least for most, least in zip(self.most, self.least))


def with_gathered_rows(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose loops gather what other loops within one of all loops have scattered over several rows."""
    finding = _Finding(arrays)
    before: set[Atom] = {param.var for param in function.params}
    entries: list[Node] = []
    for node in function.body.entries:
        if isinstance(node, For):
            gathering = _Gathering(finding, names, frozenset(before))
            made = with_blocks(node, gathering.block)
            entries += [*gathering.copies, made] if gathering.copies else [node]
        else:
            entries.append(node)
        before.update(targets_of(node))
    return with_body(function, tuple(entries))


class _Finding:
    def __init__(self, arrays: LocalArrays) -> None:
        self.arrays = arrays

    def nest(self, outer: Node, before: frozenset[Atom]) -> Nest | None:
        """The nest that begins with a loop; None where it isn't one. What its ends are is known `before` all loops."""
        loops = loops_in(outer)
        entries = loops[-1].body.entries if len(loops) > 1 else ()
        ends = [self.end(loop, before) for loop in loops]
        reads = [node for node in entries if isinstance(node, Entry) and operation_of(node) == "getitem"]
        if len(reads) != 1 or None in ends or not all(map(is_known, entries)):
            return None
        (read,) = reads
        memory = self.arrays.facts.classes.find
        items = [symbol(loop.item) for loop in loops]
        cleared, added = None, []
        for node in entries:
            if not isinstance(node, Entry) or operation_of(node) not in ("store", "increase"):
                continue
            shifts = self.shifts(node, items)
            if operation_of(node) == "store":
                if cleared is not None or not self.clears(node, read, entries):
                    return None
                cleared = node
            elif shifts is None or memory(node.args[0]) == memory(read.args[0]):
                return None
            elif not is_multiple(node.args[2], read, self.arrays.definitions):
                return None
            else:
                added.append((node, shifts))
        if not added or self.shifts(read, items) is None:
            return None
        found = Nest(loops, tuple(end for end in ends if end is not None), read, cleared, tuple(added), ())
        around = self.around(found)
        if around is None or not any(found.spread[:-1]) or max(found.spread) > _FARTHEST:
            return None
        return replace(found, around=around)

    def end(self, loop: For, before: frozenset[Atom]) -> End | None:
        """Where the range of a loop ends, that begins with 0."""
        made = range_made(self.arrays.definitions, loop.iterable)
        limits = limits_of(made, self.arrays.length)
        if made is None or limits is None or limits.low != number(0):
            return None
        computed, ends = forwards(made, self.arrays.definitions, Names())
        if computed or len(ends) != 1:
            return None
        (last,) = ends
        known = last if isinstance(last, Const) or last in before else None
        less = self.arrays.definitions.get(last) if isinstance(last, Var) else None
        if less is not None and operation_of(less) == "sub" and isinstance(less.args[1], Const):
            if less.args[0] in before:
                return End(limits.high, less.args[0], -less.args[1].value, known)
        return None if known is None else End(limits.high, known, 0, known)

    def shifts(self, node: Entry, items: Sequence[Length]) -> tuple[int, ...] | None:
        """How far the element of an entry is from the numbers of the loops, which are along one axis each."""
        place = self.arrays.places(node.args[1])
        if place is None or len(place) != len(items) or self.arrays.facts.kind(node.args[0]).item != K.FLOAT:
            return None
        apart = [plus(axis, item, -1) for axis, item in zip(place, items)]
        return None if any(each.terms for each in apart) else tuple(each.number for each in apart)

    def clears(self, node: Entry, read: Entry, entries: Sequence[Node]) -> bool:
        """Whether an entry sets to zero what was read before."""
        same = node.args[0] is read.args[0]
        same = same and self.arrays.places(node.args[1]) == self.arrays.places(read.args[1])
        return same and node.args[2] == Const(0.0) and entries.index(read) < entries.index(node)

    def around(self, nest: Nest) -> tuple[int, ...] | None:
        """How many elements the arrays have beyond what is gathered, many where they may have none; None where there might be too few."""
        found: list[tuple[int, ...]] = []
        for array in {entry.args[0] for entry, _ in nest.added}:
            lengths = self.arrays.shapes.lengths(array)
            if lengths is None or min(nest.least) < 0:
                return None
            reach = [plus(end.length, number(most)) for end, most in zip(nest.ends, nest.most)]
            whole = [self.arrays.unclipped(each) or each for each in lengths]
            left = [plus(length, one, -1) for length, one in zip(whole, reach)]
            if any(each.terms or each.number < 0 for each in left):
                return None
            found.append(
                tuple(
                    each.number if one is other else _FARTHEST + 1
                    for each, one, other in zip(left, whole, lengths)
                )
            )
        return tuple(map(max, zip(*found)))


def loops_in(node: Node) -> tuple[For, ...]:
    """Loops, one in the other, which compute nothing but indices and ranges until the innermost one."""
    found: list[For] = []
    while isinstance(node, For) and not (node.stops or node.targets):
        found.append(node)
        inner = [each for each in node.body.entries if not isinstance(each, Entry)]
        if not inner:
            return tuple(found)
        rest = [each for each in node.body.entries if isinstance(each, Entry)]
        if len(inner) > 1 or not all(callee_of(each) is range or is_of_numbers(each) for each in rest):
            return ()
        node = inner[0]
    return ()


def is_known(node: Node) -> bool:
    return isinstance(node, Entry) and (operation_of(node) in ELEMENTS or is_of_numbers(node))


def is_multiple(atom: Atom, read: Entry, definitions: dict[Any, Entry]) -> bool:
    """Whether an atom is what was read, times a number that the text says."""
    if atom is read.targets[0]:
        return True
    made = definitions.get(atom) if isinstance(atom, Var) else None
    name = operation_of(made) if made is not None else None
    if made is None or name not in ("mul", "truediv", "neg", "add", "sub"):
        return False
    numbers = [arg.value for arg in made.args if isinstance(arg, Const)]
    varying = [arg for arg in made.args if not isinstance(arg, Const)]
    if name == "truediv" and (not numbers or made.args[1] is varying[0] or not numbers[0]):
        return False
    count = 1 if name in ("mul", "truediv", "neg") else 2
    finite = all(isinstance(each, (int, float)) and math.isfinite(each) for each in numbers)
    return finite and len(varying) == count and all(is_multiple(arg, read, definitions) for arg in varying)


class _Gathering:
    """What becomes of the nests within one loop; `copies` makes what goes before it."""

    def __init__(self, finding: _Finding, names: Names, before: frozenset[Atom]) -> None:
        self.finding, self.names, self.before = finding, names, before
        self.copies: list[Node] = []
        self.definitions = finding.arrays.definitions

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            nest = self.finding.nest(node, self.before) if isinstance(node, For) else None
            if nest is not None:
                entries += self.gathered(nest)
            else:
                entries.append(node if isinstance(node, Entry) else with_blocks(node, self.block))
        return replace(block, entries=tuple(entries))

    def gathered(self, nest: Nest) -> list[Node]:
        """The nest that copies, and the nest that gathers."""
        copy = self.copy(nest)
        out: list[Node] = []
        self.through(
            out, nest, [0] * len(nest.ends), lambda inside, items: self.fill(inside, items, nest, copy)
        )
        self.through(out, nest, nest.spread, lambda inside, items: self.gather(inside, items, nest, copy))
        return out

    def copy(self, nest: Nest) -> Var:
        """An array of zeros, in which what is copied has so many around it as it is spread."""
        lengths: list[Atom] = []
        for end, spread, around in zip(nest.ends, nest.spread, nest.around):
            length = self.longer(self.copies, end, 2 * spread)
            is_there = around <= spread  # what is added to has a length, which isn't negative
            lengths.append(length if is_there else emitted(self.copies, self.names, _MAX, length, Const(0)))
        shape = emitted(self.copies, self.names, "tuple_of", *lengths)
        hint = f"{nest.read.args[0].name}_around"
        return emitted(self.copies, self.names, _ZEROS, shape, hint=hint, loc=nest.read.loc)

    def longer(self, out: list[Node], end: End, more: int) -> Atom:
        """An end of a range, and so much more; 2 more than `n - 2` is `n`."""
        return end.known if end.known and not more else moved(out, self.names, end.base, end.more + more)

    def through(
        self, out: list[Node], nest: Nest, more: Sequence[int], body: Any, items: Sequence[Var] = ()
    ) -> None:
        """Loops like those of the nest, which end so much later."""
        depth = len(items)
        if depth == len(nest.loops):
            body(out, items)
            return
        loop = nest.loops[depth]
        end = self.longer(out, nest.ends[depth], more[depth])
        item, inside = Var(self.names.fresh(loop.item.name)), []  # type: ignore[var-annotated]
        iterable = emitted(out, self.names, _RANGE, end)
        self.through(inside, nest, more, body, [*items, item])
        out.append(replace(loop, item=item, iterable=iterable, body=Block(tuple(inside), ())))

    def place(self, out: list[Node], items: Sequence[Var], shifts: Sequence[int]) -> Var:
        axes = [moved(out, self.names, item, shift) for item, shift in zip(items, shifts)]
        return emitted(out, self.names, "tuple_of", *axes)

    def fill(self, out: list[Node], items: Sequence[Var], nest: Nest, copy: Var) -> None:
        symbols = [symbol(loop.item) for loop in nest.loops]
        there = self.place(out, items, self.finding.shifts(nest.read, symbols) or ())
        value = emitted(out, self.names, "getitem", nest.read.args[0], there, hint=nest.read.targets[0].name)
        if nest.cleared is not None:
            out.append(replace(nest.cleared, args=(nest.cleared.args[0], there, Const(0.0))))
        here = self.place(out, items, nest.spread)
        out.append(Entry((), op("store"), (copy, here, value), (), nest.read.loc))

    def gather(self, out: list[Node], items: Sequence[Var], nest: Nest, copy: Var) -> None:
        sums: dict[Atom, Atom] = {}
        for entry, shifts in nest.added:
            place = self.place(out, items, [most - shift for most, shift in zip(nest.most, shifts)])
            read = replace(
                nest.read, targets=(Var(self.names.fresh(nest.read.targets[0].name)),), args=(copy, place)
            )
            out.append(read)
            value = self.multiple(out, entry.args[2], nest.read, read.targets[0])
            before = sums.get(entry.args[0])
            sums[entry.args[0]] = (
                value
                if before is None
                else emitted(out, self.names, "add", before, value, hint="t_bar", loc=entry.loc)
            )
        there = self.place(out, items, nest.least)
        last = {entry.args[0]: entry for entry, _ in nest.added}
        out += [replace(last[array], args=(array, there, total)) for array, total in sums.items()]

    def multiple(self, out: list[Node], atom: Atom, read: Entry, new: Var) -> Atom:
        """The same multiple of another element."""
        if atom is read.targets[0]:
            return new
        if isinstance(atom, Const):
            return atom
        made = self.definitions[atom]
        args = tuple(self.multiple(out, arg, read, new) for arg in made.args)
        out.append(replace(made, targets=(Var(self.names.fresh(made.targets[0].name)),), args=args))
        return out[-1].targets[0]
