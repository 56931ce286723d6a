"""The kinds of what an entry makes, from those of what it reads.

unpack t            the kinds of the items of t, one by one if they are known
getattr p "x"       what is known of the attribute, if nothing writes to it
$f a                what the function gives, as its outcome tells
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.analysis.aliases import Aliasing
from s2sad.analysis.effects import python_callee
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import GENERATORS, attribute_kind, method_kind
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var, value_of
from s2sad.ir.operations import callee_of
from s2sad.ir.value_kinds import held_outside
from s2sad.runtime.operations import object_of


class EntryKinds:
    """`stays` says of an attribute whether it keeps its kind while the function runs, and of None whether all do.

    `memories` are the lists that hold the values of written containers; `methods` are those of objects whose class is known.
    """

    def __init__(self, aliasing: Aliasing, stays: Callable[[str | None], bool]) -> None:
        self.aliasing, self.facts, self.stays = aliasing, aliasing.facts, stays
        self.memories: set[Var] = set()
        self.methods: dict[Var, tuple[Kind, str]] = {}

    def of(self, node: Entry, name: str | None) -> tuple[Kind, ...]:
        """The kinds of the targets of an entry."""
        kinds = tuple(map(self.facts.kind, node.args))
        if name == "dup":
            return kinds[:1] * len(node.targets)
        if name == "unpack":
            fields = kinds[0].fields if kinds[0].name == "tuple" else None
            item, starred = K.iterated(kinds[0]), starred_target(node, name)
            if fields is not None and len(fields) == len(node.targets) and starred is None:
                return fields
            return tuple(K.list_kind(item) if target is starred else item for target in node.targets)
        if name == "getitem":
            whole, place = node.args
            if whole in self.memories:
                return (kinds[0].item or K.BOTTOM,)
            known = K.part(kinds[0], place.value) if type(place) is Const else None
            return (known or self.aliasing.outcome(node).kind,)
        if name == "getattr":
            if K.is_instance(kinds[0]) and type(node.args[1]) is Const:
                self.methods[node.targets[0]] = kinds[0], node.args[1].value
            outside = self.of_attribute(*node.args) if len(node.args) == 2 else None
            return (outside or attribute_kind(kinds[0], node.args[1]),)
        if callee_of(node) is object_of:
            return (K.object_with({key: self.facts.kind(atom) for key, atom in node.kwargs}),)
        method = self.methods.get(node.fn) if type(node.fn) is Var else None
        if method is not None:
            return (self.by_method(node, *method, kinds),) * len(node.targets)
        kind = K.UNKNOWN if self.may_change(node) else self.aliasing.outcome(node).kind
        several = kind.fields if len(node.targets) != 1 else None
        return several or (kind,) * len(node.targets)

    def of_attribute(self, base: Atom, name: Atom) -> Kind | None:
        """The kind of what an object holds by a name, or of what a property gives of one that lives outside."""
        if type(name) is not Const:
            return None
        if type(base) is Var:
            made = K.attribute_made(self.facts.kind(base), name.value)
            return made if made is not None and self.stays(name.value) else None
        if type(base) is not Ref:
            return None
        made = self.aliasing.outside.of_property(base, name.value) if self.stays(None) else None
        return made or (held_outside(base, name) if self.stays(name.value) else None)

    def may_change(self, node: Entry) -> bool:
        """Whether a call of a function of the user's may give another kind later, by what it reads outside."""
        if python_callee(node) is None or any(K.may_be_array(self.facts.kind(atom)) for atom in node.args):
            return False
        return not self.stays(None)

    def by_method(self, node: Entry, base: Kind, name: str, kinds: tuple[Kind, ...]) -> Kind:
        """The kind of what a method of an object gives; what is drawn is new."""
        named = tuple((key, self.facts.kind(atom)) for key, atom in node.kwargs)
        found = method_kind(base, name, kinds, named)
        if base.cls in GENERATORS and found != K.UNKNOWN:
            self.facts.drawn.update(node.targets)
        return found


def starred_target(node: Entry, name: str | None) -> Var | None:
    """The variable of `a, *rest = xs` that is a list of items, and no item."""
    if name != "unpack" or node.args[2] == Const(None):
        return None
    return node.targets[value_of(node.args[1])]
