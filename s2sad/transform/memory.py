"""Which variables may hold an object that is written in place, or may hold one inside.

    row = getitem A 0        A and row belong together: what is written through one is seen through the other
    setitem row j x          row is written, and so A holds an object that is written
    s = list_of x            s is an object of its own
    append s y               s is written; what it holds isn't

Every variable belongs to a class of those that may be the same object, and every class may have another one: that of
what its objects hold (Steensgaard, "Points-to analysis in almost linear time", 1996). Without any type at hand an
item may be anything, so the item of an item is taken to be as the item.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from s2sad.analysis.effects import INPLACE, Effect, effect_of, has_effect
from s2sad.ir.array_kinds import can_be_tried
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads

_SCALAR = frozenset(
    "neg pos invert not_ lt le gt ge eq ne is_ is_not is_in not_in truediv pow text_of zeros_like shadow_of".split()
)
_ARITHMETIC = frozenset("add sub mul and_ or_ xor mod matmul".split())
_MAKERS = _ARITHMETIC.union("tuple_of list_of set_of dict_of slice dup".split())
_COPIERS: tuple[Any, ...] = (
    copy.copy,
    list,
    tuple,
    set,
    dict,
    sorted,
    zip,
    enumerate,
    reversed,
    np.copy,
    np.ndarray.copy,
)
_NEW: tuple[Any, ...] = (
    *(np.zeros, np.ones, np.empty, np.zeros_like, np.ones_like, np.empty_like),
    *(np.eye, np.arange, np.linspace),
)


class Memory:
    """The classes of the variables of a function, and which of them are written."""

    def __init__(self, function: Function, pure_functions: frozenset[str] = frozenset()) -> None:
        self.pure_functions = pure_functions
        self.classes: dict[Var, int] = {}
        self.parent: list[int] = []
        self.held: list[int] = []  # the class of what the objects of a class hold; -1: not known to hold any
        self.writes: list[int] = []
        self.opened: list[int] = []  # the classes of which a part has a name
        self.world = self.new()  # what lives outside of the function
        self.held[self.world] = self.world
        for param in function.params:
            self.unify(self.world, self.of(param.var))
        self.block(function.body)
        self.results = [self.of(result) for result in function.body.results if type(result) is Var]
        self.written = {self.find(one) for one in self.writes}
        self.parts = {self.find(one) for one in self.opened}
        self.known: dict[int, bool] = {}

    @classmethod
    def where_written(cls, function: Function, pure_functions: frozenset[str] = frozenset()) -> Memory | None:
        """The classes of a function that writes to something, or may; None for one that doesn't."""
        writes = any(has_effect(node, pure_functions) for node in function.body.entries)
        return cls(function, pure_functions) if writes else None

    def may_be_written(self, var: Var) -> bool:
        """Whether the object may be written in place under any name: one of its own, or that of a part of it."""
        if var not in self.classes:
            return False
        own = self.find(self.classes[var])
        return own in self.written or (own in self.parts and self.is_touched(var))

    def reads_before_changes(self, var: Var, atom: Var, following: tuple[Block, int]) -> bool:
        """Whether all that reads `var` does so in what follows in a block, before the object `atom` may be changed."""
        block, start = following
        if var in block.results:
            return False
        changed = False
        for node in block.entries[start:]:
            if var in node_reads(node) and (changed or not self.only_computes(node)):
                return False
            changed = changed or self.may_change(node, atom)
        return True

    def only_computes(self, node: Node) -> bool:
        """Whether an entry makes a new value of what it reads, or adds that to something, and keeps no part of it."""
        if type(node) is not Entry:
            return False
        name, effect = operation_of(node), effect_of(node, self.pure_functions)
        if effect is Effect.WRITING:
            return name is not None and not node.targets and node.fn.value in INPLACE
        return name in _SCALAR or name in _ARITHMETIC or self.gives_scalar(node, effect)

    def may_change(self, node: Node, var: Var) -> bool:
        """Whether an entry may write to an object, or to a part of it."""
        if not has_effect(node, self.pure_functions):
            return False
        if type(node) is not Entry or effect_of(node, self.pure_functions) is not Effect.WRITING:
            return True
        return self.overlap(node.args[0], var)

    def overlap(self, one: Atom, other: Atom) -> bool:
        """Whether two may be the same object, or one of them a part of the other."""
        first, second = self.of(one), self.of(other)
        return first in self.chain(second) or second in self.chain(first)

    def is_touched(self, var: Var) -> bool:
        """Whether the object, or anything it holds, may be written in place."""
        if var not in self.classes:
            return False
        start = self.find(self.classes[var])
        if start not in self.known:
            self.known[start] = not self.written.isdisjoint(self.chain(start))
        return self.known[start]

    def is_handed_out(self, var: Var) -> bool:
        """Whether the object, or a part of it, may be a result of the function, or be held by one."""
        if var not in self.classes:
            return False
        own = self.find(self.classes[var])
        return not self.handed_out.isdisjoint(self.chain(own) if own in self.parts else (own,))

    @functools.cached_property
    def handed_out(self) -> set[int]:
        return {one for result in self.results for one in self.chain(result)}

    def chain(self, start: int) -> list[int]:
        """The class, that of what its objects hold, and so on."""
        found: list[int] = []
        one = self.find(start)
        while one not in found:
            found.append(one)
            one = one if self.held[one] == -1 else self.find(self.held[one])
        return found

    @property
    def world_is_written(self) -> bool:
        return self.find(self.world) in self.written

    # ---------------------------------------------------------------------------------------------------- classes

    def new(self) -> int:
        self.parent.append(len(self.parent))
        self.held.append(-1)
        return len(self.parent) - 1

    def of(self, atom: Atom) -> int:
        """The class of an atom. Literals can't be written; globals belong to the world."""
        if isinstance(atom, Var):
            if atom not in self.classes:
                self.classes[atom] = self.new()
            return self.find(self.classes[atom])
        return self.find(self.world) if isinstance(atom, Ref) else self.new()

    def find(self, one: int) -> int:
        parent = self.parent
        while parent[one] != one:
            parent[one] = one = parent[parent[one]]
        return one

    def unify(self, one: int, other: int) -> None:
        pairs = [(one, other)]
        while pairs:
            one, other = map(self.find, pairs.pop())
            if one == other:
                continue
            self.parent[other] = one
            if self.held[one] == -1:
                self.held[one] = self.held[other]
            elif self.held[other] != -1:
                pairs.append((self.held[one], self.held[other]))

    def contents(self, one: int) -> int:
        one = self.find(one)
        if self.held[one] == -1:
            self.held[one] = self.new()
        return self.find(self.held[one])

    def item(self, container: Atom) -> int:
        """The class of what is read from a container: an item, or a part of it that holds items."""
        item = self.contents(self.of(container))
        self.opened += [self.of(container), item]
        self.unify(item, self.contents(item))
        return self.find(item)

    def mix(self, atoms: Iterable[Atom]) -> int:
        """Let atoms be anything of each other: the same object, or one inside of another."""
        mixed = self.new()
        self.unify(mixed, self.contents(mixed))
        for atom in atoms:
            self.unify(mixed, self.of(atom))
        return mixed

    # ---------------------------------------------------------------------------------------------------- entries

    def block(self, block: Block) -> None:
        for node in block.entries:
            if isinstance(node, Entry):
                self.entry(node)
            else:
                self.region(node)

    def entry(self, node: Entry) -> None:
        name, effect = operation_of(node), effect_of(node, self.pure_functions)
        if effect is Effect.UNKNOWN:
            fn = (node.fn,) if type(node.fn) is Var else ()
            mixed = self.mix((*node.targets, *node.args, *(atom for _, atom in node.kwargs), *fn))
            self.unify(mixed, self.world)
            self.writes.append(mixed)
        elif effect is Effect.WRITING:
            self.write(node, name)
        elif name in _MAKERS and len(node.targets) == 1:
            self.make(node, name)
        elif name is None and type(node.fn) is Ref and any(node.fn.value is one for one in _COPIERS):
            self.make(node, "")
        elif name in _SCALAR or self.gives_scalar(node, effect):
            return
        elif name in ("getitem", "unpack"):
            item = self.item(node.args[0])
            for target in node.targets:
                self.unify(item, self.of(target))
        elif name in ("tuple_of", "dup"):
            self.same(node.targets, node.args if name == "tuple_of" else node.args[:1] * len(node.targets))
        else:
            self.mix((*node.targets, *node.args, *(atom for _, atom in node.kwargs)))

    def gives_scalar(self, node: Entry, effect: Effect) -> bool:
        """Whether it calls a library function that gives a number, a text, or a new array."""
        if type(node.fn) is not Ref or operation_of(node) is not None:
            return False
        if can_be_tried(node.fn.value) and not isinstance(node.fn.value, np.ufunc):
            return any(node.fn.value is one for one in _NEW)  # others may give a view of their arguments
        return effect <= Effect.RAISING or (effect is Effect.READING and node.fn.value not in (min, max))

    def make(self, node: Entry, name: str) -> None:
        """A new object: displays hold their arguments, operators on containers what their operands hold."""
        holds = name == "dup" or name.endswith("_of")
        inside = self.contents(self.of(node.targets[0]))
        for atom in node.args:
            if not isinstance(atom, Const):
                self.unify(inside, self.of(atom) if holds else self.contents(self.of(atom)))
                if not name:  # the items of an array are parts of it
                    self.opened.append(self.of(atom))

    def write(self, node: Entry, name: str | None) -> None:
        container = self.of(node.args[0])
        self.writes.append(container)
        if name in ("append", "setitem"):
            inside = self.contents(container)
            self.unify(inside, self.of(node.args[-1]))
            if name == "setitem":
                self.unify(inside, self.contents(self.of(node.args[-1])))
        elif name == "add_at":
            self.writes.append(self.contents(container))
            self.mix((node.args[2], *node.targets))
        elif name in ("delitem", "store", "increase") or (
            name is not None and not node.targets and node.fn.value in INPLACE
        ):
            return
        elif type(node.fn) is Ref and node.fn.value in INPLACE and len(node.targets) == 1:
            self.unify(container, self.of(node.targets[0]))
            self.unify(self.contents(container), self.contents(self.of(node.args[1])))
        elif name == "take_last" or (isinstance(node.fn, Ref) and node.fn.value is list.pop):
            for target in node.targets:
                self.unify(self.contents(container), self.of(target))
        else:
            self.mix((*node.targets, *node.args))

    # ---------------------------------------------------------------------------------------------------- regions

    def region(self, node: If | For | While | Try | With | Closure) -> None:
        if isinstance(node, Closure):
            mixed = self.mix((node.target, *node.captures, *node.function.body.results))
            self.unify(mixed, self.world)
            for param in node.function.params:
                self.unify(mixed, self.of(param.var))
            self.block(node.function.body)
            return
        if isinstance(node, If):
            self.same(node.targets, node.then.results, node.orelse.results)
            self.block(node.then)
            self.block(node.orelse)
        elif isinstance(node, Try):
            self.same(node.targets, node.body.results, *(handler.block.results for handler in node.handlers))
            self.block(node.body)
            for handler in node.handlers:
                self.block(handler.block)
        else:
            self.bound(node)
            self.block(node.body)

    def bound(self, node: For | While | With) -> None:
        if isinstance(node, With):
            bound = (node.bound,) if node.bound else ()
            mixed = self.mix((node.manager, *bound))
            self.unify(mixed, self.world)
            self.writes.append(mixed)
            self.same(node.targets, node.body.results)
            return
        self.same(node.targets, node.params, node.inits, node.body.results)
        if isinstance(node, While):
            self.block(node.cond)
            return
        self.unify(self.item(node.iterable), self.of(node.item))

    def same(self, targets: tuple[Var, ...], *values: tuple[Atom, ...]) -> None:
        for target, *atoms in zip(targets, *values):
            for atom in atoms:
                if not isinstance(atom, Const):
                    self.unify(self.of(target), self.of(atom))
