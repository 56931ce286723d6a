"""Where entries write to lists and dicts that have one way to them, as to the axes of an array.

setitem xs i v              place i of xs
row = getitem table i       row is a part of table: place i of its first axis
add_at row j v              place (i, j) of table
append row v                any place of row
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Entry, For, Function, Node
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import walk

_RESIZING = ("append", "take_last")


@dataclass(frozen=True)
class ListPlaces:
    """`holders` are such lists and dicts, `moved` those that get another name: within another one, or as the item of a loop."""

    holders: Collection[Atom] = ()
    moved: set[Atom] = field(default_factory=set)

    @classmethod
    def of(cls, function: Function, holders: Collection[Atom]) -> ListPlaces:
        found = cls(holders)
        if holders:
            for node in walk(function.body):
                found.moved.update(atom for atom in _given_names(node) if atom in holders)
        return found

    def is_item(self, node: Entry) -> bool:
        """Whether an entry takes an item."""
        return operation_of(node) == "getitem" and node.args[0] in self.holders

    def is_write(self, node: Entry) -> bool:
        return bool(node.args) and node.args[0] in self.holders and self.written_level(node) is not None

    def written_level(self, node: Entry) -> int | None:
        """How many indices below what it writes to an entry changes something: one, if anything; it may be any place."""
        name = operation_of(node)
        if name in _RESIZING:
            return 1
        return 0 if operation(node).index == 1 and name != "getitem" else None

    def are_apart(self, one: Atom, other: Atom) -> bool:
        """Whether two of them are different ones whenever both are there."""
        return {one, other} <= set(self.holders) and self.moved.isdisjoint((one, other))


def depth(kind: Kind) -> int | None:
    """How many indices lead to a number; None if that isn't known."""
    if kind in K.NUMBERS:
        return 0
    if kind.name not in ("list", "dict") or kind.item is None or kind.may_be_none:
        return None
    below = depth(kind.item)
    return None if below is None else below + 1


def _given_names(node: Node) -> tuple[Atom, ...]:
    if isinstance(node, For):
        return (node.item,)
    if not isinstance(node, Entry):
        return ()
    if operation(node).is_display:
        return node.args
    return node.args[2:] if operation_of(node) == "setitem" else node.args[1:]
