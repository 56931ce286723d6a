"""Which adjoints may be zero because something else was chosen, so that an infinite partial must not poison them.

    y_bar = unreduce 1.0 …          no zero among them
    t_bar = np.where c y_bar 0      zero where the other branch was chosen
    x_bar = guarded (0.5 / t) t_bar
"""

from __future__ import annotations

import operator

import numpy as np

from s2sad.analysis.infer import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.reductions import unreduce

_DEPTH = 24
_FACTORS = (operator.mul, operator.truediv, operator.add, operator.sub, operator.neg, np.matmul, np.dot)
_FIRST = (unreduce, unbroadcast, np.reshape, np.transpose, np.copy, np.sum, np.broadcast_to, np.expand_dims)


class Masks:
    """`definitions` has the entries of both sweeps, `primal` the variables of the forward one."""

    def __init__(self, facts: Facts, definitions: dict[Var, Entry], primal: set[Var]) -> None:
        self.facts, self.definitions, self.primal = facts, definitions, primal

    def may_vanish(self, atom: Atom, depth: int = 0) -> bool:
        """Whether an adjoint may be zero where its primal isn't used."""
        if isinstance(atom, Const) or (isinstance(atom, Ref) and not callable(atom.value)):
            return False
        if not isinstance(atom, Var) or depth > _DEPTH:
            return True
        if atom in self.primal:
            return K.element(self.facts.kind(atom)) not in (K.FLOAT, K.INT, K.COMPLEX)
        node = self.definitions.get(atom)
        if node is None or not isinstance(node.fn, Ref):
            return True
        if any(node.fn.value is function for function in _FACTORS):
            return any(self.may_vanish(argument, depth + 1) for argument in node.args)
        if any(node.fn.value is function for function in _FIRST) or isinstance(node.fn.value, np.ufunc):
            return self.may_vanish(node.args[0], depth + 1)
        return True
