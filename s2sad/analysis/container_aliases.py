"""What is put into lists and dicts that have several names, or are parts of each other.

    row = getitem table 0       row is among what table holds
    append row k                so an int may be read from any item of table
    n = getitem table 1
    j = getitem n 0             at least an int, whatever is known of n itself

Aliases by unification (Steensgaard, "Points-to analysis in almost linear time", 1996): a class of containers points to
the class of what they hold.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation

_PARTS = (min, max, sum, next)
_SAME = (list, tuple, sorted, reversed, dict, set, iter)
_ROWS = (zip, enumerate)
_SAME_METHODS = ("copy", "values", "items", "keys")


_MAY_BE_CONTAINERS = frozenset((*K.CONTAINERS, "unknown", "object", "function"))


def may_be_container(kind: Kind) -> bool:
    return kind.name in _MAY_BE_CONTAINERS


class ContainerAliases:
    """For each class of containers the class of what they hold, and the kind of what is put into any of them."""

    def __init__(self) -> None:
        self.parents: dict[Any, Any] = {}
        self.contents: dict[Any, Any] = {}
        self.kinds: dict[Any, Kind] = {}
        self.methods: dict[Any, tuple[Var, Any]] = {}
        self.fresh = itertools.count()
        self.grown = False

    def find(self, node: Any) -> Any:
        while node in self.parents:
            node = self.parents[node]
        return node

    def content(self, container: Any) -> Any:
        """What stands for all that the containers of a class hold."""
        root = self.find(container)
        if root not in self.contents:
            self.contents[root] = next(self.fresh)
        return self.contents[root]

    def reached_from(self, variables: Iterable[Any]) -> set[Any]:
        """The classes of these containers, of what they hold, and of what that holds."""
        found: set[Any] = set()
        for one in variables:
            root = self.find(one)
            while root not in found:
                found.add(root)
                if root not in self.contents:
                    break
                root = self.find(self.contents[root])
        return found

    def unite(self, one: Any, other: Any) -> None:
        """Two variables may be the same container."""
        open_ = [(one, other)]
        while open_:
            one, other = map(self.find, open_.pop())
            if one == other:
                continue
            self.parents[other] = one
            self.grown = True
            if other in self.kinds:
                self.kinds[one] = K.join(self.kinds.get(one, K.BOTTOM), self.kinds.pop(other))
            if one in self.contents and other in self.contents:
                open_.append((self.contents[one], self.contents.pop(other)))
            elif other in self.contents:
                self.contents[one] = self.contents.pop(other)

    def put(self, container: Any, item: Kind) -> None:
        """An item goes into a container by a name that may not be its only one."""
        root = self.find(container)
        joined = K.join(self.kinds.get(root, K.BOTTOM), item)
        self.grown = self.grown or joined != self.kinds.get(root, K.BOTTOM)
        self.kinds[root] = joined

    def of(self, container: Any) -> Kind:
        return self.kinds.get(self.find(container), K.BOTTOM) if isinstance(container, Var) else K.BOTTOM

    # ---------------------------------------------------------------------------------------------- entries

    def entry(self, node: Entry, kind: Any) -> None:
        """Take note of what an entry makes a part of what; `kind` tells that of an atom."""
        done, value = operation(node), callee_of(node)
        name = done.name
        targets = [t for t in node.targets if may_be_container(kind(t))]
        args = [a for a in node.args if isinstance(a, Var) and may_be_container(kind(a))]
        if not targets and not args and node.fn not in self.methods:
            return
        if name == "getattr" and node.args[0] in args:
            self.methods[node.targets[0]] = args[0], node.args[1]
        elif node.fn in self.methods:
            self.method(node, targets, args, kind)
        elif done.is_display:
            for atom in args:
                self.unite(atom, self.content(node.targets[0]))
        elif name in ("getitem", "unpack") or value in _PARTS:
            for target in targets:
                for atom in args[:1]:
                    is_slice = name == "getitem" and kind(node.args[1]) == K.SLICE
                    self.unite(target, atom if is_slice else self.content(atom))
        elif done.same_items or any(value is function for function in _SAME):
            for target in targets:
                for atom in args:
                    self.unite(target, atom)
        elif any(value is function for function in _ROWS):
            for atom in args:
                self.unite(self.content(self.content(node.targets[0])), self.content(atom))
        elif self.may_join(node, targets):
            self.collapse([*targets, *args])

    def may_join(self, node: Entry, targets: list[Var]) -> bool:
        """Whether a call may make what it gets parts of each other, or of what it gives: not if it only shows it, or checks it."""
        effect = effect_of(node)
        if effect is Effect.SHOWING and not targets:
            return False
        return effect > Effect.FRESH and not node.fn == Const(None)

    def method(self, node: Entry, targets: list[Var], args: list[Var], kind: Any) -> None:
        """A call of a method: what it gets may be put into its container, and what it gives taken out."""
        container, name = self.methods[node.fn]
        of_items = isinstance(name, Const) and name.value in _SAME_METHODS
        for target in targets:
            self.unite(target, container if of_items else self.content(container))
        for atom in node.args:
            self.put(container, kind(atom))
            if atom in args:
                self.unite(atom, self.content(container))

    def collapse(self, atoms: list[Var]) -> None:
        """What isn't known may make anything a part of anything that it gets."""
        for atom in atoms:
            self.unite(atoms[0], atom)
        if atoms:
            self.unite(atoms[0], self.content(atoms[0]))
