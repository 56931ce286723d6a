"""Rules in the reverse sweep: the adjoint of an argument is the sum over the outputs of partial times adjoint.

y = mul x z             →       x_bar = mul z y_bar
                                z_bar = mul x y_bar
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from s2sad.ad.apply_rule import arguments_for, guarded_product, is_singular, partials_of
from s2sad.ad.custom import Custom
from s2sad.ad.masks import is_inverse
from s2sad.ad.refusals import pulled_back, uncovered, without_partials
from s2sad.ad.reverse import AT_LOCATION, GUARDED, NUMBERS_LIKE, Sweep
from s2sad.errors import NoRuleError
from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref, Var
from s2sad.ir.operations import op
from s2sad.rules.custom import CustomDerivative
from s2sad.rules.declare import Adjoint, Bilinear, Gradient, Linear, Nondifferentiable, Partials, namespace_of


class ByRule(Sweep):
    def by_rule(self, node: Entry, bars: list[Atom | None]) -> list[Node]:
        rule = self.context.rule(node, tuple(map(self.facts.kind, node.args)))
        if isinstance(rule, CustomDerivative):
            return self.by_custom(node, rule, bars[0])
        if getattr(rule, "real", False):
            bars = [None if bar is None else self.made_real(bar) for bar in bars]
        if isinstance(rule, Partials):
            self.elementwise(node, rule, bars)
        elif isinstance(rule, Gradient):
            self.by_gradient(node, rule, bars[0])
        elif isinstance(rule, (Linear, Bilinear, Adjoint)):
            self.refuse(node, uncovered(node, rule))
            self.by_array_rule(node, rule, bars)
        elif not isinstance(rule, Nondifferentiable):
            return self.without_rule(node, bars)
        return [node]

    def made_real(self, bar: Atom) -> Atom:
        """The adjoint of what is real, whatever it was made of."""
        if not isinstance(bar, Var) or K.element(self.facts.kind(bar)) in (K.FLOAT, K.INT, K.BOOL):
            return bar
        return self.emit("getattr", (bar, Const("real")), stem(bar.name))

    def refuse(self, node: Entry, arguments: Iterable[tuple[str, Atom]]) -> None:
        """Check that the derivative isn't asked for by arguments by which a rule has none."""
        for name, atom in arguments:
            if self.is_active(atom):
                check = pulled_back(node, self.root(atom), name, self.facts.kind(atom))
                self.out += [] if check is None else [check]

    def by_custom(self, node: Entry, rule: CustomDerivative, bar: Atom | None) -> list[Node]:
        kind = K.COMPLEX if self.has_complex else K.FLOAT
        custom = Custom(node, lambda fn, args: self.emit(fn, args, kind=kind), node.loc)
        assert bar is not None
        if self.has_complex:  # the function may give a real number of complex ones
            bar = self.emit(NUMBERS_LIKE, (bar, node.targets[0]), "t", kind)
        args = [self.root(atom) for atom in node.args]
        if rule.backward is not None:
            saved = self.new("custom_saved", K.UNKNOWN)
            for atom, amount in zip(args, custom.pulled_back(saved, bar)):
                self.contribute(atom, amount)
            return [custom.keeping(saved)]
        for place, atom in enumerate(args):
            if self.is_active(atom):
                self.contribute(atom, self.product(atom, custom.partial(place), bar, False))
        return [node]

    def without_rule(self, node: Entry, bars: list[Atom | None]) -> list[Node]:
        path = node.fn.path if isinstance(node.fn, Ref) else "the function"
        reason = f"`{path}` has no derivative rule, and an active value reaches it"
        raise NoRuleError(reason, "give it a rule (rules=), or keep active values out of this call", node.loc)

    def elementwise(self, node: Entry, rule: Partials, bars: list[Atom | None]) -> None:
        """The adjoint of every argument is the sum over the outputs of partial times adjoint."""
        args = [self.root(atom) for atom in arguments_for(rule, node)]
        wanted = [i for i, atom in enumerate(args) if self.is_active(atom)]
        callee = self.context.callee(node, tuple(map(self.facts.kind, node.args)))
        xp = namespace_of(callee)
        partials = partials_of(rule, xp, args, node.targets, wanted, self.emitter(node.loc))
        self.refuse(node, without_partials(args, rule, wanted, partials))
        pairs: list[tuple[Atom, Atom, Atom]] = []
        for place, partial in zip(wanted, partials):
            column = partial if isinstance(partial, tuple) else (partial,)
            pairs += [
                (args[place], part, bar)
                for part, bar in zip(column, bars)
                if bar is not None and part not in (Const(None), Const(0.0), Const(0))
            ]
        pairs = self.fan_out_bars(self.doubled(pairs))
        singular = is_singular(rule, node)
        if not self.context.arrays:
            products = [(atom, self.product(atom, part, bar, singular)) for atom, part, bar in pairs]
        else:
            products = self.array_products(node, args, pairs, singular)
        for atom, amount in products:
            self.contribute(atom, amount)
        if singular and self.context.arrays and not is_inverse(node):
            self.masks.unbounded.update(map(self.memory_class, args))

    def memory_class(self, atom: Atom) -> Any:
        return self.facts.classes.find(atom) if isinstance(atom, Var) else atom

    def doubled(self, pairs: list[tuple[Atom, Atom, Atom]]) -> list[tuple[Atom, Atom, Atom]]:
        """The square's `x * bar + x * bar` is `2 * x * bar`."""
        if len(pairs) != 2 or pairs[0] != pairs[1] or isinstance(pairs[0][1], Const):
            return pairs
        atom, part, bar = pairs[0]
        return [(atom, self.emit("mul", (Const(2.0), part), "t", self.facts.kind(part)), bar)]

    def fan_out_bars(self, pairs: list[tuple[Atom, Atom, Atom]]) -> list[tuple[Atom, Atom, Atom]]:
        """An adjoint that several arguments get as it is goes through `dup`, once."""
        whole = [i for i, (_, part, bar) in enumerate(pairs) if part == Const(1.0) and isinstance(bar, Var)]
        if len(whole) < 2 or len({pairs[i][2] for i in whole}) > 1:
            return pairs
        bar = pairs[whole[0]][2]
        kind = self.facts.kind(bar)
        copies = tuple(self.new(self.bar_hint(pairs[i][0]), kind) for i in whole)
        self.add(Entry(copies, op("dup"), (bar, Const(len(copies))), (), self.loc, AT_LOCATION), kind)
        pairs = list(pairs)
        for i, copy in zip(whole, copies):
            pairs[i] = (pairs[i][0], pairs[i][1], copy)
        return pairs

    def product(self, atom: Atom, partial: Atom, bar: Atom, singular: bool) -> Atom:
        """partial * adjoint, which is zero for a zero adjoint even where the partial is infinite."""
        if partial in (Const(1.0), Const(1)):
            return bar
        hint = self.bar_hint(atom)
        kind = None if self.kinds else K.join(self.facts.kind(partial), self.facts.kind(bar))
        if partial == Const(-1.0):
            return self.emit("neg", (bar,), hint, kind, AT_LOCATION)
        if bar == Const(1.0) and not self.is_array(atom):
            whole = self.facts.kind(partial) in (K.INT, K.BOOL)
            return self.emit(Ref("float", float), (partial,), hint) if whole else partial
        if not singular or isinstance(bar, Const):
            return self.emit("mul", (partial, bar), hint, kind, AT_LOCATION)
        if self.is_array(bar) or self.is_array(partial):
            return self.emit(GUARDED, (partial, bar), hint, note=AT_LOCATION)
        target = self.new(hint, K.join(self.facts.kind(partial), self.facts.kind(bar)))
        self.out.append(guarded_product(self.names, self.out, partial, bar, target, self.loc))
        return target

    def by_gradient(self, node: Entry, rule: Gradient, bar: Atom | None) -> None:
        raise AssertionError  # defined with the containers

    def by_array_rule(self, node: Entry, rule: Any, bars: list[Atom | None]) -> None:
        raise AssertionError  # defined with the arrays

    def array_products(self, node: Entry, args: list[Atom], pairs: list, singular: bool) -> list:
        raise AssertionError  # defined with the arrays
