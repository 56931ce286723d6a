"""What uses the arrays that a function makes: which elements, in which loops, in order.

t = np.empty(n)            made in the body of the function
for i in range(n):
    t[i] = u[i] ** 2       element (i), in the loop by i
    s[i] = 2.0 * t[i]      element (i), in the same block
np.sum(s)                  s as a whole
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.item_lengths import lengths_of_params
from s2sad.analysis.lengths import Length, number, symbol
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Var, While, atoms_of, blocks_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import definitions_of, walk
from s2sad.loops.element_loops import ELEMENTS, Place, integers_by, places_by
from s2sad.loops.ranges import items_of_ranges, limits_of, range_made

ZEROS = (np.zeros, np.zeros_like)
_MAKERS = (*ZEROS, np.empty, np.empty_like)
_LIKE = (np.zeros_like, np.empty_like)


@dataclass(frozen=True)
class Use:
    """What uses an array: entry `number` of a block, within `path`; `place` is that of the element, None of the whole."""

    node: Node | None
    block: Block
    number: int
    path: tuple[Node, ...]
    place: Place | None

    @property
    def form(self) -> str | None:
        return operation_of(self.node) if self.node is not None else None


@dataclass
class Local:
    """An array that is made within `path`, and what uses it, in order.

    One that is cleared is made before the loop that ends its path, and has zeros alone at the end of each iteration.
    """

    var: Var
    maker: Entry
    path: tuple[Node, ...]
    uses: list[Use] = field(default_factory=list)
    is_cleared: bool = False

    @property
    def has_zeros(self) -> bool:
        return callee_of(self.maker) in ZEROS

    def uses_in(self, loop: Node) -> list[Use]:
        return [use for use in self.uses if any(one is loop for one in use.path)]

    def loops_of(self, use: Use) -> tuple[Node, ...] | None:
        """The loops and branches of a use that the array isn't made in; None if it is made in others."""
        mine = len(self.path)
        same = len(use.path) >= mine and all(one is other for one, other in zip(self.path, use.path))
        return use.path[mine:] if same else None


class LocalArrays:
    """The arrays that a function makes, by their variables."""

    def __init__(self, function: Function, facts: Facts, lengths: tuple[ArgumentLengths, ...]) -> None:
        self.facts = facts
        self.definitions = definitions_of(function)
        self.shapes = Shapes(facts, {}, lambda atom: atom, function, lengths_of_params(function, lengths))
        items = items_of_ranges(function, self.definitions)
        self.places = places_by(integers_by(facts, self.definitions, items), self.definitions)
        self.length = integers_by(facts, self.definitions, items, self.shapes.lengths)
        self.found: dict[Any, Local] = {}
        self.merged = merged_in(function)
        self.visit(function.body, ())
        for local in self.found.values():
            self.move_inwards(local)

    def visit(self, block: Block, path: tuple[Node, ...]) -> None:
        for number_, node in enumerate(block.entries):
            if isinstance(node, Entry):
                self.entry(node, block, number_, path)
                continue
            self.as_whole(atoms_of(node), Use(node, block, number_, path, None))
            for inner in blocks_of(node):
                self.visit(inner, (*path, node))
        self.as_whole(block.results, Use(None, block, len(block.entries), path, None))

    def as_whole(self, atoms: Sequence[Atom], use: Use) -> None:
        for atom in dict.fromkeys(atoms):
            if isinstance(atom, Var) and atom in self.found:
                self.found[atom].uses.append(use)

    def entry(self, node: Entry, block: Block, number_: int, path: tuple[Node, ...]) -> None:
        callee = callee_of(node)
        if callee in _LIKE:
            others: Sequence[Atom] = node.args[1:]
        elif operation_of(node) in ELEMENTS and isinstance(node.args[0], Var) and node.args[0] in self.found:
            local = self.found[node.args[0]]
            local.uses.append(Use(node, block, number_, path, self.element(local, node.args[1])))
            others = node.args[1:]
        else:
            others = node.args
        self.as_whole([*others, *(atom for _, atom in node.kwargs)], Use(node, block, number_, path, None))
        if callee in _MAKERS and len(node.targets) == 1:
            self.found[node.targets[0]] = Local(node.targets[0], node, path)

    def element(self, local: Local, index: Atom) -> Place | None:
        """The place of an element; None of what isn't known to be one."""
        place = self.places(index)
        return place if place is not None and len(place) == self.rank(local) else None

    def rank(self, local: Local) -> int | None:
        if callee_of(local.maker) in _LIKE:
            return self.facts.kind(local.maker.args[0]).ndim
        made = self.definitions.get(local.maker.args[0])
        return len(made.args) if made is not None and operation_of(made) == "tuple_of" else 1

    def move_inwards(self, local: Local) -> None:
        """Count an array as made within a loop, if each iteration leaves it with zeros as it found it."""
        while local.has_zeros and local.uses:
            last = local.uses[-1]
            loops = local.loops_of(last) or ()
            if (
                len(loops) < 2
                or not isinstance(loops[0], (For, While))
                or not self.clears(local, last, loops[1:])
            ):
                return
            if len(local.uses_in(loops[0])) < len(local.uses):
                return
            local.path, local.is_cleared = (*local.path, loops[0]), True

    def clears(self, local: Local, last: Use, loops: tuple[Node, ...]) -> bool:
        """Whether the last use of an array sets all its elements to zero, one after the other, and nothing comes later."""
        if last.form != "store" or last.place is None or not self.fills(local, last.place, loops):
            return False
        near = local.uses_in(loops[0])
        assert isinstance(last.node, Entry)
        return last.node.args[2] == Const(0.0) and all(is_of_iteration(use, last, loops) for use in near)

    # ------------------------------------------------------------------------------------------- what is known of one

    def is_of_floats(self, local: Local) -> bool:
        kind = self.facts.kind(local.var)
        if K.is_array(kind) and kind.item is not None:
            return kind.item == K.FLOAT
        return callee_of(local.maker) not in _LIKE and not local.maker.kwargs

    def lengths_argument(self, maker: Entry) -> Atom | None:
        """The lengths that an array of floats is made with, by itself or like another one; None if these aren't said."""
        while callee_of(maker) in _LIKE and not maker.kwargs:
            made = self.definitions.get(maker.args[0])
            if made is None:
                return None
            maker = made
        return maker.args[0] if callee_of(maker) in (np.empty, np.zeros) and not maker.kwargs else None

    def goes_through(self, place: Place | None, loops: Sequence[Node]) -> bool:
        """Whether iterations of loops have elements of their own: each loop counts along an axis of the place."""
        items = [loop.item for loop in loops if isinstance(loop, For)]
        return (
            place is not None
            and all(isinstance(loop, If) or self.is_range(loop) for loop in loops)
            and all(symbol(item) in place for item in items)
        )

    def is_range(self, loop: Node) -> bool:
        return isinstance(loop, For) and range_made(self.definitions, loop.iterable) is not None

    def fills(self, local: Local, place: Place, loops: Sequence[Node]) -> bool:
        """Whether loops, one in the other, go through all elements."""
        lengths = self.shapes.lengths(local.var)
        if lengths is None or not len(lengths) == len(loops) == len(place) == len(set(place)):
            return False
        if not all(isinstance(loop, For) and not loop.stops for loop in loops):
            return False
        by_item = {symbol(loop.item): loop for loop in loops if isinstance(loop, For)}
        return all(
            axis in by_item and self.covers(by_item[axis], length) for axis, length in zip(place, lengths)
        )

    def covers(self, loop: For, length: Length) -> bool:
        """Whether a loop goes through all the numbers from 0 to below a length."""
        limits = limits_of(range_made(self.definitions, loop.iterable), self.length)
        return limits is not None and limits.low == number(0) and limits.high == self.unclipped(length)

    def unclipped(self, length: Length) -> Length | None:
        """What a length is the maximum of with 0, where it is one."""
        if len(length.terms) == 1 and not length.number:
            ((name, count),) = length.terms
            made = self.definitions.get(name) if isinstance(name, Var) and count == 1 else None
            if made is not None and callee_of(made) is max and made.args[1] == Const(0):
                return self.length(made.args[0])
        return length


def is_of_iteration(use: Use, other: Use, loops: tuple[Node, ...]) -> bool:
    """Whether two uses in loops are of one element only if they are in the same iteration of the loops around both.

    Each of the `loops` around the other one counts along an axis.
    """
    if use.block is other.block:
        return use.place == other.place
    items = [loop.item for loop in loops if isinstance(loop, For) and any(loop is one for one in use.path)]
    if use.place is None or other.place is None:
        return False
    return all(use.place[other.place.index(symbol(item))] == symbol(item) for item in items)


def merged_in(function: Function) -> dict[Var, tuple[Atom, ...]]:
    """What loops and branches give, by what it may be: what they begin with, and what comes of it."""
    found: dict[Var, tuple[Atom, ...]] = {}
    for node in walk(function.body):
        if isinstance(node, If):
            found.update(zip(node.targets, zip(node.then.results, node.orelse.results)))
        elif isinstance(node, (For, While)):
            found.update(zip(node.targets, zip(node.inits, node.body.results)))
            found.update(zip(node.params, zip(node.inits)))
    return found
