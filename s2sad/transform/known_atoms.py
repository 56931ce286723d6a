"""What is known of variables at a place in a function: their value, what defines them, their items, and whether they are true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from s2sad.ir.nodes import Atom, Const, Var
from s2sad.transform.rebuild import is_undefined


@dataclass
class KnownAtoms:
    """`values` are atoms that stand for variables, `definitions` the operations that make these, `items` those of tuples in sight.

    `truths` are variables that hold a bool, `facts` what those are in the branch at hand.
    """

    values: dict[Var, Atom] = field(default_factory=dict)
    definitions: dict[Var, tuple[str, tuple[Atom, ...]]] = field(default_factory=dict)
    items: dict[Var, tuple[Atom, ...]] = field(default_factory=dict)
    truths: set[Var] = field(default_factory=set)
    facts: dict[Var, bool] = field(default_factory=dict)

    def atom(self, atom: Atom) -> Atom:
        """What stands for an atom."""
        return self.values.get(atom, atom) if type(atom) is Var else atom

    def truth(self, atom: Atom) -> bool | None:
        """Whether an atom counts as true, if that is known."""
        if type(atom) is Const and not is_undefined(atom):
            return bool(atom.value)
        return self.facts.get(atom) if type(atom) is Var else None

    def learned(self, cond: Atom, holds: bool) -> Iterable[tuple[Var, bool]]:
        """What follows of a condition that holds, or doesn't: it is the negation of another one, perhaps."""
        while type(cond) is Var and cond in self.truths:
            yield cond, holds
            name, args = self.definitions.get(cond, ("", ()))
            if name != "not_":
                return
            cond, holds = args[0], not holds

    def items_of(self, atom: Atom) -> tuple[Atom, ...] | None:
        """The items of a tuple in sight."""
        return self.items.get(atom) if type(atom) is Var else None

    def opposite(self, atom: Atom) -> Atom | None:
        """The bool that is `not atom`, where there is one already."""
        known = self.truth(atom)
        if known is not None:
            return Const(not known)
        name, args = self.definitions.get(atom, ("", ())) if type(atom) is Var else ("", ())
        return args[0] if name == "not_" and args[0] in self.truths else None

    def is_truth(self, atom: Atom) -> bool:
        """Whether an atom is a bool."""
        return type(atom.value) is bool if type(atom) is Const else atom in self.truths

    def decided(self, cond: Atom, target: Var, one: Atom, other: Atom) -> bool:
        """Whether what two branches give is an atom that is known before them, which stands for the target then."""
        if one is other or one == other:
            if not is_undefined(one):
                self.values[target] = one
                return True
        elif cond in self.truths and one == Const(True) and other == Const(False):
            self.values[target] = cond
            return True
        if self.is_truth(one) and self.is_truth(other):
            self.truths.add(target)
        return False
