"""Outer loops that go backwards, in a form in which a machine does several iterations of their inner loops at once.

for i in range(n - 1, -1, -1):         for i in range(n):
    for j in range(m):            →        for j in range(m):
        u_bar[i, j] = 2.0 * u[i, j]            u_bar[i, j] = 2.0 * u[i, j]

for k in range(steps - 1, -1, -1):     for i in range(steps):
    for j in range(m):                     order[i] = steps - 1 - i
        u_bar[j] *= u_saved[k, j]  →   for k in order:
                                           for j in range(m):
                                               u_bar[j] *= u_saved[k, j]

LLVM asks before an outer loop whether the arrays of an inner one lie apart, in all the rows that the outer loop goes through. Where
it goes through them backwards, or several rows of one array meet in an iteration, it never finds that they do, and the inner loop
does one iteration at a time. So an outer loop takes its numbers from an array, and LLVM asks for each row by itself; it goes
forwards where rows don't meet, and their order is no matter.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.analysis.aliases import Facts
from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Length
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var, targets_of
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import definitions_of, with_blocks, with_body
from s2sad.loops.builder import EMPTY, RANGE
from s2sad.loops.dtypes import dtype_of
from s2sad.loops.element_loops import ElementLoop, integers_by, places_by
from s2sad.loops.emission import emitted
from s2sad.loops.parallel import is_free_of_order
from s2sad.loops.ranges import (
    bounds_in,
    forwards,
    is_above_in,
    is_innermost,
    items_of_ranges,
    range_made,
)

_LEN = Ref("len", len)


def with_directions(function: Function, facts: Facts, names: Names) -> Function:
    """The function whose outer loops go forwards, or through an array of numbers, where they went backwards."""
    return with_body(function, _Directions(function, facts, names).top(function.body.entries))


class _Directions:
    def __init__(self, function: Function, facts: Facts, names: Names) -> None:
        self.names, self.memory = names, facts.classes.find
        self.definitions = definitions_of(function)
        items = items_of_ranges(function, self.definitions)
        self.integer = integers_by(facts, self.definitions, items)
        self.places = places_by(self.integer, self.definitions)
        self.around: tuple[Bounds, ...] = ()
        self.at_top: set[Atom] = {param.var for param in function.params}
        self.orders: dict[tuple[Atom, Atom], Var] = {}
        self.known: dict[tuple, Var] = {}
        self.before: list[Node] = []  # the entry of the function that is at hand

    def top(self, entries: tuple[Node, ...]) -> list[Node]:
        made: list[Node] = []
        for node in entries:
            self.before = []
            changed = self.block(Block((node,))).entries
            made += [*self.before, *changed]
            self.at_top.update(targets_of(node))
        return made

    def block(self, block: Block) -> Block:
        made: list[Node] = []
        for node in block.entries:
            range_ = self.backwards(node)
            if range_ is None or not isinstance(node, For):
                made.append(self.within(node))
            else:
                made += self.turned(node, range_)
        return replace(block, entries=tuple(made))

    def within(self, node: Node) -> Node:
        outer = self.around
        known = self.bounds(node) if isinstance(node, For) else None
        self.around = outer if known is None else (known, *outer)
        made, self.around = with_blocks(node, self.block), outer
        return made

    def bounds(self, node: For) -> Bounds | None:
        return bounds_in(range_made(self.definitions, node.iterable), self.integer, node.item)

    def elements(self, node: For, around: For) -> ElementLoop:
        """What an inner loop does to arrays; `around` is the loop right around it."""
        known = self.bounds(around)
        bounds = self.around if known is None else (known, *self.around)
        return ElementLoop(node, self.places, self.memory, is_above_in(node, self.bounds(node), bounds))

    def backwards(self, node: Node) -> Entry | None:
        """The range of a loop right around innermost ones, if it goes back by one; None of any other node."""
        made = range_made(self.definitions, node.iterable) if isinstance(node, For) else None
        is_back = made is not None and len(made.args) == 3 and made.args[2] == Const(-1)
        return made if is_back and isinstance(node, For) and inner_loops(node) else None

    def turned(self, node: For, made: Entry) -> list[Node]:
        """A loop that went backwards, as it is best for the inner ones."""
        found = [self.elements(each, node) for each in inner_loops(node)]
        loops = [loop for loop in found if loop.is_free_of_order() and has_row(loop, node.item)]
        node = self.within(node)  # type: ignore[assignment]
        if loops and (any(map(rows_meet, loops)) or not self.is_free(node)):
            return self.by_numbers(node, made)
        if not self.is_free(node):
            return [node]
        before, ends = forwards(made, self.definitions, self.names)
        target = Var(self.names.fresh("t"))
        return [*before, Entry((target,), RANGE, ends), replace(node, iterable=target)]

    def is_free(self, node: For) -> bool:
        def is_counted(length: Length) -> bool:
            return is_at_least(length, 0, self.around)

        return is_free_of_order(node, self.places, self.memory, is_counted)

    def by_numbers(self, node: For, made: Entry) -> list[Node]:
        """The loop through an array with the numbers of its range, if these are known at the top, where it is filled."""
        first, last = map(self.again, made.args[:2])
        if first is None or last is None:
            return [node]
        if (first, last) not in self.orders:
            self.orders[first, last] = self.order(first, last)
        return [replace(node, iterable=self.orders[first, last])]

    def again(self, atom: Atom) -> Atom | None:
        """An end of a range as it is known at the top; None if it isn't known there."""
        if isinstance(atom, Const) or atom in self.at_top:
            return atom
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        if made is None or operation_of(made) not in ("add", "sub"):
            return None
        if not all(isinstance(arg, Const) or arg in self.at_top for arg in made.args):
            return None
        key = (operation_of(made), *made.args)
        if key not in self.known:
            self.known[key] = self.emit(made.fn, *made.args)  # type: ignore[arg-type]
        return self.known[key]

    def order(self, first: Atom, last: Atom) -> Var:
        """An array with the numbers of a range that goes back by one."""
        count = self.emit(_LEN, self.emit(RANGE, first, last, Const(-1)))
        order = Var(self.names.fresh("order"))
        self.before.append(Entry((order,), EMPTY, (count,), dtype_of(K.INT)))
        item, number = Var(self.names.fresh("i")), Var(self.names.fresh("t"))
        body = Entry((number,), op("sub"), (first, item)), Entry((), op("store"), (order, item, number))
        self.before.append(For((), item, self.emit(RANGE, count), (), (), Block(body)))
        return order

    def emit(self, fn: Ref, *args: Atom) -> Var:
        return emitted(self.before, self.names, fn, *args)


def inner_loops(node: For) -> list[For]:
    """The innermost loops that are right within a loop."""
    return [each for each in node.body.entries if isinstance(each, For) and is_innermost(each)]


def has_row(loop: ElementLoop, item: Var) -> bool:
    """Whether an inner loop writes, and goes through an array at a place of the iteration around it."""
    places = [access.place or () for access in loop.accesses]
    return any(access.form != "read" for access in loop.accesses) and any(
        name is item for place in places for length in place for name, _ in length.terms
    )


def rows_meet(loop: ElementLoop) -> bool:
    """Whether an inner loop goes through several rows of an array that it writes."""
    for accesses in loop.by_memory():
        rows = {access.place[:-1] if access.place is not None else None for access in accesses}
        if len(rows) > 1 and any(access.form != "read" for access in accesses):
            return True
    return False
