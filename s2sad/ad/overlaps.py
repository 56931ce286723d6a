"""Whether what is written into an array may be a part of that array itself.

store A 1: (getitem A :-1)      may overlap: the shadow is cleared before the amount is added to it
store A 0  (getitem A 1)        can't, nor can A[::2] and A[1::2], or A[:k] and A[k:]
store A 1: (getitem B :-1)      can't, if nothing makes B a name or a part of A
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import operation_of

Ends = tuple[Atom, Atom, Atom]
"""First place, end and step of what an index takes along an axis."""
_NONE = Const(None)


class Overlaps:
    """`definitions` has the entries that make variables, `root` the variable that a copy is of."""

    def __init__(self, facts: Facts, definitions: Mapping[Any, Entry], root: Callable[[Atom], Atom]) -> None:
        self.facts, self.definitions, self.root = facts, definitions, root

    def may_overlap(self, array: Atom, index: Atom, item: Atom) -> bool:
        """Whether an array may have memory in common with the part of another one that an index takes."""
        array, item = self.root(array), self.root(item)
        if not isinstance(array, Var) or not isinstance(item, Var):
            return False
        classes = self.facts.classes
        if classes.find(array) is not classes.find(item):
            return False
        made = self.definitions.get(item)
        if made is None or operation_of(made) != "getitem" or self.root(made.args[0]) is not array:
            return True
        return not any(map(self.are_apart, self.axes(index), self.axes(made.args[1])))

    def check_order(self, node: Entry) -> None:
        """Refuse `z[::2] = z[:3]` on one axis: NumPy copies number by number there, and reads what it has written."""
        array, index, item = node.args
        made = self.definitions.get(self.root(item))
        if made is None or operation_of(made) != "getitem":
            return
        written, read = self.only_slice(array, index), self.only_slice(made.args[0], made.args[1])
        if written is not None and read is not None and not _reads_first(written, read):
            reason = "the parts overlap, and their steps differ: NumPy reads here what it has just written"
            raise UnsupportedValue(reason, "write a copy: `a[::2] = a[:3].copy()`", node.loc)

    def only_slice(self, array: Atom, index: Atom) -> Ends | None:
        """The slice by which a part with one axis is taken."""
        node = self.definitions.get(index) if isinstance(index, Var) else None
        parts = node.args if node is not None and operation_of(node) == "tuple_of" else (index,)
        others = [part for part in parts if self.facts.kind(part) != K.INT]
        if len(others) != 1 or self.facts.kind(array).ndim not in (None, len(parts)):
            return None
        node = self.definitions.get(others[0]) if isinstance(others[0], Var) else None
        return self.axes(others[0])[0] if node is not None and operation_of(node) == "slice" else None

    def axes(self, index: Atom) -> list[Ends]:
        """What an index takes along the first axes, as far as that can be told."""
        node = self.definitions.get(index) if isinstance(index, Var) else None
        if node is not None and operation_of(node) == "slice":
            first, end, pace = (*node.args, _NONE)[:3]
            return [(Const(0) if first == _NONE and _is_forward(pace) else first, end, pace)]
        if node is not None and operation_of(node) == "tuple_of":
            found: list[Ends] = []
            for part in node.args:
                taken = self.axes(part)
                if not taken:
                    break  # what comes after it may be about any axis
                found += taken
            return found
        if isinstance(index, Const) and type(index.value) is int:
            return [(index, Const(index.value + 1 or None), _NONE)]
        return [(index, Const(...), _NONE)] if self.facts.kind(index) == K.INT else []

    def are_apart(self, one: Ends, other: Ends) -> bool:
        """Whether two indices take nothing in common along an axis, for sure."""
        if self.is_before(one, other) or self.is_before(other, one):
            return True
        first, second, pace = (_int_of(atom) for atom in (one[0], other[0], one[2]))
        if first is None or second is None or pace is None or one[2] != other[2]:
            return False
        return first >= 0 and second >= 0 and pace > 1 and (first - second) % pace != 0

    def is_before(self, one: Ends, other: Ends) -> bool:
        """Whether one ends where the other one starts, or before that."""
        if not (_is_forward(one[2]) and _is_forward(other[2])):
            return False
        end, start = one[1], other[0]
        if end == start and self.facts.kind(end) == K.INT:
            return True
        last, first = _int_of(end), _int_of(start)
        return last is not None and first is not None and (last < 0) == (first < 0) and last <= first


def _int_of(atom: Atom) -> int | None:
    return atom.value if isinstance(atom, Const) and type(atom.value) is int else None


def _is_forward(pace: Atom) -> bool:
    return pace == _NONE or (_int_of(pace) or 0) > 0


def _reads_first(written: Ends, read: Ends) -> bool:
    """Whether a copy number by number, from the first one or from the last one, reads each before it is written.

    NumPy begins with the last number where what is written starts after what is read, and copies beforehand where one
    of the two runs backwards.
    """
    if written[2] == read[2]:
        return True
    one, other = (1 if pace == _NONE else _int_of(pace) for pace in (written[2], read[2]))
    if one is None or other is None:
        return False
    if one == other or one * other < 0:
        return True
    start, first = _int_of(written[0]), _int_of(read[0])
    if start is None or first is None or min(start, first, one, other) < 0:
        return False
    return other > one if first >= start else other < one
