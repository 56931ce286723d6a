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

import functools
from collections.abc import Iterable

from s2sad.analysis.contents import SHAPE_ATTRIBUTES
from s2sad.analysis.effects import effect_of, has_effect
from s2sad.ir.array_kinds import is_ufunc_at
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
from s2sad.ir.operation import Effect, Form, Operation, Shares
from s2sad.ir.operations import callee_of, is_one_of, operation, operation_of, writes_whole
from s2sad.ir.rewrite import node_reads, uses_of, walk
from s2sad.transform.joined_items import share_items
from s2sad.transform.made_objects import (
    COPIERS,
    LISTS,
    NEW,
    gives_item,
    gives_scalar,
    makes_new,
    makes_object,
)
from s2sad.transform.object_classes import ObjectClasses


class Memory:
    """The classes of the variables of a function, and which of them are written."""

    def __init__(self, function: Function, pure_functions: frozenset[str] = frozenset()) -> None:
        self.pure_functions = pure_functions
        self.classes: dict[Var, int] = {}
        self.objects = ObjectClasses()
        self.writes: list[int] = []
        self.opened: list[int] = []  # the classes of which a part has a name
        self.covered: list[int] = []  # the classes that are written as arrays are, of which all parts change
        self.displays: set[Atom] = set()  # lists and dicts made here
        self.arrays: set[Atom] = set()  # arrays made here
        self.counts: set[Atom] = set()  # lengths, which are no arrays
        self.joined: list[tuple[Var, Atom]] = []  # what an operator gives, and an operand of it
        self.world = self.objects.new()  # what lives outside of the function
        self.objects.held[self.world] = self.world
        for param in function.params:
            self.objects.unify(self.world, self.of(param.var))
        self.block(function.body)
        share_items(self.objects, [(self.of(made), self.of(atom)) for made, atom in self.joined], self.writes)
        self.results = [self.of(result) for result in function.body.results if type(result) is Var]
        self.written = {self.objects.find(one) for one in self.writes}
        self.parts = {self.objects.find(one) for one in self.opened}
        self.changing = self.written.union(*(self.objects.chain(one) for one in self.covered))
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
        own = self.objects.find(self.classes[var])
        return own in self.changing or (own in self.parts and self.is_touched(var))

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
        effect = effect_of(node, self.pure_functions)
        if effect is Effect.WRITING:
            return operation(node).form is Form.AUGMENTED and not node.targets
        done = operation(node)
        return makes_new(done) or done.shares is Shares.ITEMS or gives_scalar(node, effect)

    def kept(self, function: Function) -> set[Atom]:
        """The variables of which a part may be kept, or that are written under their own names."""
        found: set[Atom] = set(function.body.results)
        for node in walk(function.body):
            if not self.only_computes(node):
                found.update(uses_of(node))
            elif type(node) is Entry and effect_of(node, self.pure_functions) is Effect.WRITING:
                found.update(node.args[:1])
        return found

    def may_change(self, node: Node, var: Var) -> bool:
        """Whether an entry may write to an object, or to a part of it."""
        if type(node) is not Entry:
            return has_effect(node, self.pure_functions)
        change = self.change_of(node)
        if change is None:
            return False
        own, (written, of_parts) = self.of(var), change
        if written == own or (own in self.parts and written in self.objects.chain(own)):
            return True
        return of_parts and own in self.objects.chain(written)

    def change_of(self, node: Entry) -> tuple[int, bool] | None:
        """The class that an entry may write to, and whether it may write to what that holds; None if it writes to nothing."""
        effect = effect_of(node, self.pure_functions)
        if effect is Effect.UNKNOWN:
            return self.objects.find(self.world), True
        if effect is not Effect.WRITING:
            return None
        name = operation_of(node)
        return self.of(node.args[0]), name == "add_at" or self.may_be_array(node, name)

    def overlap(self, one: Atom, other: Atom) -> bool:
        """Whether two may be the same object, or one of them a part of the other."""
        return self.parts_of_one(self.of(one), self.of(other))

    def parts_of_one(self, first: int, second: int) -> bool:
        return first in self.objects.chain(second) or second in self.objects.chain(first)

    def is_touched(self, var: Var) -> bool:
        """Whether the object, or anything it holds, may be written in place."""
        if var not in self.classes:
            return False
        start = self.objects.find(self.classes[var])
        if start not in self.known:
            self.known[start] = not self.changing.isdisjoint(self.objects.chain(start))
        return self.known[start]

    def is_handed_out(self, var: Var) -> bool:
        """Whether the object, or a part of it, may be a result of the function, or be held by one."""
        if var not in self.classes:
            return False
        own = self.objects.find(self.classes[var])
        return not self.handed_out.isdisjoint(self.objects.chain(own) if own in self.parts else (own,))

    @functools.cached_property
    def handed_out(self) -> set[int]:
        operands: dict[int, list[Atom]] = {}
        for made, atom in self.joined:
            operands.setdefault(self.of(made), []).append(atom)
        found: set[int] = set()
        open_ = list(self.results)
        while open_:
            new = set(self.objects.chain(open_.pop())) - found
            found |= new
            for one in new:
                open_ += [self.objects.contents(self.of(atom)) for atom in operands.get(one, ())]
        return found

    @property
    def world_is_written(self) -> bool:
        return self.objects.find(self.world) in self.changing

    # ---------------------------------------------------------------------------------------------------- classes

    def of(self, atom: Atom) -> int:
        """The class of an atom. Literals can't be written; globals belong to the world."""
        if type(atom) is Var:
            known = self.classes.get(atom)
            if known is None:
                known = self.classes[atom] = self.objects.new()
            return self.objects.find(known)
        return self.objects.find(self.world) if type(atom) is Ref else self.objects.new()

    def item(self, container: Atom) -> int:
        """The class of what is read from a container: an item, or a part of it that holds items."""
        item = self.objects.contents(self.of(container))
        self.opened += [self.of(container), item]
        self.objects.unify(item, self.objects.contents(item))
        return self.objects.find(item)

    def mix(self, atoms: Iterable[Atom]) -> int:
        """Let atoms be anything of each other: the same object, or one inside of another."""
        mixed = self.objects.new()
        self.objects.unify(mixed, self.objects.contents(mixed))
        for atom in atoms:
            self.objects.unify(mixed, self.of(atom))
        return mixed

    # ---------------------------------------------------------------------------------------------------- entries

    def block(self, block: Block) -> None:
        for node in block.entries:
            if type(node) is Entry:
                self.entry(node)
            else:
                self.region(node)

    def entry(self, node: Entry) -> None:
        done, effect = operation(node), effect_of(node, self.pure_functions)
        name = done.name
        if effect is Effect.UNKNOWN:
            fn = (node.fn,) if type(node.fn) is Var else ()
            mixed = self.mix((*node.targets, *node.args, *(atom for _, atom in node.kwargs), *fn))
            self.objects.unify(mixed, self.world)
            self.writes.append(mixed)
            self.covered.append(mixed)
        elif effect is Effect.WRITING:
            self.write(node, name)
        elif makes_object(done) and len(node.targets) == 1:
            self.make(node, done)
        elif name is None and type(node.fn) is Ref and id(node.fn.value) in COPIERS:
            self.make(node, done)
        elif makes_new(done) or gives_scalar(node, effect):
            self.arrays.update(node.targets if id(callee_of(node)) in NEW else ())
            self.counts.update(node.targets if callee_of(node) is len else ())
        elif name == "getattr" and node.args[0] in self.arrays and node.args[1] in SHAPE_ATTRIBUTES:
            return
        elif name in ("getitem", "unpack") or gives_item(node):
            item = self.item(node.args[0])
            for target in node.targets:
                self.objects.unify(item, self.of(target))
            self.arrays.update(node.targets if node.args[0] in self.arrays else ())  # or numbers out of one
        elif name in ("tuple_of", "dup"):
            self.same(node.targets, node.args if name == "tuple_of" else node.args[:1] * len(node.targets))
        else:
            self.mix((*node.targets, *node.args, *(atom for _, atom in node.kwargs)))

    def make(self, node: Entry, done: Operation) -> None:
        """A new object: displays hold their arguments, operators on containers what their operands hold."""
        name = done.name
        if done.shares is Shares.ITEMS and any(map(self.is_of_numbers, node.args)):
            self.arrays.update(node.targets)
            return
        if done.shares is Shares.ITEMS:
            self.joined += [(node.targets[0], atom) for atom in node.args if type(atom) is not Const]
            self.displays.update(node.targets if name == "mul" and self.repeats_display(*node.args) else ())
            return
        holds = name == "dup" or done.is_display
        if done.makes_container or (not name and is_one_of(callee_of(node), LISTS)):
            self.displays.update(node.targets)
        inside = self.objects.contents(self.of(node.targets[0]))
        for atom in node.args:
            if type(atom) is not Const:
                self.objects.unify(inside, self.of(atom) if holds else self.objects.contents(self.of(atom)))
                if not name:  # the items of an array are parts of it
                    self.opened.append(self.of(atom))

    def repeats_display(self, one: Atom, other: Atom) -> bool:
        """Whether a list is repeated: a product with an array would be an array."""
        return any(
            xs in self.displays and (n in self.counts or (type(n) is Const and type(n.value) is int))
            for xs, n in ((one, other), (other, one))
        )

    def is_of_numbers(self, atom: Atom) -> bool:
        """Whether it is an array that is made here, a part of one, or a number with a point: no container of objects."""
        return atom in self.arrays or type(atom) is Const and type(atom.value) is float

    def may_be_array(self, node: Entry, name: str | None) -> bool:
        """Whether what is written may be an array, of which all parts change with it."""
        if name is None:
            return all(getattr(callee_of(node), "__objclass__", None) is not one for one in LISTS)
        done = operation(node)
        whole = done.name in ("store", "increase") or done.form is Form.AUGMENTED
        return whole or (name == "setitem" and node.args[0] not in self.displays)

    def write(self, node: Entry, name: str | None) -> None:
        container = self.of(node.args[0])
        self.writes.append(container)
        if self.may_be_array(node, name):
            self.covered.append(container)
        if node.args[0] in self.arrays and (name == "setitem" or operation(node).form is Form.AUGMENTED):
            self.arrays.update(node.targets)
            for target in node.targets:
                self.objects.unify(container, self.of(target))
            return  # numbers are copied into it
        if name in ("append", "setitem"):
            inside = self.objects.contents(container)
            self.objects.unify(inside, self.of(node.args[-1]))
            if name == "setitem":
                self.objects.unify(inside, self.objects.contents(self.of(node.args[-1])))
        elif name == "add_at":
            self.writes.append(self.objects.contents(container))
            self.mix((node.args[2], *node.targets))
        elif name == "delitem" or writes_whole(node) or is_ufunc_at(callee_of(node)):
            return
        elif operation(node).form is Form.AUGMENTED:
            self.objects.unify(container, self.of(node.targets[0]))
            self.objects.unify(self.objects.contents(container), self.objects.contents(self.of(node.args[1])))
        elif name == "take_last" or (type(node.fn) is Ref and node.fn.value is list.pop):
            for target in node.targets:
                self.objects.unify(self.objects.contents(container), self.of(target))
        else:
            self.mix((*node.targets, *node.args))

    # ---------------------------------------------------------------------------------------------------- regions

    def region(self, node: If | For | While | Try | With | Closure) -> None:
        if type(node) is Closure:
            mixed = self.mix((node.target, *node.captures, *node.function.body.results))
            self.objects.unify(mixed, self.world)
            for param in node.function.params:
                self.objects.unify(mixed, self.of(param.var))
            self.block(node.function.body)
            return
        if type(node) is If:
            self.same(node.targets, node.then.results, node.orelse.results)
            self.block(node.then)
            self.block(node.orelse)
        elif type(node) is Try:
            self.same(node.targets, node.body.results, *(handler.block.results for handler in node.handlers))
            self.block(node.body)
            for handler in node.handlers:
                self.block(handler.block)
        else:
            self.bound(node)
            self.block(node.body)

    def bound(self, node: For | While | With) -> None:
        if type(node) is With:
            bound = (node.bound,) if node.bound else ()
            mixed = self.mix((node.manager, *bound))
            self.objects.unify(mixed, self.world)
            self.writes.append(mixed)
            self.covered.append(mixed)
            self.same(node.targets, node.body.results)
            return
        self.same(node.targets, node.params, node.inits, node.body.results)
        if type(node) is While:
            self.block(node.cond)
            return
        self.objects.unify(self.item(node.iterable), self.of(node.item))

    def same(self, targets: tuple[Var, ...], *values: tuple[Atom, ...]) -> None:
        for target, *atoms in zip(targets, *values):
            for atom in atoms:
                if type(atom) is not Const:
                    self.objects.unify(self.of(target), self.of(atom))
