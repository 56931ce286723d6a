"""Rules in the reverse sweep: the adjoint of an argument is the sum over the outputs of partial times adjoint.

y = mul x z             →       x_bar = mul z y_bar
                                z_bar = mul x y_bar
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from s2sad.ad.active_refusals import pulled_back
from s2sad.ad.apply_rule import guarded_product
from s2sad.ad.contributions import contribute
from s2sad.ad.custom_derivatives import Custom
from s2sad.ad.sweep import AT_LOCATION, GUARDED, NUMBERS_LIKE, Sweep
from s2sad.analysis.infinities import INFINITE
from s2sad.errors import NoRuleError
from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref, Var
from s2sad.ir.operations import op
from s2sad.rules.custom import CustomDerivative

_ONE, _MINUS_ONE = Const(1.0), Const(-1.0)
_ONES = (_ONE, Const(1))


def made_real(sweep: Sweep, bar: Atom) -> Atom:
    """The adjoint of what is real, whatever it was made of."""
    if not isinstance(bar, Var) or K.element(sweep.facts.kind(bar)) in (K.FLOAT, K.INT, K.BOOL):
        return bar
    return sweep.emit("getattr", (bar, Const("real")), stem(bar.name))


def refuse(sweep: Sweep, node: Entry, arguments: Iterable[tuple[str, Atom]]) -> None:
    """Check that the derivative isn't asked for by arguments by which a rule has none."""
    for name, atom in arguments:
        if sweep.is_active(atom):
            check = pulled_back(node, sweep.root(atom), name, sweep.facts.kind(atom))
            sweep.out += [] if check is None else [check]


def by_custom(sweep: Sweep, node: Entry, rule: CustomDerivative, bar: Atom | None) -> list[Node]:
    kind = K.COMPLEX if sweep.has_complex else K.FLOAT
    custom = Custom(node, lambda fn, args: sweep.emit(fn, args, kind=kind), node.loc)
    assert bar is not None
    if sweep.has_complex:  # the function may give a real number of complex ones
        bar = sweep.emit(NUMBERS_LIKE, (bar, node.targets[0]), "t", kind)
    args = [sweep.root(atom) for atom in node.args]
    if rule.backward is not None:
        saved = sweep.new("custom_saved", K.UNKNOWN)
        for atom, amount in zip(args, custom.pulled_back(saved, bar)):
            contribute(sweep, atom, amount)
        return [custom.keeping(saved)]
    for place, atom in enumerate(args):
        if sweep.is_active(atom):
            contribute(sweep, atom, product(sweep, atom, custom.partial(place), bar, False))
    return [node]


def without_rule(node: Entry) -> list[Node]:
    path = node.fn.path if isinstance(node.fn, Ref) else "the function"
    reason = f"`{path}` has no derivative rule, and an active value reaches it"
    raise NoRuleError(reason, "give it a rule (rules=), or keep active values out of this call", node.loc)


def memory_class(sweep: Sweep, atom: Atom) -> Any:
    return sweep.facts.classes.find(atom) if isinstance(atom, Var) else atom


def doubled(sweep: Sweep, pairs: list[tuple[Atom, Atom, Atom]]) -> list[tuple[Atom, Atom, Atom]]:
    """The square's `x * bar + x * bar` is `2 * x * bar`."""
    if len(pairs) != 2 or pairs[0] != pairs[1] or isinstance(pairs[0][1], Const):
        return pairs
    atom, part, bar = pairs[0]
    return [(atom, sweep.emit("mul", (Const(2.0), part), "t", sweep.facts.kind(part)), bar)]


def fan_out_bars(sweep: Sweep, pairs: list[tuple[Atom, Atom, Atom]]) -> list[tuple[Atom, Atom, Atom]]:
    """An adjoint that several arguments get as it is goes through `dup`, once."""
    if len(pairs) < 2:
        return pairs
    whole = [i for i, (_, part, bar) in enumerate(pairs) if is_one(part) and isinstance(bar, Var)]
    if len(whole) < 2 or len({pairs[i][2] for i in whole}) > 1:
        return pairs
    bar = pairs[whole[0]][2]
    kind = sweep.facts.kind(bar)
    copies = tuple(sweep.new(sweep.bar_hint(pairs[i][0]), kind) for i in whole)
    sweep.add(Entry(copies, op("dup"), (bar, Const(len(copies))), (), sweep.loc, AT_LOCATION), kind)
    pairs = list(pairs)
    for i, copy in zip(whole, copies):
        pairs[i] = (pairs[i][0], pairs[i][1], copy)
    return pairs


def is_one(atom: Atom) -> bool:
    return type(atom) is Const and atom == _ONE


def product(sweep: Sweep, atom: Atom, partial: Atom, bar: Atom, singular: bool) -> Atom:
    """partial * adjoint, which is zero for a zero adjoint even where the partial is infinite."""
    constant = type(partial) is Const
    if constant and partial in _ONES:
        return bar
    hint = sweep.bar_hint(atom)
    kind = None if sweep.kinds else K.join(sweep.facts.kind(partial), sweep.facts.kind(bar))
    if constant and partial == _MINUS_ONE:
        return sweep.emit("neg", (bar,), hint, kind, AT_LOCATION)
    if is_one(bar) and not sweep.is_array(atom):
        whole = sweep.facts.kind(partial) in (K.INT, K.BOOL)
        return sweep.emit(Ref("float", float), (partial,), hint) if whole else partial
    if not (singular or sweep.infinities.of(partial) & INFINITE) or isinstance(bar, Const):
        return sweep.emit("mul", (partial, bar), hint, kind, AT_LOCATION)
    if sweep.is_array(bar) or sweep.is_array(partial):
        return sweep.emit(GUARDED, (partial, bar), hint, note=AT_LOCATION)
    target = sweep.new(hint, K.join(sweep.facts.kind(partial), sweep.facts.kind(bar)))
    sweep.out.append(guarded_product(sweep.names, sweep.out, partial, bar, target, sweep.loc))
    return target


def reverse_zero(sweep: Sweep, node: Entry) -> list[Node]:
    """The adjoint of the product of a partial that may be infinite and of a zero goes to the zero, times the partial."""
    bar, (partial, factor) = sweep.take(node.targets[0]), map(sweep.root, node.args)
    if bar is not None and sweep.is_active(factor):
        contribute(sweep, factor, product(sweep, factor, partial, bar, singular=True), own=True)
    if bar is not None and sweep.is_active(partial):
        zero = sweep.emit("strong_zero", (bar, factor), sweep.bar_hint(partial), K.FLOAT)
        contribute(sweep, partial, zero, own=True)
    return [node]
