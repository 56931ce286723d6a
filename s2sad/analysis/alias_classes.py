"""Which variables may be the same array, or parts of the same one, and which of these arrays are written in place.

    row = getitem A 0       A and row are of one class
    u = copy row            u is of another
    store u 1 x             u's class is written

Aliases by unification (Steensgaard, "Points-to analysis in almost linear time", 1996), without regard to order.
A container is of the class of what it holds.
"""

from __future__ import annotations

from typing import Any

from s2sad.ir.nodes import Var


class Classes:
    def __init__(self) -> None:
        self._parent: dict[Var, Var] = {}
        self._members: dict[Var, list[Var]] = {}
        self._written: set[Var] = set()

    def find(self, var: Any) -> Var:
        """The variable that stands for the class of another."""
        parent = self._parent.get(var, var)
        while parent is not var:
            var, parent = parent, self._parent.get(parent, parent)
        return var

    def unite(self, one: Var, other: Var) -> None:
        one, other = self.find(one), self.find(other)
        if one is other:
            return
        self._parent[other] = one
        self._members[one] = [*self._members.get(one, (one,)), *self._members.pop(other, (other,))]
        if other in self._written:
            self._written.add(one)

    def members(self, var: Any) -> list[Var]:
        root = self.find(var)
        return self._members.get(root, [root])

    def write(self, var: Var) -> None:
        self._written.add(self.find(var))

    @property
    def some_are_written(self) -> bool:
        return bool(self._written)

    def is_written(self, var: Any) -> bool:
        """Whether the array, or one that it shares memory with, is written in place anywhere in the function."""
        return self.find(var) in self._written
