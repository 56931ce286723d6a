"""Neighbours in an array that are saved each for itself are saved once, as the part of the array that they come from.

for k in range(steps):                             for k in range(steps):
    for j in range(n - 2):                             for j in range(n):
        left[k, j] = u[j]                                  u_saved[k, j] = u[j]
        right[k, j] = u[j + 2]            →            for j in range(n - 2):
        u_new[j] = f(u[j], u[j + 2])                       u_new[j] = f(u[j], u[j + 2])
    …                                                  …
… left[k, j] … right[k, j]                         … u_saved[k, j] … u_saved[k, j + 2]

A short sum or product of such elements is computed again. It is done where it makes fewer arrays. A stencil that isn't linear
then saves one state for each step, as a person would (Griewank & Walther, section 4.1: what is recorded are states).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, with_blocks, with_body
from s2sad.loops.emission import emitted
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.saved_parts import Part, Read, Rows, Saved, SavedPart, Value, chosen_parts, saved_arrays

_RANGE = Ref("range", range)


def with_saved_rows(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that saves parts of arrays, where several neighbours were saved."""
    rows = Rows(function, arrays)
    found = {saved.var: saved for saved in saved_arrays(arrays)}
    values = {saved.var: value for saved in found.values() if (value := rows.value(saved)) is not None}
    chosen = chosen_parts(
        {var: frozenset(each.part for each in value.reads.values()) for var, value in values.items()}
    )
    values = {
        var: value for var, value in values.items() if {each.part for each in value.reads.values()} <= chosen
    }
    if not values:
        return function
    return with_body(function, _Rewriting(rows, found, values, names).block(function.body).entries)


class _Rewriting:
    """The function with the parts that are saved, and what is read of them."""

    def __init__(self, rows: Rows, saved: dict[Var, Saved], values: dict[Any, Value], names: Names) -> None:
        self.rows, self.values, self.names = rows, values, names
        self.gone = {id(saved[var].store) for var in values}
        self.parts: dict[Part, SavedPart] = {}
        self.before: dict[int, list[SavedPart]] = {}  # by what they are made or filled before
        for var, value in values.items():
            for read in value.reads.values():
                self.take(read, saved[var])
        self.numbers: dict[Part, list[Atom]] = {}
        self.read_there: dict[int, tuple[SavedPart, Read]] = {}
        for part in self.parts.values():
            self.read_there.update((id(entry), (part, read)) for entry, read in self.reads_of(part))
        self.out: list[Node] = []

    def take(self, read: Read, saved: Saved) -> None:
        """One more element of a part, which reaches as far as its elements do."""
        known = self.parts.get(read.part)
        if known is None:
            var = Var(self.names.fresh(f"{read.part.array.name}_saved"))
            self.parts[read.part] = made = SavedPart(var, read.part, saved, read.shifts, read.shifts)
            self.before.setdefault(id(saved.made), []).append(made)
            self.before.setdefault(id(read.part.loop), []).append(made)
            return
        known.least = tuple(map(min, known.least, read.shifts))
        known.most = tuple(map(max, known.most, read.shifts))

    def reads_of(self, part: SavedPart) -> Iterator[tuple[Entry, Read]]:
        """What the forward sweep reads of a part: it does so where the part is saved, and the array itself may be written."""
        for entry in part.saved.path[-1].body.entries:
            if not isinstance(entry, Entry) or operation_of(entry) != "getitem":
                continue
            read = self.rows.read(entry, part.saved.path) if entry.args[0] is part.part.array else None
            if read is not None and read.part == part.part and part.holds(read.shifts):
                yield entry, read

    def emit(self, fn: Ref | str, *args: Atom, hint: str = "t") -> Var:
        return emitted(self.out, self.names, fn, *args, hint=hint)

    def block(self, block: Block) -> Block:
        outer, self.out = self.out, []
        for node in block.entries:
            for part in self.before.get(id(node), ()):
                self.fill(part) if isinstance(node, For) else self.make(part)
            if isinstance(node, Entry):
                self.entry(node)
            else:
                self.out.append(with_blocks(node, self.block))
        made, self.out = self.out, outer
        return replace(block, entries=tuple(made))

    def entry(self, node: Entry) -> None:
        if id(node) in self.gone:
            return
        if id(node) in self.read_there:
            self.out.append(self.read_in_part(node, *self.read_there[id(node)]))
            return
        value = self.values.get(node.args[0]) if operation_of(node) == "getitem" else None
        if value is None:
            self.out.append(node)
        else:
            self.read(node, value)

    def read(self, node: Entry, value: Value) -> None:
        """What was saved, by what it was computed of."""
        indices = self.rows.atoms(node.args[1])
        new: dict[Atom, Atom] = {}
        for var, read in value.reads.items():
            part = self.parts[read.part]
            outer = read.part.outer
            further = [shift - least for shift, least in zip(read.shifts, part.least)]
            place = [*indices[:outer], *map(self.plus, indices[outer:], further)]
            new[var] = self.emit("getitem", part.var, self.index(place), hint=var.name)
        for entry in value.entries:
            args = tuple(new.get(arg, arg) for arg in entry.args)
            new[entry.targets[0]] = Var(self.names.fresh(entry.targets[0].name))
            self.out.append(replace(entry, targets=(new[entry.targets[0]],), args=args))  # type: ignore[arg-type]
        last = self.out[-1]
        assert isinstance(last, Entry)
        self.out[-1] = replace(last, targets=node.targets)

    def read_in_part(self, node: Entry, part: SavedPart, read: Read) -> Entry:
        """An element, read in the part that was saved of its array before."""
        further = [shift - least for shift, least in zip(read.shifts, part.least)]
        loops = part.saved.path[part.part.outer :]
        items = [self.number(loop) for loop in loops]
        place = [*self.numbers[part.part], *map(self.plus, items, further)]
        return replace(node, args=(part.var, self.index(place)))

    def number(self, loop: For) -> Atom:
        first = self.rows.ends(loop)[0]
        return loop.item if first == Const(0) else self.emit("sub", loop.item, first)

    def make(self, part: SavedPart) -> None:
        """The array for a part, as one that was for a number of each iteration, and so much more as the part reaches further."""
        lengths = list(self.rows.atoms(part.saved.made.args[0]))
        outer = part.part.outer
        lengths[outer:] = map(self.plus, lengths[outer:], part.more)
        made = replace(part.saved.made, targets=(part.var,), args=(self.index(lengths),))
        self.out.append(made)

    def fill(self, part: SavedPart) -> None:
        """The loops that store a part; where it might not be there, only if the program goes through it."""
        loops = part.saved.path[part.part.outer :]
        ends = [self.rows.ends(loop) for loop in loops]
        needed = [] if self.rows.is_there(part) else [end for end, more in zip(ends, part.more) if more]
        self.numbers[part.part] = self.outer_numbers(part)
        outer, self.out = self.out, []
        self.copy(part, ends, self.numbers[part.part], [])
        for first, last in needed:
            inside, self.out = self.out, []
            cond = self.emit("lt", first, last)
            self.out.append(If((), cond, Block(tuple(inside)), Block(())))
        made, self.out = self.out, outer
        self.out += made

    def copy(self, part: SavedPart, ends: list[Any], numbers: list[Atom], items: list[Var]) -> None:
        depth = len(items)
        if depth == len(ends):
            place = [
                items[axis - part.part.outer] if isinstance(axis, int) else axis for axis in part.part.axes
            ]
            element = self.emit("getitem", part.part.array, self.index(place))
            self.out.append(Entry((), op("store"), (part.var, self.index(numbers), element)))
            return
        first, last = self.plus(ends[depth][0], part.least[depth]), self.plus(
            ends[depth][1], part.most[depth]
        )
        loop = part.saved.path[part.part.outer + depth]
        iterable = self.emit(_RANGE, *((last,) if first == Const(0) else (first, last)))
        item = Var(self.names.fresh(loop.item.name))
        outer, self.out = self.out, []
        position = item if first == Const(0) else self.emit("sub", item, first)
        self.copy(part, ends, [*numbers, position], [*items, item])
        body, self.out = self.out, outer
        self.out.append(For((), item, iterable, (), (), Block(tuple(body), ()), loc=loop.loc))

    def outer_numbers(self, part: SavedPart) -> list[Atom]:
        """The indices of the loops around; what computes them within the loops is done before them too."""
        inside = defined_in(part.part.loop.body)
        found: list[Atom] = []
        for atom in self.rows.atoms(part.saved.store.args[1])[: part.part.outer]:
            made = self.rows.definitions.get(atom) if atom in inside else None
            found.append(atom if made is None else self.emit(made.fn, *made.args, hint=atom.name))  # type: ignore[arg-type]
        return found

    def index(self, place: Sequence[Atom]) -> Atom:
        return place[0] if len(place) == 1 else self.emit("tuple_of", *place)

    def plus(self, atom: Atom, more: int) -> Atom:
        """A number and so much more; `n - 2` and 2 more are `n`."""
        if isinstance(atom, Const):
            return Const(atom.value + more)
        made = self.rows.definitions.get(atom)
        if made is not None and operation_of(made) == "sub" and made.args[1] == Const(more):
            return made.args[0]
        return atom if not more else self.emit("add" if more > 0 else "sub", atom, Const(abs(more)))
