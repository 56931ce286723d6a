"""Which variables' adjoints count: those that vary, and that the differentiated results depend on.

A variable is *useful* if a result depends on it (Griewank & Walther, section 6.2). What is useful is found backwards;
every container counts as useful, since others may refer to what it holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import holds_array
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Node,
    Try,
    Var,
    While,
    With,
    atoms_of,
)


def active(function: Function, facts: Facts, results: Iterable[Atom] | None = None) -> set[Var]:
    """The variables that vary and are useful to the results of the function, or to these of them."""
    results = function.body.results if results is None else results
    useful = _Useful(facts)
    for var in facts.varied:
        kind = facts.kind(var)
        if kind.name in (*K.CONTAINERS, "unknown", "function", "object") or (
            K.is_array(kind) and facts.classes.is_written(var)
        ):
            useful.found.add(var)
    while True:
        before = len(useful.found)
        useful.add(results)
        useful.block(function.body)
        if len(useful.found) == before:
            return useful.found & facts.varied


class _Useful:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.found: set[Var] = set()

    def add(self, atoms: Iterable[Any]) -> None:
        self.found.update([atom for atom in atoms if type(atom) is Var])

    def block(self, block: Block) -> None:
        for node in reversed(block.entries):
            self.node(node)

    def results(self, targets: tuple[Var, ...], block: Block) -> None:
        self.add(atom for target, atom in zip(targets, block.results) if target in self.found)
        self.block(block)

    def node(self, node: Node) -> None:
        if isinstance(node, Entry):
            if not node.targets or not self.found.isdisjoint(node.targets) or self.may_put(node):
                self.add(atoms_of(node))
        elif isinstance(node, If):
            self.results(node.targets, node.then)
            self.results(node.targets, node.orelse)
        elif isinstance(node, (For, While)):
            self.loop(node)
        elif isinstance(node, Try):
            for handler in node.handlers:
                self.results(node.targets, handler.block)
            self.results(node.targets, node.body)
        elif isinstance(node, With):
            self.results(node.targets, node.body)
        elif isinstance(node, Closure):
            self.add(node.captures)

    def may_put(self, node: Entry) -> bool:
        """Whether a function of the module may append something to a list that varies, or write it into an array."""
        return isinstance(node.fn, FunctionRef) and any(map(self.may_take_up, node.args))

    def may_take_up(self, atom: Atom) -> bool:
        kind = self.facts.kind(atom)
        if not isinstance(atom, Var) or atom not in self.found:
            return False
        return kind.name == "list" or (holds_array(kind) and self.facts.classes.is_written(atom))

    def loop(self, node: For | While) -> None:
        while True:
            before = len(self.found)
            for target, param, end in zip(node.targets, node.params, node.body.results):
                if target in self.found or param in self.found:
                    self.add((end, param))
            self.block(node.body)
            if len(self.found) == before:
                break
        self.add(init for param, init in zip(node.params, node.inits) if param in self.found)
