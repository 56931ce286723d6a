"""Sets of objects that are followed: an object is in one once, whatever it holds.

seen = set()                    seen = ObjectSet()
if v not in seen:       →       if not any(item is v for item in seen.items):
    seen.add(v)                     seen.items.append(v)

Python orders such a set by the addresses of the objects, which is any order; here it is the one in which they came.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from s2sad.frontend.abstract_values import Object, Sequence, Value
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import classes_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_records import holds_records
from s2sad.frontend.user_classes import lookup
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref, Var


def by_identity(item: Any) -> Any:
    """Stands for an object that goes into a set, where it has to be found by what it is."""
    return item


class ObjectSet:
    """What sets of objects do, as Python that is lowered like the user's own."""

    s2sad_record = True
    s2sad_way_out = "a set of objects", "keep them in a list"

    def __init__(self, items: Any = ()) -> None:
        self.items: list[Any] = []
        for item in items:
            self.add(item)

    def stands_for(self, cls: Any) -> Any:
        return issubclass(set, cls)

    def __contains__(self, wanted: Any) -> Any:
        for item in self.items:
            if item is wanted:
                return True
        return False

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Any:
        yield from self.items

    def add(self, item: Any) -> None:
        if by_identity(item) not in self:
            self.items.append(item)

    def update(self, *others: Any) -> None:
        for items in others:
            for item in items:
                self.add(item)

    def discard(self, wanted: Any) -> None:
        self.items = [item for item in self.items if item is not wanted]

    def remove(self, wanted: Any) -> None:
        if wanted not in self:
            raise KeyError("an object that isn't in the set")
        self.discard(wanted)

    def pop(self) -> Any:
        return self.items.pop()

    def clear(self) -> None:
        self.items.clear()

    def copy(self) -> Any:
        return ObjectSet(self.items)

    def union(self, others: Any) -> Any:
        made = ObjectSet(self.items)
        made.update(others)
        return made

    def difference(self, others: Any) -> Any:
        return ObjectSet([item for item in self.items if item not in others])

    def intersection(self, others: Any) -> Any:
        return ObjectSet([item for item in self.items if item in others])

    def __or__(self, others: Any) -> Any:
        return self.union(others)

    def __sub__(self, others: Any) -> Any:
        return self.difference(others)

    def __and__(self, others: Any) -> Any:
        return self.intersection(others)

    def __ior__(self, others: Any) -> Any:
        self.update(others)
        return self

    def __isub__(self, others: Any) -> Any:
        self.items = self.difference(others).items
        return self

    def __iand__(self, others: Any) -> Any:
        self.items = self.intersection(others).items
        return self

    def issubset(self, others: Any) -> Any:
        for item in self.items:
            if item not in others:
                return False
        return True

    def isdisjoint(self, others: Any) -> Any:
        return not self.intersection(others).items

    def __le__(self, other: Any) -> Any:
        return len(self) <= len(other) and self.issubset(other)

    def __ge__(self, other: Any) -> Any:
        return len(self) >= len(other) and other.issubset(self.items)

    def __lt__(self, other: Any) -> Any:
        return len(self) < len(other) and self.issubset(other)

    def __gt__(self, other: Any) -> Any:
        return len(self) > len(other) and other.issubset(self.items)

    def __eq__(self, other: Any) -> Any:
        return isinstance(other, set) and len(self) == len(other) and self.issubset(other)

    def __ne__(self, other: Any) -> Any:
        return not self == other


_SET = Ref("set", ObjectSet)


def set_made(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """`set()` that objects come into, and `set(objects)`; None for any other call."""
    args, node = call.args, call.node
    if value is by_identity:
        return known_by_identity(lowering, args[0], node)
    if value is not set or call.kwargs or len(args) > 1:
        return None
    sites = lowering.program.sites.at((id(node), "set"))  # all sets that are made here are of one class
    if args and holds_records(lowering, args[0]):
        lowering.follow(sites)
    elif args and not is_empty(lowering, args[0]):
        return None
    if lowering.program.sites.is_followed(sites):
        return lowering.dispatch.call_value(lowering, _SET, replace(call, kwargs={}))
    made = lowering.dispatch.plain_call(lowering, Ref("set", set), replace(call, kwargs={}))
    lowering.made_at[made] = sites
    return made


def is_empty(lowering: Lowering, items: Value) -> bool:
    """Whether nothing is known to be in a list or tuple; objects may come into it."""
    if isinstance(items, Sequence):
        return not items.items
    kind = lowering.kind(items) if isinstance(items, Var) else K.UNKNOWN
    return kind.name in ("list", "tuple") and K.iterated(kind) == K.BOTTOM


def known_by_identity(lowering: Lowering, item: Value, node: ast.AST) -> Value:
    """Where equality or a hash of its own tells objects apart, Python's order of a set may count."""
    if isinstance(item, Var) and lowering.kind(item) == K.BOTTOM:  # nothing has come here yet
        return item
    if isinstance(item, Object):  # or else one of its own would be made wherever it stands
        lowering.follow(item.sites)
    classes = (item.cls,) if isinstance(item, Object) else classes_of(lowering, item)
    if not classes or any(lookup(cls, "__hash__") is not object.__hash__ for cls in classes):
        reason = "a set of objects has something in it that has an equality of its own, or is no object"
        raise lowering.refusal(node, reason, "keep them in a list: `if v not in items: items.append(v)`")
    return item
