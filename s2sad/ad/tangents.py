"""Tangents of variables, and by rules: the part of the forward transformation that knows nothing of control flow.

    z = mul x y     →     t = mul y x_dot
                          u = mul x y_dot
                          z_dot = add t u

The sum runs over the active arguments only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from s2sad.ad.apply_rule import (
    Emitter,
    arguments_for,
    array_rule_results,
    gradients_of,
    guarded_product,
    is_singular,
    partials_of,
)
from s2sad.ad.context import Context
from s2sad.ad.custom import Custom
from s2sad.ad.overlaps import Overlaps
from s2sad.ad.refusals import pushed, uncovered, without_partials
from s2sad.ad.shapes import Shapes
from s2sad.analysis.aliases import Facts
from s2sad.errors import NoRuleError
from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Entry, Location, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.rules.custom import CustomDerivative
from s2sad.rules.declare import Adjoint, Bilinear, Gradient, Linear, Nondifferentiable, Partials, namespace_of
from s2sad.runtime.broadcasting import broadcast_like, guarded

ZEROS_LIKE = Ref("np.zeros_like", np.zeros_like)
COPY = Ref("np.copy", np.copy)
GUARDED = Ref("guarded", guarded)
COMPARISONS = (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)
BROADCAST_LIKE = Ref("broadcast_like", broadcast_like)


class Tangents:
    def __init__(self, context: Context, facts: Facts, names: Names) -> None:
        self.context = context
        self.facts = facts
        self.names = names
        self.dots: dict[Var, Atom] = {}
        self.zips: dict[Atom, tuple[Atom, ...]] = {}
        self.shapes = Shapes(facts, {}, lambda atom: atom)
        self.overlaps = Overlaps(facts, self.shapes.definitions, lambda atom: atom)
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
        return new

    def tangent(self, atom: Atom) -> Atom:
        """The tangent of an atom: a variable's, or zero in the structure of the value."""
        if self.is_active(atom):
            return self.dots[atom]  # type: ignore[index]
        if atom == Const(UNDEFINED):
            return atom
        kind = self.facts.kind(atom)
        if K.element(kind) in (K.FLOAT, K.COMPLEX) and K.is_array(kind):
            return self.emit(ZEROS_LIKE, (atom,), kind)
        if kind.name in (*K.CONTAINERS, "unknown", "array"):
            return self.emit("zeros_like", (atom,), kind)
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

    # ------------------------------------------------------------------------------------------------ rules

    def by_rule(self, node: Entry) -> None:
        rule = self.context.rule(node, tuple(map(self.facts.kind, node.args)))
        if isinstance(rule, (Linear, Bilinear, Adjoint)):
            self.refuse(node, uncovered(node, rule))
        if isinstance(rule, Partials):
            self.elementwise(node, rule)
        elif isinstance(rule, Linear):
            self.linear(node, rule)
        elif isinstance(rule, Bilinear):
            self.bilinear_rule(node, rule)
        elif isinstance(rule, Adjoint):
            self.pushed(node, rule)
        elif isinstance(rule, Gradient):
            self.by_gradient(node, rule)
        elif not isinstance(rule, Nondifferentiable):
            path = node.fn.path if isinstance(node.fn, Ref) else "the function"
            reason = f"`{path}` has no derivative rule, and an active value reaches it"
            raise NoRuleError(reason, "give it a rule (rules=), or keep active values out", node.loc)

    def refuse(self, node: Entry, arguments: Iterable[tuple[str, Atom]]) -> None:
        """Check that arguments by which a rule has no derivative stay as they are."""
        for name, atom in arguments:
            if self.is_active(atom):
                self.out.append(pushed(node, self.tangent(atom), name))

    def elementwise(self, node: Entry, rule: Partials) -> None:
        args = arguments_for(rule, node)
        wanted = [i for i, atom in enumerate(args) if self.is_active(atom)]
        xp = namespace_of(self.context.callee(node, tuple(map(self.facts.kind, node.args))))
        emitter = Emitter(self.out.append, self.fresh, node.loc)
        partials = partials_of(rule, xp, args, node.targets, wanted, emitter)
        self.refuse(node, without_partials(args, rule, wanted, partials))
        singular = is_singular(rule, node)
        for k, target in enumerate(node.targets):
            if not self.is_active(target):
                continue
            terms = []
            for i, partial in zip(wanted, partials):
                part = partial[k] if isinstance(partial, tuple) else partial
                if part not in (Const(None), Const(0.0), Const(0)):
                    terms.append(self.term(part, self.tangent(args[i]), singular))
            self.sum(target, terms, args, rule.real)

    def fresh(self, hint: str) -> str:
        name = self.names.fresh(hint)
        self.facts.kinds[Var(name)] = K.UNKNOWN if self.context.arrays else K.FLOAT
        return name

    def term(self, partial: Atom, dot: Atom, singular: bool) -> Atom:
        """partial * tangent, which is zero for a zero tangent even where the partial is infinite."""
        if partial in (Const(1.0), Const(1)):
            return dot
        kind = K.join(self.facts.kind(partial), self.facts.kind(dot))
        if partial == Const(-1.0):
            return self.emit("neg", (dot,), kind)
        if self.is_array(dot) and self.is_mask(partial):
            return self.emit(GUARDED, (dot, partial), kind)
        if not singular:
            return self.emit("mul", (partial, dot), kind)
        if self.is_array(dot):
            return self.emit(GUARDED, (partial, dot), kind)
        if self.context.many:
            return self.emit("strong_product", (partial, dot), kind)
        target = Var(self.names.fresh("t"))
        self.facts.kinds[target] = kind
        self.out.append(guarded_product(self.names, self.out, partial, dot, target, self.loc))
        return target

    def is_mask(self, partial: Atom) -> bool:
        """Whether a partial is made of comparisons just now."""
        made = {target: node for node in self.out[-12:] if isinstance(node, Entry) for target in node.targets}
        open_ = [partial]
        while open_:
            node = made.get(open_.pop())  # type: ignore[arg-type]
            name = operation_of(node) if node is not None else None
            if name in ("lt", "le", "gt", "ge", "eq", "ne") or (node and callee_of(node) in COMPARISONS):
                return True
            if name in ("mul", "add", "sub", "neg"):
                open_ += node.args  # type: ignore[union-attr]
        return False

    def sum(self, target: Var, terms: list[Atom], args: Sequence[Atom] = (), real: bool = False) -> None:
        """The tangent as the sum of its terms, in the shape of the variable; of a real one the real part."""
        total = terms[0] if terms else Const(0.0)
        for term in terms[1:]:
            kind = K.join(self.facts.kind(total), self.facts.kind(term))
            total = self.emit("add", (total, term), kind)
        is_real = real or K.element(self.facts.kind(target)) == K.FLOAT
        if (
            is_real
            and isinstance(total, Var)
            and (self.is_complex(*terms, *args) or self.may_be_complex(*args))
        ):
            total = self.emit("getattr", (total, Const("real")), self.facts.kind(target))
        if self.is_array(target):
            self.set_array(target, total, args)
        else:
            self.dots[target] = total

    def is_complex(self, *atoms: Atom) -> bool:
        return any(K.element(self.facts.kind(atom)) == K.COMPLEX for atom in atoms)

    def may_be_complex(self, *atoms: Atom) -> bool:
        elements = [K.element(self.facts.kind(atom)) for atom in atoms]
        return self.context.arrays and any(e not in (K.FLOAT, K.INT, K.BOOL) for e in elements)

    def is_array(self, atom: Atom) -> bool:
        kind = self.facts.kind(atom)
        return K.is_array(kind) or (self.context.arrays and kind in (K.UNKNOWN, K.OBJECT))

    def set_array(self, target: Var, total: Atom, args: Sequence[Atom]) -> None:
        """The tangent of an array: of its shape, and an array of its own if it is written in place."""
        if isinstance(total, Const):
            self.set(target, ZEROS_LIKE if K.is_array(self.facts.kind(target)) else "zeros_like", (target,))
            return
        shape = self.shapes.of(target)
        moving = [self.shapes.of(atom) for atom in args if self.is_active(atom)]
        classes = self.facts.classes
        # The tangent of a sum may be that of one term, which changes when this array is written to.
        passed = any(self.dots.get(a) == total and classes.is_written(a) for a in args if isinstance(a, Var))
        written = classes.is_written(target) or passed
        if shape not in moving and any(self.shapes.of(atom) is not None for atom in args):
            total = self.emit(BROADCAST_LIKE, (total, target), self.facts.kind(target))
        if written:
            self.set(target, COPY, (total,))
        else:
            self.dots[target] = total

    def bound(self, node: Entry, rule: Any) -> tuple[list[Atom | None], dict[str, int]]:
        """The arguments in which a rule is about tangents, in the order of `wrt`, and their places in the call."""
        names = rule.signature.names
        places = {name: names.index(name) if name in names else len(node.args) for name in rule.wrt}
        named = dict(node.kwargs)
        found = [node.args[p] if p < len(node.args) else named.get(name) for name, p in places.items()]
        return found, places

    def bilinear_rule(self, node: Entry, rule: Bilinear) -> None:
        """The function itself, with one argument after the other replaced by its tangent."""
        _, places = self.bound(node, rule)
        kind = self.facts.kind(node.targets[0])
        terms: list[Atom] = []
        for name, place in places.items():
            args = tuple(
                self.tangent(a) if i == place and self.is_active(a) else a for i, a in enumerate(node.args)
            )
            kwargs = tuple(
                (k, self.tangent(a) if k == name and self.is_active(a) else a) for k, a in node.kwargs
            )
            if args != node.args or kwargs != node.kwargs:
                terms.append(self.emit(node.fn, args, kind, kwargs))
        self.dots[node.targets[0]] = self.added(terms, kind)

    def pushed(self, node: Entry, rule: Adjoint) -> None:
        """The terms that a rule gives for the active arguments, added up."""
        atoms, _ = self.bound(node, rule)
        wanted = [i for i, atom in enumerate(atoms) if atom is not None and self.is_active(atom)]
        emitter = Emitter(self.out.append, self.fresh, node.loc)
        dots = [self.tangent(atom) if i in wanted else Const(0.0) for i, atom in enumerate(atoms)]  # type: ignore[arg-type]
        split = rule.outputs and len(node.targets) > 1
        out = emitter.together(node.targets) if split else node.targets[0]
        named = [*node.kwargs, ("out", out)]
        terms = array_rule_results(
            rule.push,
            [*dots, *node.args],
            named,
            self.facts.kind,
            wanted,
            len(rule.wrt),
            emitter,
            rule.outputs,
        )
        if rule.outputs and not split:
            total = terms[0]
            for term in terms[1:]:
                total = self.emit("accumulate", (total, term), self.facts.kind(node.targets[0]))
            self.dots[node.targets[0]] = total
        elif rule.outputs:
            for k, target in enumerate(node.targets):
                parts = [self.emit("getitem", (term, Const(k)), self.facts.kind(target)) for term in terms]
                self.dots[target] = self.added(parts, self.facts.kind(target))
        else:
            self.dots[node.targets[0]] = self.added(terms, self.facts.kind(node.targets[0]))

    def added(self, terms: Sequence[Atom], kind: K.Kind) -> Atom:
        total = terms[0] if terms else Const(0.0)
        if isinstance(total, Var):
            self.facts.kinds[total] = kind
        for term in terms[1:]:
            total = self.emit("add", (total, term), kind)
        return total

    def linear(self, node: Entry, rule: Linear) -> None:
        """The function itself, of the tangents of the arguments in which it is linear."""
        names = rule.signature.names
        wrt = [
            names[i] in rule.wrt if i < len(names) else not rule.signature.names
            for i in range(len(node.args))
        ]
        args = tuple(self.tangent(atom) if moves else atom for atom, moves in zip(node.args, wrt))
        kwargs = tuple((k, self.tangent(atom) if k in rule.wrt else atom) for k, atom in node.kwargs)
        target = node.targets[0]
        self.out.append(Entry((self.dot(target),), node.fn, args, kwargs, self.loc))

    def by_custom(self, node: Entry, rule: CustomDerivative) -> None:
        custom = Custom(node, self.emit, node.loc)
        target = node.targets[0]
        if rule.tangent is not None:
            pair = custom.pushed(node.args, tuple(map(self.tangent, node.args)))
            self.out.append(Entry((target,), op("getitem"), (pair, Const(0)), (), node.loc))
            self.set(target, "getitem", (pair, Const(1)))
            return
        saved = Var(self.names.fresh("custom_saved"))
        self.out.append(custom.keeping(saved))
        partials = custom.pulled_back(saved, Const(1.0))
        terms = [
            self.term(partial, self.tangent(atom), False)
            for partial, atom in zip(partials, node.args)
            if self.is_active(atom)
        ]
        self.sum(target, terms)

    def by_gradient(self, node: Entry, rule: Gradient) -> None:
        kinds = tuple(map(self.facts.kind, node.args))
        emitter = Emitter(self.out.append, self.fresh, node.loc)
        lists = gradients_of(rule, kinds, list(node.args), node.targets[0], emitter)
        if rule.signature.variadic:
            dots: Atom = self.emit("list_of", tuple(map(self.tangent, node.args)))
            self.set(node.targets[0], "inner", (lists[0], dots))
            return
        terms: list[Atom] = [
            self.emit("inner", (partials, self.tangent(atom)))
            for atom, partials in zip(node.args, lists)
            if self.is_active(atom)
        ]
        self.sum(node.targets[0], terms)
