"""Which arrays have the same shape for sure, so that nothing was broadcast between them.

t = np.sin x            the shape of x
u = mul t x             the shape of x
v = getitem x 1:-1      one less at both ends; as getitem x 2:, which is two less at the start
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Function, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk
from s2sad.runtime.broadcasting import share_of_exp, unbroadcast
from s2sad.runtime.reductions import share_of_extreme

_OPERATORS = frozenset(
    "add sub mul truediv floordiv mod pow neg pos iadd isub imul itruediv lt le gt ge eq ne dup conjugate".split()
)
_SAME = (
    np.zeros_like,
    np.ones_like,
    np.empty_like,
    np.full_like,
    np.copy,
    np.ndarray.copy,
    np.ndarray.astype,
    abs,
    share_of_extreme,
)


def is_choice(node: Entry) -> bool:
    """`np.where(c, x, y)`"""
    return isinstance(node.fn, Ref) and node.fn.value is np.where and len(node.args) == 3


class Shapes:
    """`definitions` has the entries that make variables, `root` the variable that a copy is of."""

    def __init__(self, facts: Facts, definitions: dict[Var, Entry], root: Callable[[Atom], Atom]) -> None:
        self.facts, self.definitions, self.root = facts, definitions, root
        self.known: dict[Var, Any] = {}

    def define(self, function: Function) -> None:
        """Take the definitions from a function."""
        for node in walk(function.body):
            if isinstance(node, Entry) and len(node.targets) == 1:
                self.definitions[node.targets[0]] = node

    def of(self, atom: Atom) -> Any:
        """Something that is equal for atoms of the same shape; None for a number."""
        atom = self.root(atom)
        kind = self.facts.kind(atom)
        if kind in K.NUMBERS:
            return None
        if not isinstance(atom, Var) or not K.is_array(kind):
            return atom
        if atom not in self.known:
            for var in reversed(self.unknown_before(atom)):
                if var not in self.known:
                    self.known[var] = var  # a definition that depends on itself has no shape but its own
                    self.known[var] = self.found(var)
        return self.known[atom]

    def unknown_before(self, var: Var) -> list[Var]:
        """A variable, and those that its shape may come from, the later ones first: recursion would take a step in each."""
        found = {var: None}
        waiting = [var]
        for one in waiting:
            node = self.definitions.get(one)
            for atom in map(self.root, node.args if node is not None else ()):
                if isinstance(atom, Var) and atom not in self.known and K.is_array(self.facts.kind(atom)):
                    if atom not in found:
                        found[atom] = None
                        waiting.append(atom)
        return waiting

    def with_known_shape(self, node: Entry) -> Entry:
        """An entry that only asks for a shape, asking another array of that shape, which is there anyway."""
        if operation_of(node) == "getattr" and node.args[1] == Const("shape"):
            return replace(node, args=(self.another(node.args[0]), node.args[1]))
        if isinstance(node.fn, Ref) and node.fn.value is unbroadcast:
            return replace(node, args=(node.args[0], self.another(node.args[1])))
        return node

    def another(self, atom: Atom) -> Atom:
        shape = self.of(atom)
        return shape if isinstance(shape, Var) else atom

    def found(self, var: Var) -> Any:
        node = self.definitions.get(var)
        if node is None or not isinstance(node.fn, Ref) or node.kwargs:
            return var
        name = operation_of(node)
        value = node.fn.value
        is_elementwise = isinstance(value, np.ufunc) and value.signature is None
        if name in _OPERATORS or is_elementwise or value is share_of_exp or is_choice(node):
            shapes = {shape for shape in map(self.of, node.args) if shape is not None}
            return shapes.pop() if len(shapes) == 1 else var
        if name == "getitem":
            return self.part(node, var)
        same = any(node.fn.value is function for function in _SAME) or node.fn.value is operator.neg
        return self.of(node.args[0]) if same else var

    def part(self, node: Entry, var: Var) -> Any:
        shape = self.of_part(node.args[0], node.args[1])
        return var if shape is None else shape

    def of_part(self, array: Atom, index: Atom) -> Any:
        """The shape of what an index takes from an array; None if that can't be told."""
        if not K.is_array(self.facts.kind(array)):
            return None  # the items of a list may be of any shapes
        if index == Const(...):
            return self.of(array)
        cuts = self.cuts(index)
        return None if cuts is None else ("part", self.of(array), cuts)

    def only_adds_axes(self, index: Atom) -> bool:
        """Whether an index takes the whole array, with more axes: `x[:, None]`."""
        node = self.definitions.get(index) if isinstance(index, Var) else None
        if node is not None and operation_of(node) == "tuple_of":
            return all(map(self.only_adds_axes, node.args))
        if node is not None and operation_of(node) == "slice":
            return all(end == Const(None) for end in node.args)
        value = index.value if isinstance(index, Const) else 0
        return all(map(_is_whole, value)) if isinstance(value, tuple) else _is_whole(value)

    def cuts(self, index: Atom) -> Any:
        """How much an index takes off along each axis; None if that can't be told."""
        node = self.definitions.get(index) if isinstance(index, Var) else None
        if node is not None and operation_of(node) == "tuple_of":
            cuts = tuple(map(self.cuts, node.args))
            return None if None in cuts else cuts
        if node is not None and operation_of(node) == "slice":
            return self.cut(*node.args)
        if self.facts.kind(index) == K.INT:
            return "one"
        return ("index", index) if isinstance(index, Var) else repr(index)

    def cut(self, *ends: Atom) -> Any:
        values: list[Any] = [atom.value if isinstance(atom, Const) else atom for atom in ends]
        first, last = 0 if values[0] is None else values[0], values[1]
        pace = values[2] if len(values) > 2 else None
        if pace in (None, 1) and isinstance(first, int) and first >= 0:
            if last is None or (isinstance(last, int) and last < 0):
                return "less", first - (last or 0)
        return "slice", *ends


def _is_whole(index: Any) -> bool:
    return index is None or index is ... or index == slice(None)
