"""Adjoints by rules of partial derivatives: partial times adjoint, summed over the outputs."""

from __future__ import annotations

from types import ModuleType

from s2sad.ad.active_refusals import without_partials
from s2sad.ad.apply_rule import arguments_for, is_singular, partials_of
from s2sad.ad.array_products import array_products
from s2sad.ad.by_rule import doubled, fan_out_bars, memory_class, product, refuse
from s2sad.ad.contributions import contribute
from s2sad.ad.strong_zero import is_inverse
from s2sad.ad.sweep import Sweep
from s2sad.ir.nodes import Atom, Const, Entry
from s2sad.rules.declare import Partials

_NOTHING = (Const(None), Const(0.0), Const(0))


def elementwise(sweep: Sweep, node: Entry, rule: Partials, bars: list[Atom | None], xp: ModuleType) -> None:
    """The adjoint of every argument is the sum over the outputs of partial times adjoint, by functions of `xp`."""
    flat = sweep.squares.rule_for(node, sweep.is_array(node.targets[0]), sweep.context.view.lookup)
    rule = flat or rule
    args = [sweep.root(atom) for atom in arguments_for(rule, node)]
    wanted = [i for i, atom in enumerate(args) if sweep.is_active(atom)]
    start = len(sweep.out)
    partials = partials_of(rule, xp, args, node.targets, wanted, sweep.emitter(node.loc))
    sweep.infinities.note(sweep.out[start:])
    asked = [bar is not None for bar in bars]
    refuse(sweep, node, without_partials(args, rule, wanted, partials, asked))
    pairs: list[tuple[Atom, Atom, Atom]] = []
    for place, partial in zip(wanted, partials):
        column = partial if isinstance(partial, tuple) else (partial,)
        pairs += [
            (args[place], part, bar)
            for part, bar in zip(column, bars)
            if bar is not None and not (type(part) is Const and part in _NOTHING)
        ]
    pairs = fan_out_bars(sweep, doubled(sweep, pairs))
    singular = flat is None and is_singular(rule, node)
    if not sweep.context.arrays:
        products = [(atom, product(sweep, atom, part, bar, singular)) for atom, part, bar in pairs]
    else:
        products = array_products(sweep, node, args, pairs, singular)
    for atom, amount in products:
        contribute(sweep, atom, amount)
    if singular and sweep.context.arrays and not is_inverse(node):
        sweep.masks.unbounded.update(memory_class(sweep, each) for each in args)
