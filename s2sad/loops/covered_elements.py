"""Which elements of an array are written before they are read, by the loops that write them.

for j in range(min(1, n)):         0 <= x < 1 and x < n
    v[j] = …
for j in range(n - 2):             1 <= x < n - 1
    v[j + 1] = …
for j in range(max(n - 1, 1), n):  n - 1 <= x < n and 1 <= x
    v[j] = …

Together these are all elements: an x between 0 and n that lies outside of the first is 1 or more, …, and there is none outside of
all three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.analysis.inequalities import is_at_least
from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir.nodes import Atom, Entry, For, Node, Var, blocks_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.ranges import both_ends, range_made

_MOST = 12
"""So many loops are looked at."""


@dataclass(frozen=True)
class Span:
    """The indices along an axis that are at least each of `lows`, and below each of `highs`."""

    lows: tuple[Length, ...]
    highs: tuple[Length, ...]

    def is_empty(self) -> bool:
        return any(is_at_least(plus(low, high, -1), 0, ()) for low in self.lows for high in self.highs)


Box = tuple[Span, ...]
"""The elements that lie within a span along each axis."""


class Covered:
    """The elements of an array that have been written; what `varies` isn't the same whenever it is asked for.

    Nothing is done with the array but to read and write elements.
    """

    def __init__(self, arrays: LocalArrays, array: Var, varies: Collection[Var]) -> None:
        self.arrays, self.array, self.varies = arrays, array, varies
        self.boxes: list[Box] = []
        self.whole = tuple(Span((number(0),), (length,)) for length in arrays.shapes.lengths(array) or ())

    def goes_past(self, nodes: Iterable[Node]) -> bool:
        """Take down what entries write, one after the other; False if one may read what isn't written."""
        for node in nodes:
            if not all(self.has(box or self.whole) for box in self.read_in(node, ())):
                return False
            self.boxes += [box for box in self.written_in(node, ()) if len(self.boxes) < _MOST]
        return True

    def has(self, box: Box) -> bool:
        return bool(self.whole) and not may_escape(box, self.boxes)

    def has_all(self) -> bool:
        return self.has(self.whole)

    def read_in(self, node: Node, loops: tuple[Node, ...]) -> Iterable[Box | None]:
        """What an entry reads of the array, or adds to; None where that isn't known."""
        if not isinstance(node, Entry):
            for block in blocks_of(node):
                for each in block.entries:
                    yield from self.read_in(each, (*loops, node))
        elif operation_of(node) in ("getitem", "increase") and node.args[0] is self.array:
            yield self.box(node.args[1], [loop for loop in loops if isinstance(loop, For)])

    def written_in(self, node: Node, loops: tuple[For, ...]) -> Iterable[Box]:
        """What an entry writes to in any case."""
        if isinstance(node, For) and not node.stops:
            for each in node.body.entries:
                yield from self.written_in(each, (*loops, node))
        elif operation_of(node) == "store" and node.args[0] is self.array:
            box = self.box(node.args[1], loops)
            items = {name for length in self.arrays.places(node.args[1]) or () for name, _ in length.terms}
            if box is not None and all(loop.item in items for loop in loops):
                yield box

    def box(self, index: Atom, loops: Sequence[For]) -> Box | None:
        """The elements of an index that loops go along; None if they aren't known."""
        place = self.arrays.places(index)
        if place is None or len(place) != len(self.whole):
            return None
        by_item = {loop.item: loop for loop in loops}
        items = [[name for name, _ in length.terms if name in by_item] for length in place]
        along = [name for found in items for name in found]
        if any(len(found) > 1 for found in items) or len(set(along)) < len(along):
            return None
        spans = [
            self.along(length, by_item[found[0]]) if found else Span((length,), (plus(length, number(1)),))
            for length, found in zip(place, items)
        ]
        known = [span for span in spans if span is not None and self.stays(span, by_item)]
        return tuple(known) if len(known) == len(spans) else None

    def stays(self, span: Span, by_item: Collection[Any]) -> bool:
        """Whether a span is the same in all iterations of all loops."""
        names = {name for length in (*span.lows, *span.highs) for name, _ in length.terms}
        return not any(name in by_item or name in self.varies for name in names)

    def along(self, place: Length, loop: For) -> Span | None:
        """The indices that a loop goes along."""
        more = plus(place, symbol(loop.item), -1)
        made = range_made(self.arrays.definitions, loop.iterable)
        if made is None or len(made.args) > 2:
            return None
        first, last = both_ends(made.args)
        lows, highs = self.parts(first, max), self.parts(last, min)
        if not lows or not highs:
            return None
        return Span(tuple(plus(low, more) for low in lows), tuple(plus(high, more) for high in highs))

    def parts(self, atom: Atom, extreme: object) -> list[Length]:
        """The lengths whose largest or smallest an end is."""
        made = self.arrays.definitions.get(atom) if isinstance(atom, Var) else None
        atoms = made.args if made is not None and callee_of(made) is extreme else (atom,)
        found = [self.arrays.length(each) for each in atoms]
        return [] if None in found else [each for each in found if each is not None]


def may_escape(box: Box, boxes: Sequence[Box]) -> bool:
    """Whether an element may lie in a box, and in none of the others."""
    if any(span.is_empty() for span in box):
        return False
    if not boxes:
        return True
    first, *others = boxes
    for axis, span in enumerate(first):
        here = box[axis]
        outside = [Span(here.lows, (*here.highs, low)) for low in span.lows]
        outside += [Span((*here.lows, high), here.highs) for high in span.highs]
        for each in outside:
            if may_escape((*box[:axis], each, *box[axis + 1 :]), others):
                return True
    return False
