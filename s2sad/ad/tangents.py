"""Tangents of variables: what the forward transformation of one function goes by, and emits to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from s2sad.ad.context import Context
from s2sad.ad.overlaps import Overlaps
from s2sad.analysis.aliases import Facts
from s2sad.analysis.infinities import Infinities
from s2sad.analysis.item_lengths import KnownLengths
from s2sad.analysis.shapes import Shapes
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Entry, Function, Location, Node, Ref, Var
from s2sad.ir.operations import op
from s2sad.runtime.broadcasting import guarded

ZEROS_LIKE = Ref("np.zeros_like", np.zeros_like)
COPY = Ref("np.copy", np.copy)
GUARDED = Ref("guarded", guarded)


class Tangents:
    """The state of the forward transformation of one function: `dots` are the tangents of its variables."""

    def __init__(
        self, context: Context, facts: Facts, names: Names, function: Function, lengths: KnownLengths
    ) -> None:
        self.context = context
        self.facts = facts
        self.names = names
        self.dots: dict[Atom, Atom] = {}
        self.moved: set[Var] = (
            set()
        )  # every variable that holds a tangent of a variable, or zeros in its place
        self.zips: dict[Atom, tuple[Atom, ...]] = {}
        keeps_outside = not context.writes_outside
        self.shapes = Shapes(facts, {}, lambda atom: atom, function, lengths, keeps_outside)
        self.overlaps = Overlaps(facts, self.shapes.definitions, lambda atom: atom)
        self.infinities = Infinities(facts, function.body)
        self.out: list[Node] = []
        self.loc: Location | None = None
        self.probing = False

    # -------------------------------------------------------------------------------------------- variables

    def is_active(self, atom: Any) -> bool:
        return isinstance(atom, Var) and atom in self.facts.varied

    def dot(self, var: Var) -> Var:
        """A new variable for the tangent of an active variable."""
        new = Var(self.names.tangent(stem(var.name)))
        self.facts.kinds[new] = self.facts.kind(var)
        self.dots[var] = new
        self.moved.add(new)
        return new

    def tangent(self, atom: Any) -> Atom:
        """The tangent of an atom: a variable's, or zero in the structure of the value."""
        if self.is_active(atom):
            if atom not in self.dots:  # what isn't differentiated, but may be written to along with what is
                reason = "this array comes from outside, so its number of axes isn't known: it can't be written in place"
                hint = "pass the array as an argument, or make one here: np.zeros, and then `new[:] = x`"
                raise UnsupportedValue(reason, hint, self.loc)
            return self.dots[atom]
        if atom == Const(UNDEFINED):
            return atom
        kind = self.facts.kind(atom)
        is_array = K.element(kind) in (K.FLOAT, K.COMPLEX) and K.is_array(kind)
        if is_array or kind.name in (*K.CONTAINERS, "unknown", "array") or K.is_of_sparse(kind):
            zeros = self.emit(ZEROS_LIKE if is_array else "zeros_like", (atom,), kind)
            self.moved.add(zeros)
            return zeros
        if kind.name in ("text", "none", "function", "object"):
            return Const(None)
        return Const(0.0)

    def probe(self, variables: Iterable[Var]) -> None:
        """Mark the place where the tangents of variables are known."""
        for var in variables if self.probing else ():
            dot = self.dots.get(var, Const(None)) if self.is_active(var) else Const(None)
            self.out.append(Entry((), op("probe"), (Const(var.name), dot), (), self.loc))

    def emit(self, fn: Any, args: tuple[Atom, ...], kind: K.Kind = K.FLOAT, kwargs: tuple = ()) -> Var:
        target = Var(self.names.fresh("t"))
        self.facts.kinds[target] = kind
        self.out.append(Entry((target,), op(fn) if isinstance(fn, str) else fn, args, kwargs, self.loc))
        return target

    def set(self, target: Var, fn: Any, args: tuple[Atom, ...]) -> None:
        """An entry that computes the tangent of a variable."""
        ref = op(fn) if isinstance(fn, str) else fn
        self.out.append(Entry((self.dot(target),), ref, args, (), self.loc))

    def unused(self) -> Var:
        return Var(self.names.fresh("t"))

    def fresh(self, hint: str) -> str:
        name = self.names.fresh(hint)
        self.facts.kinds[Var(name)] = K.UNKNOWN if self.context.arrays else K.FLOAT
        return name

    def is_complex(self, *atoms: Atom) -> bool:
        return any(K.element(self.facts.kind(atom)) == K.COMPLEX for atom in atoms)

    def may_be_complex(self, *atoms: Atom) -> bool:
        elements = [K.element(self.facts.kind(atom)) for atom in atoms]
        return self.context.arrays and any(e not in (K.FLOAT, K.INT, K.BOOL) for e in elements)

    def is_array(self, atom: Atom) -> bool:
        kind = self.facts.kind(atom)
        return K.is_array(kind) or (self.context.arrays and K.is_opaque(kind))

    def effect(self, name: str, *args: Atom) -> None:
        self.out.append(Entry((), op(name), args, (), self.loc))
