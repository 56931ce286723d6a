"""Which writes to arrays are needed: those to what is read later, by whatever name, and not only asked for its shape.

u = np.copy x               u = np.copy x
for _ in r:
    t = getitem u 1:    →
    store u :-1 t
b = np.ones_like u          b = np.ones_like u

A write is needed once something is that reads what the array holds, or another that may share memory with it. That a write may
raise doesn't count, as for lists; but within `try` it stays.
"""

from __future__ import annotations

from s2sad.analysis.effects import writes_array
from s2sad.ir.nodes import Atom, Entry, Node, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation
from s2sad.transform.memory import Memory


class Stores:
    """The writes of a function to arrays that are made in it, by the class of what may be the same array."""

    def __init__(self, memory: Memory | None) -> None:
        self.memory = memory
        self.by_class: dict[int, list[Node]] = {}
        self.read: set[int] = set()

    def take(self, node: Entry) -> bool:
        """Take note of a write to an array that nothing outside of the function has; False for anything else."""
        if self.memory is None or node.targets or not _is_of_array(node):
            return False
        array = node.args[0]
        if not isinstance(array, Var) or array not in self.memory.classes:
            return False
        one = self.memory.of(array)
        if self.memory.parts_of_one(one, self.memory.objects.find(self.memory.world)):
            return False
        self.by_class.setdefault(one, []).append(node)
        return True

    def needed_for(self, atom: Atom) -> list[Node]:
        """The writes that are needed because what an atom holds is read."""
        if (
            not self.by_class
            or not isinstance(atom, Var)
            or self.memory is None
            or atom not in self.memory.classes
        ):
            return []
        own = self.memory.of(atom)
        if own in self.read:
            return []
        self.read.add(own)
        found = [one for one in self.by_class if self.memory.parts_of_one(own, one)]
        return [node for one in found for node in self.by_class[one]]


def _is_of_array(node: Entry) -> bool:
    """Whether it writes to a part of an array, or to all of it."""
    return operation(node).form is Form.AUGMENTED or writes_array(node)
