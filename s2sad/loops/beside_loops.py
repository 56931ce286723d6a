"""What reads or adds to an element beside a loop, in the place of every iteration, though the loop may have none.

for j in range(count):                 r = range(count)
    s += x[k]                  →       t = x[k] if len(r) else 0.0
                                       for j in r:
                                           s += t

The condition isn't needed where the loops around tell that the array has the element, or that there is an iteration.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import plus
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Entry, For, If, Node, Ref, Var
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.ranges import Limits, bounds_in, limits_of, range_made

Around = tuple[Bounds, ...]
"""The items of the loops around, the inner ones first, and between which numbers they are."""
_LEN = Ref("len", len)


class BesideLoops:
    """Reads and sums beside the loops of a function."""

    def __init__(self, arrays: LocalArrays, names: Names) -> None:
        self.arrays, self.names = arrays, names

    def bounds(self, loop: Node) -> Around:
        """What is known of the item of a loop."""
        if not isinstance(loop, For):
            return ()
        known = bounds_in(range_made(self.arrays.definitions, loop.iterable), self.arrays.length, loop.item)
        return () if known is None else (known,)

    def limits(self, loop: For) -> Limits | None:
        return limits_of(range_made(self.arrays.definitions, loop.iterable), self.arrays.length)

    def safe(self, entries: list[Entry], loop: For, around: Around) -> list[Node]:
        """Entries that stand beside a loop, those that mustn't be without an iteration under the condition that there is one."""
        if self.has_iterations(loop, around):
            return list(entries)
        there = [entry for entry in entries if self.is_there(entry, around)]
        others = [entry for entry in entries if not any(entry is one for one in there)]
        if not others:
            return list(entries)
        count = Var(self.names.fresh("t"))
        return [
            *there,
            Entry((count,), _LEN, (loop.iterable,)),
            *(self.under(count, each) for each in others),
        ]

    def under(self, count: Var, entry: Entry) -> If:
        """An entry that is done, or gives a number, only where a count isn't zero."""
        inner = tuple(Var(self.names.fresh(target.name)) for target in entry.targets)
        done = Block((replace(entry, targets=inner),), inner)
        return If(entry.targets, count, done, Block((), tuple(Const(0.0) for _ in inner)), loc=entry.loc)

    def has_iterations(self, loop: For, around: Around) -> bool:
        limits = self.limits(loop)
        return limits is not None and is_at_least(plus(limits.high, limits.low, -1), 1, around)

    def is_there(self, node: Entry, around: Around) -> bool:
        """Whether an array has an element of this index, counted from its beginning."""
        arrays = self.arrays
        place, lengths = arrays.places(node.args[1]), arrays.shapes.lengths(node.args[0])
        if place is None or lengths is None or len(place) != len(lengths):
            return False
        return all(
            is_at_least(index, 0, around) and is_at_least(plus(length, index, -1), 1, around)
            for index, length in zip(place, lengths)
        )
