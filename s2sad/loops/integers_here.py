"""Integers, computed where they are wanted: counts of iterations, lengths of axes, sums and products of these.

t = len x
u = range t            at a place before both: n = len x
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.lengths import Length, Named
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Const,
    Entry,
    For,
    Function,
    Node,
    Ref,
    Var,
)
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import definitions_of
from s2sad.loops.emission import emitted
from s2sad.loops.ranges import range_made

_RANGE, _LEN, _MAX = Ref("range", range), Ref("len", len), Ref("max", max)
_INTEGERS = ("add", "sub", "mul", "floordiv")


class IntegersHere:
    """Emits to `out` what integers are; `scope` has the variables that are there, those in `without` aren't asked."""

    def __init__(
        self, function: Function, facts: Facts, shapes: Shapes, names: Names, without: Collection[Var]
    ) -> None:
        self.facts, self.shapes, self.names, self.without = facts, shapes, names, without
        self.definitions = definitions_of(function)
        self.out: list[Node] = []
        self.computed: dict[Any, Var] = {}
        self.params = {param.var for param in function.params}
        self.scope: set[Any] = set(self.params)

    def key_of(self, fn: Any, args: Any) -> Any:
        return (fn if isinstance(fn, str) else fn.path), tuple(args)

    def value(self, fn: Any, *args: Atom, hint: str = "t") -> Var:
        """An integer, which is computed once."""
        key = self.key_of(fn, args)
        if self.computed.get(key) not in self.scope:
            self.computed[key] = self.emit(fn, *args, hint=hint)
        return self.computed[key]

    def emit(self, fn: Any, *args: Atom, hint: str = "t", kwargs: tuple = (), loc: Any = None) -> Var:
        target = emitted(self.out, self.names, fn, *args, hint=hint, kwargs=kwargs, loc=loc)
        self.scope.add(target)
        return target

    def count_of(self, node: For) -> Any:
        """How many iterations a loop has at most; None where that isn't known yet."""
        made = range_made(self.definitions, node.iterable)
        if made is None:
            return None
        ends: list[Atom] | None = all_known([self.available(atom) for atom in made.args])
        if ends is None:
            return None
        if all(isinstance(end, Const) for end in ends):
            return Const(len(range(*(end.value for end in ends))))
        if len(ends) == 1 and self.is_natural(made.args[0]):
            return ends[0]
        if len(ends) == 1:
            return self.value(_MAX, ends[0], Const(0), hint="count")
        return self.value(_LEN, self.value(_RANGE, *ends), hint="count")

    def is_natural(self, atom: Atom) -> bool:
        """Whether an integer is known not to be negative."""
        made = self.definitions.get(atom)
        return made is not None and _is_count(made, self.definitions)

    def available(self, atom: Atom, depth: int = 20) -> Atom | None:
        """An integer as it is computed here; None if it can't be."""
        if isinstance(atom, Const):
            return atom
        made = self.definitions.get(atom)
        if made is None or depth == 0 or not self.is_plain(made):
            return atom if atom in self.scope else None
        args: list[Atom] | None = all_known([self.available(arg, depth - 1) for arg in made.args])
        if args is None or (atom in self.scope and self.key_of(made.fn, args) not in self.computed):
            return atom if atom in self.scope else None
        return self.value(made.fn, *args, hint=atom.name)

    def is_plain(self, made: Entry) -> bool:
        name, callee = operation_of(made), callee_of(made)
        if any(atom in self.without for atom in made.args) or made.kwargs:
            return False
        if name in _INTEGERS or callee in (max, min):
            return all(self.facts.kind(atom) == K.INT for atom in made.args)
        if callee is len:
            return self.facts.kind(made.args[0]).name in ("array", "list")
        if name == "getattr":
            return made.args[1] in (Const("shape"), Const("size")) and K.is_array(
                self.facts.kind(made.args[0])
            )
        return name == "getitem" and self.facts.kind(made.args[0]).name == "tuple"

    def length_atom(self, length: Length) -> Atom | None:
        """What is known of a length, computed here."""
        total: Atom = Const(length.number)
        for name, count in sorted(length.terms, key=repr):
            atom = self.symbol_atom(name)
            if atom is None:
                return None
            total = self.plus(total, self.times(atom, Const(count)))
        return total

    def symbol_atom(self, name: Any) -> Atom | None:
        if isinstance(name, Named):
            for var, lengths in self.shapes.arguments.items():
                for axis, length in enumerate(lengths):
                    if length.terms == frozenset(((name, 1),)) and not length.number and var in self.scope:
                        return self.axis_of(var, axis)
            return None
        if isinstance(name, Var):
            return self.available(name)
        if isinstance(name, tuple) and len(name) == 2 and isinstance(name[0], Var) and name[0] in self.scope:
            return self.axis_of(name[0], name[1])
        return None

    def axis_of(self, var: Var, axis: int) -> Atom:
        shape = self.value("getattr", var, Const("shape"), hint="shape")
        return self.value("getitem", shape, Const(axis), hint="n")

    def number_of(self, node: For) -> Atom:
        """The number of an iteration, counted from 0."""
        made = self.definitions[node.iterable]
        if len(made.args) == 1:
            return node.item
        first, step = made.args[0], (*made.args, Const(1))[2]
        number = self.plus(node.item, first, -1)
        return number if step == Const(1) else self.value("floordiv", number, step)

    def plus(self, one: Atom, other: Atom, factor: int = 1) -> Atom:
        if isinstance(one, Const) and isinstance(other, Const):
            return Const(one.value + factor * other.value)
        if other == Const(0):
            return one
        if one == Const(0) and factor == 1:
            return other
        if isinstance(other, Const) and other.value < 0:
            return self.value("sub" if factor == 1 else "add", one, Const(-other.value))
        return self.value("add" if factor == 1 else "sub", one, other)

    def times(self, one: Atom, other: Atom) -> Atom:
        if isinstance(one, Const) and isinstance(other, Const):
            return Const(one.value * other.value)
        for first, second in ((one, other), (other, one)):
            if first == Const(1):
                return second
            if first == Const(0):
                return Const(0)
        return self.value("mul", one, other)


def is_natural_range(made: Entry) -> bool:
    return isinstance(made.args[0], Const) and made.args[0].value >= 0


def _is_count(made: Entry, definitions: dict[Any, Entry]) -> bool:
    if callee_of(made) is len:
        return True
    if operation_of(made) == "getattr":
        return made.args[1] == Const("size")
    if operation_of(made) == "getitem":
        source = definitions.get(made.args[0])
        return source is not None and operation_of(source) == "getattr" and source.args[1] == Const("shape")
    return callee_of(made) is min and all(
        (inner := definitions.get(atom)) is not None and _is_count(inner, definitions) for atom in made.args
    )
