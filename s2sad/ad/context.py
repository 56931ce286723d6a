"""What differentiating a module needs to know of the whole of it: its functions, the rules, the derivatives made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from s2sad.analysis.infer import Fact, Facts, infer
from s2sad.frontend.derivatives import Nested
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Entry, Function, Module, Ref, Var, atoms_of
from s2sad.ir.rewrite import defined_in, walk
from s2sad.rules.declare import Rule
from s2sad.rules.view import View


@dataclass(frozen=True)
class Signature:
    """For which calls a derivative of a function is: its name, and the facts of its arguments."""

    name: str
    facts: tuple[Fact, ...]


@dataclass
class Context:
    """A module that is being differentiated. Functions made on the way are added to it."""

    view: View
    functions: dict[str, Function]
    at_run_time: Any = None
    pairs: dict[Signature, Any] = field(default_factory=dict)
    tangents: dict[Signature, Any] = field(default_factory=dict)
    results: dict[Signature, tuple[Fact, ...]] = field(default_factory=dict)
    nested: dict[str, Nested] = field(default_factory=dict)
    make_nested: Any = None
    replayed: set[Var] = field(default_factory=set)

    @classmethod
    def of(cls, module: Module, view: View, at_run_time: Any = None) -> "Context":
        """`at_run_time` has the functions that differentiate what is known only when the program runs."""
        return cls(view, {function.name: function for function in module.functions}, at_run_time)

    def dynamic(self, name: str) -> Ref:
        return Ref(name, getattr(self.at_run_time, name))

    def new_name(self, hint: str) -> str:
        name, number = hint, 1
        while name in self.functions:
            number += 1
            name = f"{hint}_{number}"
        return name

    def names_for(self, function: Function) -> Names:
        """A maker of names that are new to a function, to the functions of the module and to what they call."""
        names = Names(self.functions)
        names.reserve(var.name for var in defined_in(function.body))
        names.reserve(param.var.name for param in function.params)
        for node in walk(function.body):
            names.reserve(atom.path.partition(".")[0] for atom in atoms_of(node) if isinstance(atom, Ref))
        return names

    def add(self, function: Function) -> None:
        self.functions[function.name] = function

    def rule(self, node: Entry, kinds: tuple[K.Kind, ...]) -> Rule | None:
        """The rule for an entry that calls something known."""
        if not isinstance(node.fn, Ref):
            return None
        value = node.fn.value
        if value is abs and kinds == (K.COMPLEX,):
            value = complex.__abs__
        keywords = [name for name, _ in node.kwargs]
        return self.view.lookup(value, len(node.args), keywords)

    def facts_of(self, function: Function, params: tuple[Fact, ...]) -> Facts:
        return infer(function, params, self.view.is_constant, self.result_facts)

    def result_facts(self, name: str, args: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """What is known of the results of a function of the module, from its arguments; recursion by iteration."""
        key = Signature(name, args)
        if key in self.results:
            return self.results[key]
        function = self.functions[name]
        self.results[key] = tuple((K.BOTTOM, False) for _ in function.body.results)
        while True:
            facts = self.facts_of(function, args)
            found = tuple(map(facts.fact, function.body.results))
            if found == self.results[key]:
                return found
            self.results[key] = found
