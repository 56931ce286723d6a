"""The derivative of a root, by the implicit function theorem: one linear system, whatever found the root.

    x = root_of x_0 'r' 'J' p       (r(x, p) = 0)

tangent:    r, r_dot = @r_jvp x p p_dot         adjoint:    r, saved = @r_fwd x p
            J = @J x p                                      J = @J x p
            x_dot = -solve J r_dot                          r_bar = -solve (transpose J) x_bar
                                                            p_bar = @r_rev saved r_bar

The residual and its Jacobian are taken at the root as it varies, so that derivatives of these entries are right too
(Griewank & Walther, section 15.5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, FunctionRef, Node, Ref, Var
from s2sad.ir.rewrite import substitute
from s2sad.runtime.roots import check_regular

Emit = Callable[[Any, tuple[Atom, ...], K.Kind], Var]
_SOLVE, _TRANSPOSE = Ref("np.linalg.solve", np.linalg.solve), Ref("np.transpose", np.transpose)
_NEGATIVE, _RAVEL, _RESHAPE = (Ref(f"np.{f.__name__}", f) for f in (np.negative, np.ravel, np.reshape))
_SHAPE = Ref("np.shape", np.shape)
_CHECK = Ref("check_regular", check_regular)
_VECTOR = K.array_kind(K.FLOAT, 1)


class Root:
    """One entry `root_of`, in either mode.

    `call` is that of the residual where the root stays: a variable that doesn't vary stands for it (`freed`).
    """

    def __init__(self, context: Context, facts: Facts, names: Names, node: Entry) -> None:
        _, residual, jacobian, *read = node.args
        assert isinstance(residual, Const) and isinstance(jacobian, Const)
        self.facts, self.x, self.read = facts, node.targets[0], read
        self.at = self.x  # or a copy, where the root is overwritten
        self.kind = facts.kind(self.x)
        self.is_array = K.is_array(self.kind)
        self.jacobian = FunctionRef(jacobian.value)
        known = (self.kind, True), *map(facts.fact, read)
        self.jacobian_kind = context.result_facts(jacobian.value, known)[0][0]
        self.residual_kind = context.result_facts(residual.value, known)[0][0]
        self.held, self.value = Var(names.fresh(self.x.name)), Var(names.fresh("residual"))
        facts.kinds[self.held], facts.kinds[self.value] = self.kind, self.residual_kind
        self.call = Entry((self.value,), FunctionRef(residual.value), (self.held, *read), (), node.loc)

    def freed(self, nodes: list[Node]) -> list[Node]:
        """Entries with the root itself, which varies when they are differentiated in their turn."""
        return list(substitute(Block(tuple(nodes)), {self.held: self.at}).entries)

    def regular_jacobian(self, emit: Emit, out: list) -> Var:
        """The Jacobian at the root, after it was looked at whether it has an inverse."""
        jacobian = emit(self.jacobian, (self.at, *self.read), self.jacobian_kind)
        out.append(Entry((), _CHECK, (jacobian,), (), self.call.loc))
        return jacobian

    def tangent(self, emit: Emit, out: list, dot: Atom) -> Var:
        """The tangent of the root, from that of the residual where the root stays."""
        jacobian = self.regular_jacobian(emit, out)
        if not self.is_array:
            return emit("neg", (emit("truediv", (dot, jacobian), K.FLOAT),), K.FLOAT)
        moved = emit(_NEGATIVE, (emit(_SOLVE, (jacobian, dot), _VECTOR),), _VECTOR)
        return moved if self.kind.ndim == 1 else emit(_RESHAPE, (moved, self.shape(emit)), self.kind)

    def cotangent(self, emit: Emit, out: list, bar: Atom) -> Var:
        """The cotangent of the residual, from that of the root."""
        jacobian = self.regular_jacobian(emit, out)
        if not self.is_array:
            return emit("neg", (emit("truediv", (bar, jacobian), K.FLOAT),), K.FLOAT)
        bar = bar if self.kind.ndim == 1 else emit(_RAVEL, (bar,), _VECTOR)
        transposed = emit(_TRANSPOSE, (jacobian,), self.jacobian_kind)
        return emit(_NEGATIVE, (emit(_SOLVE, (transposed, bar), _VECTOR),), _VECTOR)

    def shape(self, emit: Emit) -> Var:
        return emit(_SHAPE, (self.at,), K.tuple_kind((K.INT,) * (self.kind.ndim or 0)))
