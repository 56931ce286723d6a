"""An array that a loop fills, and the next loop overwrites but for its ends, is filled at the ends alone.

for j in range(n):                         for j in range(min(1, n)):
    v[j] = u[j]                                v[j] = u[j]
for j in range(n - 2):             →       for j in range(max(n - 1, 1), n):
    v[j + 1] = u[j] + u[j + 2]                 v[j] = u[j]
                                           for j in range(n - 2):
                                               v[j + 1] = u[j] + u[j + 2]

So people write a step of a stencil: `v = u.copy(); v[1:-1] = …`. Of several axes each may have its ends. This comes before
the function is differentiated, so that its adjoint has the ends alone as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import rename, uses_of, walk, with_blocks, with_body
from s2sad.loops.builder import RANGE
from s2sad.loops.element_loops import is_of_numbers
from s2sad.loops.emission import emitted, moved
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.ranges import as_arguments, both_ends, range_made

_MIN, _MAX = Ref("min", min), Ref("max", max)
FARTHEST = 8
"""So many elements at an end are filled apart from the rest."""


@dataclass(frozen=True)
class Nest:
    """Loops, one in the other, that write to an array: `ends` are those of their ranges, from which places are `more` on."""

    loops: tuple[For, ...]
    store: Entry
    ends: tuple[tuple[Atom, Atom], ...]
    more: tuple[int, ...]


def without_overwritten_fills(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that fills nothing that is overwritten before it is read."""
    passing = Fills(arrays, names)
    return with_body(function, passing.block(function.body).entries)


class Fills:
    """The loops that fill arrays, and those that overwrite them."""

    def __init__(self, arrays: LocalArrays, names: Names) -> None:
        self.arrays, self.names = arrays, names

    def block(self, block: Block) -> Block:
        entries = [
            node if isinstance(node, Entry) else with_blocks(node, self.block) for node in block.entries
        ]
        made: list[Node] = []
        for k, node in enumerate(entries):
            ends = self.ends_filled(node, entries[k + 1 :]) if isinstance(node, For) else None
            made += [node] if ends is None else ends
        return replace(block, entries=tuple(made))

    def ends_filled(self, node: For, later: Sequence[Node]) -> list[Node] | None:
        """What stands for a loop that fills an array which the next loop that knows of it overwrites; None for any other."""
        fill = self.nest(node)
        if fill is None or not self.does_nothing_else(fill):
            return None
        memory = self.memory(fill.store.args[0])
        after = next((each for each in later if self.touches(each, memory)), None)
        overwriting = self.nest(after, fill.store.args[0]) if isinstance(after, For) else None
        if overwriting is None or self.touches(Block((after,)), memory) != 1:  # type: ignore[arg-type]
            return None
        spans = [self.span(fill, overwriting, axis) for axis in range(len(fill.loops))]
        known = [span for span in spans if span is not None]
        return self.rest(fill, 0, known) if len(known) == len(spans) else None

    # ---------------------------------------------------------------------------------------------------- nests

    def memory(self, atom: Atom) -> Atom:
        return self.arrays.facts.classes.find(atom) if isinstance(atom, Var) else atom

    def touches(self, node: Node | Block, memory: Atom) -> int:
        """How many entries have to do with an array."""
        block = node if isinstance(node, Block) else Block((node,))
        every = (atom for each in walk(block) for atom in uses_of(each) if self.is_array(atom))
        return sum(self.memory(atom) == memory for atom in every)

    def is_array(self, atom: Atom) -> bool:
        return isinstance(atom, Var) and K.is_array(self.arrays.facts.kind(atom))

    def nest(self, node: For, base: Atom | None = None, form: str = "store") -> Nest | None:
        """The loops around the only store to an array, each of which goes along one axis; any array, if none is told."""
        loops = path_to(node, base, form)
        if loops is None:
            return None
        store = next(each for each in loops[-1].body.entries if is_store(each, base, form))
        assert isinstance(store, Entry)
        place = self.arrays.places(store.args[1])
        made = [range_made(self.arrays.definitions, loop.iterable) for loop in loops]
        ends = tuple(both_ends(each.args) for each in made if each is not None and len(each.args) < 3)
        if place is None or not len(place) == len(loops) == len(ends) or any(loop.stops for loop in loops):
            return None
        more = [plus(index, symbol(loop.item), -1) for index, loop in zip(place, loops)]
        if any(each.terms for each in more):
            return None
        return Nest(tuple(loops), store, ends, tuple(each.number for each in more))

    def does_nothing_else(self, nest: Nest) -> bool:
        """Whether loops do nothing but to compute numbers and write them to an array that they don't read."""
        nodes = [node for node in walk(Block(nest.loops[:1])) if node is not nest.store]
        inner = [node for node in nodes if isinstance(node, For)]
        is_plain = all(
            operation_of(node) == "getitem" or callee_of(node) is range or is_of_numbers(node)
            for node in nodes
            if not isinstance(node, For)
        )
        memory = self.memory(nest.store.args[0])
        return (
            is_plain
            and len(inner) == len(nest.loops)
            and not any(loop.params for loop in inner)
            and self.touches(Block(nest.loops[:1]), memory) == 1
        )

    def span(self, fill: Nest, overwriting: Nest, axis: int) -> tuple[int, int] | None:
        """How many elements at both ends of an axis aren't overwritten; None if that isn't known, or if there are many."""
        if len(overwriting.loops) != len(fill.loops):
            return None
        first, last = self.range(fill, axis)
        low, high = self.range(overwriting, axis)
        if first is None or last is None or low is None or high is None or first.terms or first.number < 0:
            return None
        before, after = plus(low, first, -1), plus(last, high, -1)
        if before.terms or after.terms:
            return None
        is_near = all(0 <= each.number <= FARTHEST for each in (before, after))
        return (before.number, after.number) if is_near else None

    def range(self, nest: Nest, axis: int) -> list[Length | None]:
        """Where the places along an axis begin and end."""
        found = map(self.arrays.length, nest.ends[axis])
        return [None if each is None else plus(each, number(nest.more[axis])) for each in found]

    # ----------------------------------------------------------------------------------------------------- ends

    def rest(self, fill: Nest, axis: int, spans: Sequence[tuple[int, int]]) -> list[Node]:
        """The loops that fill what isn't overwritten, from an axis on."""
        out: list[Node] = []
        before, after = spans[axis]
        loop = fill.loops[axis]
        first, last = fill.ends[axis]
        start = moved(out, self.names, first, before)
        end = moved(out, self.names, last, -after)
        if before:
            self.through(out, loop, first, emitted(out, self.names, _MIN, start, last))
        if after:
            self.through(out, loop, emitted(out, self.names, _MAX, end, start), last)
        if axis + 1 < len(spans) and any(map(any, spans[axis + 1 :])):
            inner = fill.loops[axis + 1]
            kept = (node for node in loop.body.entries if node is not inner)
            body = Block((*kept, *self.rest(fill, axis + 1, spans)))
            self.through(out, replace(loop, body=body), start, end)
        return out

    def through(self, out: list[Node], loop: For, first: Atom, last: Atom) -> None:
        """Emit a copy of a loop that goes through another range."""
        iterable = emitted(out, self.names, RANGE, *as_arguments(first, last))
        item = Var(self.names.fresh(loop.item.name))
        body = rename(loop.body, self.names.fresh, {loop.item: item})
        out.append(replace(loop, item=item, iterable=iterable, body=body))


def path_to(node: For, base: Atom | None, form: str) -> list[For] | None:
    """The loops around a store to an array, from a loop inwards; None if it isn't there."""
    if any(is_store(each, base, form) for each in node.body.entries):
        return [node]
    inner = (path_to(each, base, form) for each in node.body.entries if isinstance(each, For))
    found = next((path for path in inner if path is not None), None)
    return None if found is None else [node, *found]


def is_store(node: Node, base: Atom | None, form: str) -> bool:
    return isinstance(node, Entry) and operation_of(node) == form and base in (None, node.args[0])
