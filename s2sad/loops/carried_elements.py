"""An element that one iteration writes and the next one reads is carried in a number.

                                           carried = u[n - 1]
for i in range(n - 1, 0, -1):              for i in range(n - 1, 0, -1):
    t = u[i]                                   u[i] = 0.0
    u[i] = 0.0                      →          sum = u[i - 1] + 0.5 * carried
    u[i - 1] += 0.5 * t                        u[i - 1] = sum
                                               carried = sum

What is read from memory where it has just been written waits for that: such a loop takes 1.4 to 1.6 times as long. A machine
couldn't do several of its iterations at once anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from s2sad.analysis.lengths import Length, number, plus
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, substitute, substitute_atom, with_blocks, with_body
from s2sad.loops.beside_loops import Around, BesideLoops
from s2sad.loops.element_loops import Access, ElementLoop, Place
from s2sad.loops.emission import emitted, moved
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.loop_fusion import is_innermost
from s2sad.loops.parallel import accesses_in, is_plain, nodes_in
from s2sad.loops.ranges import both_ends, range_made


def with_carried_elements(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose innermost loops carry what they would read right after it was written."""
    beside = BesideLoops(arrays, names)

    def block(inner: Block, around: Around) -> Block:
        entries: list[Node] = []
        for node in inner.entries:
            if isinstance(node, For) and is_innermost(node):
                entries += _Loop(node, around, beside).done()
            else:
                within = (*beside.bounds(node), *around)
                entries.append(with_blocks(node, partial(block, around=within)))
        return replace(inner, entries=tuple(entries))

    return with_body(function, block(function.body, ()).entries)


@dataclass(frozen=True)
class Carry:
    """The entry that is the first to read an element, and the one that was the last to write it an iteration before."""

    first: int
    last: int


class _Loop:
    """An innermost loop; `values` are what its entries write, by their numbers, as far as these are needed."""

    def __init__(self, loop: For, around: Around, beside: BesideLoops) -> None:
        self.loop, self.around, self.beside = loop, around, beside
        self.arrays = beside.arrays
        self.entries = loop.body.entries

    def done(self) -> list[Node]:
        carries = list(self.carries())
        return self.carrying(carries) if carries else [self.loop]

    # -------------------------------------------------------------------------------------- what is to be carried

    def carries(self) -> Iterator[Carry]:
        limits = self.beside.limits(self.loop)
        if limits is None or self.loop.stops or not all(map(is_plain, nodes_in(self.loop.body))):
            return
        step = 1 if limits.forwards else -1
        find = self.arrays.facts.classes.find
        elements = ElementLoop(self.loop, self.arrays.places, find)
        every = list(accesses_in(self.loop.body, self.arrays.places, find))
        for accesses in elements.by_memory():
            memory = accesses[0].memory
            is_whole = len(accesses) == sum(each.memory == memory for each in every)
            if is_whole and self.are_known(accesses):
                yield from self.carries_in(accesses, step)

    def are_known(self, accesses: list[Access]) -> bool:
        """Whether it is known which elements of one array of floats are read and written."""
        base = accesses[0].base
        is_of_floats = K.element(self.arrays.facts.kind(base)) == K.FLOAT
        return is_of_floats and all(each.base is base and each.place is not None for each in accesses)

    def carries_in(self, accesses: list[Access], step: int) -> Iterator[Carry]:
        by_place: dict[Place, list[Access]] = {}
        for access in accesses:
            by_place.setdefault(access.place or (), []).append(access)
        written = [place for place, found in by_place.items() if any(each.form != "read" for each in found)]
        for place, found in by_place.items():
            ahead = tuple(self.moved(length, step) for length in place)
            if ahead == place or ahead not in written or found[0].form == "store":
                continue
            others = [other for other in written if other != ahead]
            if all(are_apart(other, ahead) for other in others) and all(
                other == place or are_apart(other, place) for other in written
            ):
                last = [each for each in by_place[ahead] if each.form != "read"][-1]
                if self.is_float(self.entries[last.number]):
                    yield Carry(found[0].number, last.number)

    def moved(self, length: Length, step: int) -> Length:
        """An index as it is an iteration later."""
        factor = dict(length.terms).get(self.loop.item, 0)
        return plus(length, number(factor * step))

    def is_float(self, node: Node) -> bool:
        assert isinstance(node, Entry)
        return operation_of(node) == "increase" or self.arrays.facts.kind(node.args[2]) == K.FLOAT

    # --------------------------------------------------------------------------------------------- the loop with it

    def carrying(self, carries: list[Carry]) -> list[Node]:
        """The loop that carries elements, after what reads those of the first iteration."""
        names, loop = self.beside.names, self.loop
        params = {carry.first: Var(names.fresh("carried")) for carry in carries}
        before: list[Node] = []
        reads = [self.first_read(self.entries[carry.first], before) for carry in carries]
        out: list[Node] = []
        same: dict[Any, Atom] = {}
        values: dict[int, Atom] = {}
        last = {carry.last for carry in carries}
        for k, node in enumerate(self.entries):
            if isinstance(node, Entry) and (k in params or k in last):
                values[k] = self.entry(node, params.get(k), out, same)
            else:
                out.append(node)
        body = substitute(Block(tuple(out), loop.body.results), same)
        results = (substitute_atom(values[carry.last], same) for carry in carries)
        made = replace(
            loop,
            targets=(*loop.targets, *(Var(names.fresh("carried")) for _ in carries)),
            params=(*loop.params, *params.values()),
            inits=(*loop.inits, *(read.targets[0] for read in reads)),
            body=replace(body, results=(*body.results, *results)),
        )
        return [*before, *self.beside.safe(reads, loop, self.around), made]

    def entry(self, node: Entry, carried: Var | None, out: list[Node], same: dict[Any, Atom]) -> Atom:
        """What an entry reads, writes or adds up to; `carried` is the element before it, where that is known."""
        if operation_of(node) == "getitem":
            assert carried is not None
            same[node.targets[0]] = carried
            return carried
        if operation_of(node) == "store":
            out.append(node)
            return node.args[2]
        names = self.beside.names
        old = carried or emitted(out, names, "getitem", *node.args[:2], loc=node.loc)
        total = emitted(out, names, "add", old, node.args[2], hint="total", loc=node.loc)
        out.append(replace(node, fn=op("store"), args=(*node.args[:2], total)))
        return total

    def first_read(self, node: Node, before: list[Node]) -> Entry:
        """What reads the element of an entry as it is for the first iteration; what computes its place goes to `before`."""
        assert isinstance(node, Entry)
        made = range_made(self.arrays.definitions, self.loop.iterable)
        assert made is not None
        inside = defined_in(self.loop.body)
        new: dict[Any, Atom] = {self.loop.item: both_ends(made.args)[0]}

        def at_first(atom: Atom) -> Atom:
            entry = self.arrays.definitions.get(atom) if isinstance(atom, Var) and atom in inside else None
            if entry is not None and atom not in new:
                args = tuple(map(at_first, entry.args))
                new[atom] = self.computed(entry, args, before)
            return new.get(atom, atom)

        target = Var(self.beside.names.fresh("carried"))
        return Entry((target,), op("getitem"), (node.args[0], at_first(node.args[1])), (), node.loc)

    def computed(self, entry: Entry, args: tuple[Atom, ...], before: list[Node]) -> Atom:
        """What an entry computes of other numbers: a constant, if these are."""
        if operation_of(entry) in ("add", "sub") and isinstance(args[1], Const):
            return moved(
                before,
                self.beside.names,
                args[0],
                args[1].value * (1 if operation_of(entry) == "add" else -1),
            )
        return emitted(before, self.beside.names, entry.fn, *args, loc=entry.loc)


def are_apart(one: Place, other: Place) -> bool:
    """Whether two elements differ in each iteration."""
    differences = [plus(a, b, -1) for a, b in zip(one, other)]
    return any(not each.terms and each.number for each in differences)
