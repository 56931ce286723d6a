"""What the forward sweep saves in lists, in arrays that are allocated once; where no count is known before, in stacks.

saved = []                                saved = np.empty((n, m))
for i in range(n):                        for i in range(n):
    saved_1 = []                              for j in range(m):
    for j in range(m):            →               saved[i, j] = t
        saved_1.append(t)                 for i in range(n - 1, -1, -1):
    saved.append(saved_1)                     for j in range(m - 1, -1, -1):
for i, saved_1 in zip(reversed(…), …):            t = saved[i, j]

Of a loop within others whose count depends on theirs (`range(i)`), the array has room for the most iterations that it may have:
a triangle is saved in a square. The reverse sweep goes through the same loops backwards, so that a stack gives each value where
it is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Ref, Var, While
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import definitions_of, with_blocks, with_body
from s2sad.loops.branch_zeros import asked_for_none, kinds_with_a_value
from s2sad.loops.dtypes import ZEROS, dtype_of
from s2sad.loops.emission import emitted
from s2sad.loops.needless_stores import each_entry
from s2sad.loops.ranges import range_made
from s2sad.loops.saved_counts import Counts
from s2sad.loops.saved_lists import loops_gone_through, saved_lists
from s2sad.loops.saved_marks import Mark, Marks

_RANGE, _LEN, _EMPTY = Ref("range", range), Ref("len", len), Ref("np.empty", np.empty)
Loop = Any


@dataclass(frozen=True)
class Slot:
    """Where one saved value is: in an array, at the indices of the `loops`, or on a stack."""

    var: Var
    loops: tuple[Loop, ...] = ()

    @property
    def is_array(self) -> bool:
        return bool(self.loops)


@dataclass
class SavedList:
    """A list of the forward sweep: what it gets in each iteration, slots and inner lists, and the loops around.

    The stack of the `mark` gets a False before the loop, and a True in each iteration.
    """

    path: tuple[Loop, ...]
    mark: Mark
    parts: tuple[Any, ...] = ()
    is_tuple: bool = False


def without_lists(function: Function, facts: Facts, names: Names) -> Function:
    """The function with what it saves in arrays and stacks, and loops that go backwards by their ranges."""
    return _Saved(function, facts, names).done()


class _Saved:
    def __init__(self, function: Function, facts: Facts, names: Names) -> None:
        self.function, self.names = function, names
        self.kind = self.kinds_of_saved(facts)
        self.definitions = definitions_of(function)
        self.at_top = {param.var for param in function.params}
        self.lists: dict[Atom, SavedList] = {}
        self.saved = saved_lists(function)
        gone_through = loops_gone_through(function, self.saved, self.definitions)
        self.counts = Counts(function, facts, names, self.at_top, gone_through)
        self.numbers: dict[int, Atom] = {}
        self.before = self.counts.before
        self.marks = Marks()
        self.out: list[Node] = []

    def kinds_of_saved(self, facts: Facts) -> Callable[[Atom], K.Kind]:
        """The kinds of variables, of what a branch alone gives where it has a value: elsewhere there are zeros."""
        with_a_value = kinds_with_a_value(self.function, facts.kind)
        asked = asked_for_none(self.function, with_a_value)
        return lambda atom: facts.kind(atom) if atom in asked else with_a_value(atom)

    def done(self) -> Function:
        entries: list[Node] = []
        for node in self.function.body.entries:
            made = self.in_block((node,), ())
            entries += [*self.before, *made]
            self.before.clear()
            if isinstance(node, Entry):
                self.at_top.update(node.targets)
        return each_entry(with_body(self.function, entries), self.marks.without)

    def emit(self, fn: Any, *args: Atom, hint: str = "t", kwargs: tuple = ()) -> Var:
        return emitted(self.out, self.names, fn, *args, hint=hint, kwargs=kwargs)

    def effect(self, fn: str, *args: Atom) -> None:
        self.out.append(Entry((), op(fn), args))

    def in_block(self, entries: Any, path: tuple[Loop, ...]) -> list[Node]:
        outer, self.out = self.out, []
        for node in entries:
            self.node(node, path)
        made, self.out = self.out, outer
        return made

    def node(self, node: Node, path: tuple[Loop, ...]) -> None:
        if isinstance(node, Entry):
            self.entry(node, path)
        elif isinstance(node, For):
            self.loop(node, path)
        elif isinstance(node, While):
            self.out += self.marks.before(node)
            body = replace(node.body, entries=tuple(self.in_block(node.body.entries, (*path, node))))
            self.out.append(replace(node, body=body))
        elif isinstance(node, If):
            self.marks.depth += 1
            self.out.append(
                with_blocks(
                    node, lambda inner: replace(inner, entries=tuple(self.in_block(inner.entries, path)))
                )
            )
            self.marks.depth -= 1
        else:
            self.out.append(node)

    # ------------------------------------------------------------------------------------------- forward sweep

    def entry(self, node: Entry, path: tuple[Loop, ...]) -> None:
        name = operation_of(node)
        if name == "list_of" and node.targets[0] in self.saved:
            more = Var(self.names.fresh("more"))
            self.before.append(Entry((more,), op("list_of"), ()))
            mark = self.marks.made(node.targets[0], more)
            self.out.append(mark.made)
            self.lists[node.targets[0]] = SavedList(path, mark)
        elif name == "append" and node.args[0] in self.lists:
            self.append(self.lists[node.args[0]], node.args[1], path)
        elif name == "tuple_of" and any(atom in self.lists for atom in node.args):
            return
        else:
            self.out.append(node)

    def append(self, saved: SavedList, atom: Atom, path: tuple[Loop, ...]) -> None:
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        is_tuple = made is not None and operation_of(made) == "tuple_of" and made.loc is None
        atoms = made.args if made is not None and is_tuple else (atom,)
        if not saved.parts:
            saved.is_tuple = is_tuple
            saved.parts = tuple(self.part(each, path) for each in atoms)
            saved.path = path
        self.effect("append", saved.mark.more, Const(True))
        for part, each in zip(saved.parts, atoms):
            if isinstance(part, Slot):
                self.save(part, each)

    def part(self, atom: Atom, path: tuple[Loop, ...]) -> Any:
        if isinstance(atom, Var) and atom in self.lists:
            return atom
        kind = self.kind(atom)
        lengths = self.counts.lengths(path) if kind in ZEROS else None
        loops = path if lengths is not None else ()
        var = Var(self.names.fresh(f"{atom.name}_saved" if isinstance(atom, Var) else "saved"))
        if lengths:
            shape = lengths[0]
            if len(lengths) > 1:
                shape = Var(self.names.fresh("shape"))
                self.before.append(Entry((shape,), op("tuple_of"), lengths))
            self.before.append(Entry((var,), _EMPTY, (shape,), dtype_of(kind)))
        else:
            self.before.append(Entry((var,), op("list_of"), ()))
        return Slot(var, loops)

    def save(self, slot: Slot, atom: Atom) -> None:
        if slot.is_array:
            numbers = [self.number(self.range_of(loop), loop.item) for loop in slot.loops]
            self.effect("store", slot.var, self.index(numbers), atom)
        else:
            self.effect("append", slot.var, atom)

    def index(self, numbers: list[Atom]) -> Atom:
        return numbers[0] if len(numbers) == 1 else self.emit("tuple_of", *numbers)

    def range_of(self, loop: For) -> Entry:
        made = range_made(self.definitions, loop.iterable)
        assert made is not None
        return made

    def number(self, made: Entry, item: Atom) -> Atom:
        """The number of an iteration of a loop through a range, counted from 0."""
        if len(made.args) == 1:
            return item
        first, step = made.args[0], (*made.args, Const(1))[2]
        if step == Const(-1):
            return self.emit("sub", first, item)
        number = item if first == Const(0) else self.emit("sub", item, first)
        return number if step == Const(1) else self.emit("floordiv", number, step)

    # ------------------------------------------------------------------------------------------- reverse sweep

    def loop(self, node: For, path: tuple[Loop, ...]) -> None:
        sources = self.sources(node.iterable)
        if sources is None:
            self.out += self.marks.before(node)
            body = replace(node.body, entries=tuple(self.in_block(node.body.entries, (*path, node))))
            self.out.append(replace(node, body=body))
            return
        targets: tuple[Var, ...] = (node.item,)
        entries = node.body.entries
        if len(sources) > 1:
            unpacked = next(iter(entries), None)
            if isinstance(unpacked, Entry) and operation_of(unpacked) == "unpack":
                targets, entries = unpacked.targets, entries[1:]
            else:  # nothing is left of the iteration that reads what was saved
                targets = tuple(Var(self.names.fresh("unread")) for _ in sources)
        self.backwards(node, list(zip(sources, targets)), entries, path)

    def sources(self, atom: Atom) -> list[Entry | Var] | None:
        """The ranges and lists through which a loop goes backwards; None for any other loop."""
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        if made is None or callee_of(made) not in (reversed, zip):
            return None
        parts = made.args if callee_of(made) is zip else (atom,)
        return all_known(self.source(part) for part in parts)

    def source(self, atom: Atom) -> Entry | Var | None:
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        if made is None or callee_of(made) is not reversed:
            return None
        inner = made.args[0]
        return inner if inner in self.lists else range_made(self.definitions, inner)  # type: ignore[return-value]

    def backwards(self, node: For, parts: list[Any], entries: Any, path: tuple[Loop, ...]) -> None:
        """A loop that goes backwards, and takes what was saved in each iteration."""
        ranges = [(source, target) for source, target in parts if isinstance(source, Entry)]
        lists = [(self.lists[source], target) for source, target in parts if isinstance(source, Var)]
        loop = lists[0][0].path[-1] if lists and lists[0][0].path else None
        item = ranges[0][1] if ranges else Var(self.names.fresh("number"))
        iterable: Atom | None = None
        if ranges:
            iterable = self.emit(_RANGE, *self.reversed_ends(ranges[0][0]))
        elif loop is not None and self.counts.has_known_count(loop):
            iterable = self.emit(_RANGE, self.minus_one(self.counts.number_of(loop)), Const(-1), Const(-1))
        outer, self.out = self.out, []
        for saved, _ in lists:
            if saved.path and iterable is not None:
                self.numbers[id(saved.path[-1])] = self.number(ranges[0][0], item) if ranges else item
        taken = [self.take(saved, target, entries) for saved, target in lists]
        begin, self.out = self.out, outer
        rest = self.in_block(
            [inner for inner in entries if not any(inner is one for one in taken)], (*path, node)
        )
        body = Block((*begin, *rest), node.body.results)
        if iterable is not None:
            self.out.append(replace(node, item=item, iterable=iterable, body=body))
        else:
            self.out.append(self.as_many(node, lists[0][0], body))

    def as_many(self, node: For, saved: SavedList, body: Block) -> While:
        """As many iterations as the `while` loop of the forward sweep had."""
        self.marks.read(saved.mark, node)
        again = Var(self.names.fresh("again"))
        cond = Block((Entry((again,), op("take_last"), (saved.mark.more,)),), (again,))
        return While(node.targets, node.params, node.inits, cond, body, node.stops, node.loc, node.note)

    def reversed_ends(self, whole: Entry) -> tuple[Atom, ...]:
        """The ends of a range that goes through another one backwards."""
        args = whole.args
        if len(args) == 3 and args[2] == Const(-1):
            first, last = self.plus_one(args[1]), self.plus_one(args[0])
            return (last,) if first == Const(0) else (first, last)
        if len(args) == 3 and args[2] != Const(1):
            forward = self.emit(_RANGE, *args)
            last = self.minus_one(self.emit(_LEN, forward))
            far = self.emit("add", args[0], self.emit("mul", last, args[2]))
            return far, self.emit("sub", args[0], args[2]), self.emit("neg", args[2])
        first, last = (Const(0), args[0]) if len(args) == 1 else args[:2]
        return self.minus_one(last), self.minus_one(first), Const(-1)

    def minus_one(self, atom: Atom) -> Atom:
        return self.moved(atom, "sub", "add", -1)

    def plus_one(self, atom: Atom) -> Atom:
        return self.moved(atom, "add", "sub", 1)

    def moved(self, atom: Atom, name: str, inverse: str, by: int) -> Atom:
        """An integer and one more or less, by what it is one less or more than where that is so."""
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        if made is not None and operation_of(made) == inverse and made.args[1] == Const(1):
            return made.args[0]
        return Const(atom.value + by) if isinstance(atom, Const) else self.emit(name, atom, Const(1))

    def take(self, saved: SavedList, given: Var, entries: Any) -> Node | None:
        """Read what was saved in an iteration; the entry that took it apart before, which has no use any more."""
        targets: tuple[Any, ...] = (given,)
        unpacked = None
        if saved.is_tuple:
            unpacked = next(
                (node for node in entries if isinstance(node, Entry) and given in node.args), None
            )
            if unpacked is None or operation_of(unpacked) != "unpack":
                return None
            targets = unpacked.targets
        for part, target in zip(saved.parts, targets):
            if isinstance(part, Slot):
                self.read(part, target)
            else:
                self.lists[target] = self.lists[part]
                self.lists[part].mark.taken_depth = self.marks.depth
        return unpacked

    def read(self, slot: Slot, target: Var) -> None:
        if slot.is_array:
            numbers = [self.numbers[id(loop)] for loop in slot.loops]
            self.out.append(Entry((target,), op("getitem"), (slot.var, self.index(numbers))))
        else:
            self.out.append(Entry((target,), op("take_last"), (slot.var,)))
