"""Which adjoints may be zero because something else was chosen, so that an infinite partial must not poison them.

y_bar = unreduce 1.0 …          no zero among them
t_bar = np.where c y_bar 0      zero where the other branch was chosen
x_bar = guarded (0.5 / t) t_bar
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.runtime.broadcasting import guarded, unbroadcast, unbroadcast_to
from s2sad.runtime.reductions import unreduce

_DEPTH = 24
_INFINITE = (
    *(operator.truediv, operator.pow, np.divide, np.reciprocal, np.power, np.float_power),
    *(np.log, np.log2, np.log10, np.log1p, np.arctanh, np.exp, np.expm1, np.sinh, np.cosh, np.tan),
)
_ELEMENTWISE = (
    operator.mul,
    operator.pow,
    operator.add,
    operator.sub,
    operator.neg,
    operator.getitem,
    np.where,
)
_FACTORS = (guarded, operator.mul, operator.truediv, operator.neg, np.matmul, np.dot)
_SUMS = (operator.add, operator.sub)
_FIRST = (
    operator.getitem,
    unreduce,
    unbroadcast,
    unbroadcast_to,
    np.reshape,
    np.transpose,
    np.copy,
    np.sum,
    np.broadcast_to,
    np.expand_dims,
)


_SQUARES = (np.square, np.abs, abs)


def is_square(node: Entry) -> bool:
    """Whether it gives a value that is zero only where its partial is zero too."""
    name = operation_of(node)
    if name == "mul":
        return node.args[0] == node.args[1]
    if name == "pow" and isinstance(node.args[1], Const):
        exponent = node.args[1].value
        return isinstance(exponent, (int, float)) and exponent > 1
    return isinstance(node.fn, Ref) and any(node.fn.value is function for function in _SQUARES)


def is_sum_of_squares(node: Entry, facts: Facts) -> bool:
    """Whether it is the product of a vector with itself, or the same by subscripts."""
    if not isinstance(node.fn, Ref) or node.kwargs:
        return False
    if node.fn.value is np.einsum:
        text = node.args[0].value if isinstance(node.args[0], Const) else None
        before = text.replace(" ", "").split("->")[0].split(",") if isinstance(text, str) else []
        return len(before) == 2 and before[0] == before[1] and node.args[1] == node.args[2]
    products = (operator.matmul, np.matmul, np.dot, np.inner, np.vdot)
    one = len(node.args) == 2 and node.args[0] == node.args[1] and facts.kind(node.args[0]).ndim == 1
    return one and any(node.fn.value is function for function in products)


def is_inverse(node: Entry) -> bool:
    """Whether it is a power that is infinite itself where its partial is."""
    if operation_of(node) != "pow" or not isinstance(node.args[1], Const):
        return False
    exponent = node.args[1].value
    return isinstance(exponent, (int, float)) and exponent <= 0


def is_root_or_itself(node: Entry) -> bool:
    """Whether it is a power with an exponent from 0 to 1, which is finite where its base is."""
    exponent = node.args[1].value if len(node.args) == 2 and isinstance(node.args[1], Const) else None
    is_power = operation_of(node) == "pow" or callee_of(node) is np.power
    return is_power and isinstance(exponent, (int, float)) and 0 <= exponent <= 1


def is_share(node: Entry) -> bool:
    """Whether it is divided by a number that the program names, as in `dt / 6`."""
    divisor = node.args[1].value if len(node.args) == 2 and isinstance(node.args[1], Const) else None
    return operation_of(node) == "truediv" and isinstance(divisor, (int, float)) and divisor != 0


def is_infinity(atom: Atom) -> bool:
    return isinstance(atom, (Const, Ref)) and isinstance(atom.value, float) and atom.value == np.inf


class Masks:
    """`definitions` has the entries of both sweeps, `primal` the variables of the forward one."""

    def __init__(self, facts: Facts, definitions: dict[Any, Entry], primal: set[Var]) -> None:
        self.facts, self.definitions, self.primal = facts, definitions, primal
        self.unbounded: set[Any] = set()  # the classes of what has adjoints that may be infinite

    def may_be_infinite(self, atom: Atom, depth: int = 0) -> bool:
        """Whether a value comes from a function that is infinite, or not a number, somewhere."""
        node = self.definitions.get(atom) if isinstance(atom, Var) and depth <= _DEPTH else None
        if node is None or not isinstance(node.fn, Ref):
            return False
        if is_share(node):
            return self.may_be_infinite(node.args[0], depth + 1)
        if any(node.fn.value is function for function in _INFINITE) and not is_root_or_itself(node):
            return True
        if any(node.fn.value is f for f in _ELEMENTWISE) or isinstance(node.fn.value, np.ufunc):
            return any(self.may_be_infinite(argument, depth + 1) for argument in node.args)
        return False

    def is_mask(self, atom: Atom, depth: int = 0) -> bool:
        """Whether a partial is made of comparisons: 0 where something else is chosen."""
        if not isinstance(atom, Var) or depth > _DEPTH:
            return False
        if K.element(self.facts.kind(atom)) == K.BOOL:
            return True
        node = self.definitions.get(atom) if atom not in self.primal else None
        if node is None or not isinstance(node.fn, Ref):
            return False
        if node.fn.value in (operator.mul, operator.add, operator.sub, operator.neg):
            return any(self.is_mask(argument, depth + 1) for argument in node.args)
        return False

    def may_vanish(self, atom: Atom, depth: int = 0) -> bool:
        """Whether an adjoint may be zero where its primal isn't used."""
        if isinstance(atom, Const) or (isinstance(atom, Ref) and not callable(atom.value)):
            return False
        if not isinstance(atom, Var) or depth > _DEPTH:
            return True
        if atom in self.primal:
            return K.is_array(self.facts.kind(atom)) or self.facts.kind(atom) not in K.NUMBERS
        node = self.definitions.get(atom)
        if node is None or not isinstance(node.fn, Ref):
            return True
        if node.fn.value is np.where and is_infinity(node.args[1]):
            return False  # the root of a sum of squares, as it is divided by
        if operation_of(node) == "dup":
            return self.may_vanish(node.args[0], depth + 1)
        if node.fn.value in _SUMS:
            return all(self.may_vanish(argument, depth + 1) for argument in node.args)
        if any(node.fn.value is function for function in _FACTORS):
            return any(self.may_vanish(argument, depth + 1) for argument in node.args)
        if any(node.fn.value is function for function in _FIRST) or isinstance(node.fn.value, np.ufunc):
            return self.may_vanish(node.args[0], depth + 1)
        return True
