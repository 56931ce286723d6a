"""Which tuples of a module are records of one kind: found by unification, wherever they go in between.

return result, saved            what `power_rev` reads as `saved` is what `power_fwd` made, also where a loop of the
t, saved = power_fwd(x, n)      main function kept it in a list, or a record has it as one of its values
x_bar = power_rev(saved, 1.0)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from s2sad.ir.nodes import Atom, Block, Entry, For, Function, FunctionRef, If, Module, Var, While, blocks_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import uses_of, walk


@dataclass(eq=False)
class Term:
    """What variables of one kind hold, by the places of tuples, or as the "item" of a list.

    `made` has the entries that make such tuples; of a record, which functions hand to one another, `read` are the places
    that anything is read of.
    """

    parts: dict[Any, Term] = field(default_factory=dict)
    made: list[tuple[Function, Entry]] = field(default_factory=list)
    read: set[int] = field(default_factory=set)
    is_handed: bool = False
    above: Term | None = None

    def root(self) -> Term:
        found = self
        while found.above is not None:
            found = found.above
        return found

    def part(self, place: Any) -> Term:
        return self.root().parts.setdefault(place, Term()).root()

    @property
    def is_record(self) -> bool:
        return self.is_handed and bool(self.made)


def unify(one: Term, other: Term) -> None:
    """Let two terms be the same, and their parts."""
    waiting = [(one, other)]
    while waiting:
        left, right = (each.root() for each in waiting.pop())
        if left is right:
            continue
        right.above = left
        left.made += right.made
        left.read |= right.read
        left.is_handed = left.is_handed or right.is_handed
        for place, part in right.parts.items():
            waiting.append((left.parts.setdefault(place, part), part))


class Terms:
    """The terms of all the variables of a module."""

    def __init__(self, module: Module) -> None:
        self.functions = {function.name: function for function in module.functions}
        self.terms: dict[tuple[str, Var], Term] = {}
        for function in module.functions:
            self.block(function, function.body)
            for param in function.params if function is not module.main else ():
                self.of(function, param.var).is_handed = True
        for function in module.functions:
            self.reads(function)

    def of(self, function: Function, atom: Atom) -> Term:
        if not isinstance(atom, Var):
            return Term()
        return self.terms.setdefault((function.name, atom), Term()).root()

    def record(self, function: Function, atom: Atom) -> Term | None:
        """The record that a variable stands for."""
        term = self.of(function, atom)
        return term if term.is_record else None

    def block(self, function: Function, block: Block) -> None:
        for node in block.entries:
            if isinstance(node, Entry):
                self.entry(function, node)
                continue
            for inner in blocks_of(node):
                self.block(function, inner)
            if isinstance(node, If):
                self.same(function, node.targets, node.then.results)
                self.same(function, node.targets, node.orelse.results)
            elif isinstance(node, (For, While)):
                for atoms in (node.params, node.inits, node.body.results):
                    self.same(function, node.targets, atoms)
            if isinstance(node, For):
                unify(self.of(function, node.item), self.of(function, node.iterable).part("item"))

    def same(self, function: Function, targets: Iterable[Atom], atoms: Iterable[Atom]) -> None:
        for target, atom in zip(targets, atoms):
            unify(self.of(function, target), self.of(function, atom))

    def entry(self, function: Function, node: Entry) -> None:
        name, callee = operation_of(node), callee_of(node)
        if isinstance(node.fn, FunctionRef):
            called = self.functions[node.fn.name]
            for param, atom in zip(called.params, node.args):
                unify(self.of(called, param.var), self.of(function, atom))
            for target, atom in zip(node.targets, called.body.results):
                unify(self.of(function, target), self.of(called, atom))
                self.of(function, target).is_handed = True
        elif name == "tuple_of":
            whole = self.of(function, node.targets[0])
            whole.made.append((function, node))
            for place, atom in enumerate(node.args):
                unify(whole.part(place), self.of(function, atom))
        elif callee is zip:
            item = self.of(function, node.targets[0]).part("item")
            for place, atom in enumerate(node.args):
                unify(item.part(place), self.of(function, atom).part("item"))
        elif name == "unpack":
            for place, target in enumerate(node.targets):
                unify(self.of(function, node.args[0]).part(place), self.of(function, target))
        elif name == "append":
            unify(self.of(function, node.args[0]).part("item"), self.of(function, node.args[1]))
        elif callee is reversed or name == "dup":
            self.same(function, node.targets, node.args[:1] * len(node.targets))

    def reads(self, function: Function) -> None:
        """Note which places of records the function reads."""
        used: set[Atom] = set(function.body.results)
        for node in walk(function.body):
            used.update(uses_of(node))
        for node in walk(function.body):
            if operation_of(node) == "unpack":
                assert isinstance(node, Entry)
                places = [place for place, target in enumerate(node.targets) if target in used]
                self.of(function, node.args[0]).read.update(places)
