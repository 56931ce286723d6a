"""Roots of what is zero only where its derivative is zero too: a sum of squares, as in a length.

    r = sqrt (x * x + y * y)        the partial of the root is 0.5 / r, and at 0 it is 0, not infinite:
                                    x_bar = 2 x (0.5 / r) r_bar  is zero at the origin, as the tangent is

A square, a sum of what isn't negative, and multiples of these *vanish* in this sense. What follows is a length's
convention at the origin: each mode, and second derivatives, give 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ad.strong_zero import is_sum_of_squares
from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, If, Node, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import walk
from s2sad.rules.declare import Partials
from s2sad.runtime.operations import power_of_squares, root_of_squares
from s2sad.runtime.reductions import roots_of_squares

_ROOTS = (math.sqrt, np.sqrt)
_SIZES = (np.square, np.abs, abs, math.fabs, np.fabs, np.var, np.ndarray.var)
_SUMS = (sum, math.fsum, np.sum, np.mean, np.ndarray.sum, np.ndarray.mean)
_SAME = (float, np.reshape, np.ravel, np.transpose, np.copy, np.expand_dims, np.squeeze, np.float64)
_REAL = (K.FLOAT, K.INT, K.BOOL)
_DEPTH = 40


class Squares:
    """What vanishes in a function, by the entries that make its values."""

    def __init__(self, body: Block, facts: Facts, root: Callable[[Atom], Atom]) -> None:
        self.body, self.facts, self.root = body, facts, root
        self.made: dict[Var, tuple[Node, int]] = {}
        self.assumed: set[Var] = set()
        self.depth = 0

    def rule_for(self, node: Entry, is_array: bool, lookup: Callable[..., Any]) -> Partials | None:
        """The rule for a root of what vanishes; None for anything else."""
        value, exponent = callee_of(node), node.args[-1] if node.args else None
        is_power = operation_of(node) == "pow" and isinstance(exponent, Const) and not node.kwargs
        if any(value is function for function in _ROOTS) and len(node.args) == 1 and not node.kwargs:
            chosen: Any = roots_of_squares if is_array else root_of_squares
        elif is_power and isinstance(exponent.value, float) and 0 < exponent.value < 1 and not is_array:
            chosen = power_of_squares
        else:
            return None
        if not self.made:
            self.learn()
        return lookup(chosen, len(node.args)) if self.vanishes(node.args[0]) else None

    def learn(self) -> None:
        for node in walk(self.body):
            if isinstance(node, (Entry, If, For)):
                self.made.update((target, (node, i)) for i, target in enumerate(node.targets))
            if isinstance(node, For):
                self.made.update((param, (node, i)) for i, param in enumerate(node.params))

    # ------------------------------------------------------------------------------------------- questions

    def vanishes(self, atom: Atom) -> bool:
        """Whether the derivative is zero wherever the value is."""
        return self.ask(atom, False)

    def is_sum(self, atom: Atom) -> bool:
        """Whether, besides, the value is never negative."""
        return self.ask(atom, True)

    def ask(self, atom: Atom, positive: bool) -> bool:
        atom = self.root(atom)
        if isinstance(atom, Const):
            return isinstance(atom.value, (int, float)) and atom.value >= 0
        if not isinstance(atom, Var) or K.element(self.facts.kind(atom)) not in _REAL:
            return False
        if self.facts.classes.is_written(atom) or self.depth > _DEPTH:
            return False
        if atom in self.assumed:
            return True
        node, place = self.made.get(atom, (None, 0))
        self.depth += 1
        found = node is not None and self.of_node(node, place, positive)
        self.depth -= 1
        return found

    def of_node(self, node: Node, place: int, positive: bool) -> bool:
        if isinstance(node, If):
            return all(self.ask(block.results[place], positive) for block in (node.then, node.orelse))
        if isinstance(node, For):
            return self.of_loop(node, place)
        assert isinstance(node, Entry)
        name, value, args = operation_of(node), callee_of(node), node.args
        if is_sum_of_squares(node, self.facts) or any(value is size for size in _SIZES):
            return True
        if name == "pow":
            return self.of_power(args[1], positive)
        if name == "mul":
            return self.of_product(args[0], args[1], positive)
        if name == "truediv" and (not positive or is_positive(args[1])):
            return self.is_constant(args[1]) and self.ask(args[0], positive)
        if name in ("add", "iadd"):
            return all(map(self.is_sum, args))
        if name == "sum" or any(value is function for function in _SUMS):
            return self.of_sum(args[0]) and all(map(self.is_sum, args[1:2] if value is sum else ()))
        if name == "getitem" or any(value is function for function in _SAME):
            return self.ask(args[0], positive)
        return self.is_same_twice(value, args)

    def is_same_twice(self, value: Any, args: tuple[Atom, ...]) -> bool:
        """`v.dot(v)`"""
        return (
            value is np.ndarray.dot and self.root(args[0]) == self.root(args[1]) and self.is_vector(args[0])
        )

    def is_vector(self, atom: Atom) -> bool:
        return self.facts.kind(atom).ndim == 1

    def of_loop(self, loop: For, place: int) -> bool:
        """A sum over the iterations: it begins with one, and what is added is one."""
        if place >= len(loop.params) or not self.is_sum(loop.inits[place]):
            return False
        param = loop.params[place]
        self.assumed.add(param)
        found = self.is_sum(loop.body.results[place])
        self.assumed.discard(param)
        return found

    def of_power(self, exponent: Atom, positive: bool) -> bool:
        n = exponent.value if isinstance(exponent, Const) else None
        return isinstance(n, (int, float)) and n > 1 and (not positive or n % 2 == 0)

    def of_product(self, one: Atom, other: Atom, positive: bool) -> bool:
        """A square, a multiple, or a product of two that vanish."""
        if self.root(one) == self.root(other):
            return True
        for factor, rest in ((one, other), (other, one)):
            if self.is_constant(factor) and (not positive or is_positive(factor)):
                return self.ask(rest, positive)
        return self.ask(one, positive) and self.ask(other, positive)

    def of_sum(self, items: Atom) -> bool:
        """Of an array, or of a list that is made here of what may be summed."""
        items = self.root(items)
        if self.facts.kind(items).name != "list":
            return self.is_sum(items)
        made = self.made.get(items, (None, 0))[0] if isinstance(items, Var) else None
        if not isinstance(made, Entry) or operation_of(made) != "list_of":
            return False
        added = list(made.args)
        for node in walk(self.body):
            if isinstance(node, Entry) and not node.targets and self.root(node.args[0]) == items:
                if operation_of(node) != "append":
                    return False
                added.append(node.args[1])
        return all(map(self.is_sum, added))

    def is_constant(self, atom: Atom) -> bool:
        """Whether nothing differentiated is in a factor."""
        return not isinstance(atom, Ref) and not self.facts.varies(atom)


def is_positive(atom: Atom) -> bool:
    return isinstance(atom, Const) and isinstance(atom.value, (int, float)) and atom.value > 0
