"""Tangents by rules: the part of the forward transformation that knows nothing of control flow.

    z = mul x y     →     t = mul y x_dot
                          u = mul x y_dot
                          z_dot = add t u

The sum runs over the active arguments only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from s2sad.ad.active_refusals import pushed, uncovered, without_partials
from s2sad.ad.apply_rule import (
    Emitter,
    arguments_for,
    array_rule_results,
    gradients_of,
    guarded_product,
    is_singular,
    partials_of,
)
from s2sad.ad.custom_derivatives import Custom
from s2sad.ad.joined_values import may_join
from s2sad.ad.tangents import COPY, GUARDED, ZEROS_LIKE, Tangents
from s2sad.errors import NoRuleError
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.rules.custom import CustomDerivative
from s2sad.rules.declare import Adjoint, Bilinear, Gradient, Linear, Nondifferentiable, Partials, namespace_of
from s2sad.runtime.broadcasting import broadcast_like

COMPARISONS = (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)
BROADCAST_LIKE = Ref("broadcast_like", broadcast_like)


def by_rule(tangents: Tangents, node: Entry) -> None:
    rule = tangents.context.rule(node, tuple(map(tangents.facts.kind, node.args)))
    if isinstance(rule, (Linear, Bilinear, Adjoint)):
        refuse(tangents, node, uncovered(node, rule))
    if isinstance(rule, Partials):
        by_partials(tangents, node, rule)
    elif isinstance(rule, Linear):
        by_linear(tangents, node, rule)
    elif isinstance(rule, Bilinear):
        by_bilinear(tangents, node, rule)
    elif isinstance(rule, Adjoint):
        by_adjoint(tangents, node, rule)
    elif isinstance(rule, Gradient):
        by_gradient(tangents, node, rule)
    elif not isinstance(rule, Nondifferentiable):
        path = node.fn.path if isinstance(node.fn, Ref) else "the function"
        reason = f"`{path}` has no derivative rule, and an active value reaches it"
        raise NoRuleError(reason, "give it a rule (rules=), or keep active values out", node.loc)


def refuse(tangents: Tangents, node: Entry, arguments: Iterable[tuple[str, Atom]]) -> None:
    """Check that arguments by which a rule has no derivative stay as they are."""
    for name, atom in arguments:
        if tangents.is_active(atom):
            tangents.out.append(pushed(node, tangents.tangent(atom), name))


def by_partials(tangents: Tangents, node: Entry, rule: Partials) -> None:
    args = arguments_for(rule, node)
    wanted = [i for i, atom in enumerate(args) if tangents.is_active(atom)]
    if may_join(node, tangents.facts.kind) and wanted:
        tangents.dots[node.targets[0]] = tangent_of_joined(tangents, node, args)
        return
    xp = namespace_of(tangents.context.callee(node, tuple(map(tangents.facts.kind, node.args))))
    emitter = Emitter(tangents.out.append, tangents.fresh, node.loc)
    partials = partials_of(rule, xp, args, node.targets, wanted, emitter)
    asked = [tangents.is_active(target) for target in node.targets]
    refuse(tangents, node, without_partials(args, rule, wanted, partials, asked))
    singular = is_singular(rule, node)
    for k, target in enumerate(node.targets):
        if not tangents.is_active(target):
            continue
        terms = []
        for i, partial in zip(wanted, partials):
            part = partial[k] if isinstance(partial, tuple) else partial
            if part not in (Const(None), Const(0.0), Const(0)):
                terms.append(term(tangents, part, tangents.tangent(args[i]), singular))
        summed(tangents, target, terms, args, rule.real)


def tangent_of_joined(tangents: Tangents, node: Entry, args: Sequence[Atom]) -> Atom:
    """The tangent of the sum of what may be lists: zeros have their places in it, too."""
    dots = [
        tangents.tangent(atom) if tangents.is_active(atom) else tangents.emit("zeros_like", (atom,))
        for atom in args
    ]
    return tangents.emit(node.fn, tuple(dots), tangents.facts.kind(node.targets[0]))


def term(tangents: Tangents, partial: Atom, dot: Atom, singular: bool) -> Atom:
    """partial * tangent, which is zero for a zero tangent even where the partial is infinite."""
    if partial in (Const(1.0), Const(1)):
        return dot
    kind = K.join(tangents.facts.kind(partial), tangents.facts.kind(dot))
    if partial == Const(-1.0):
        return tangents.emit("neg", (dot,), kind)
    if tangents.is_array(dot) and is_mask(tangents, partial):
        return tangents.emit(GUARDED, (dot, partial), kind)
    if not singular:
        return tangents.emit("mul", (partial, dot), kind)
    if tangents.is_array(dot):
        return tangents.emit(GUARDED, (partial, dot), kind)
    if tangents.context.many:
        return tangents.emit("strong_product", (partial, dot), kind)
    target = Var(tangents.names.fresh("t"))
    tangents.facts.kinds[target] = kind
    tangents.out.append(guarded_product(tangents.names, tangents.out, partial, dot, target, tangents.loc))
    return target


def tangent_of_zero(tangents: Tangents, node: Entry) -> None:
    """The tangent of the product of a partial that may be infinite and of a zero: the partial times that of the zero."""
    partial, factor = node.args
    terms = []
    if tangents.is_active(factor):
        terms.append(term(tangents, partial, tangents.tangent(factor), singular=True))
    if tangents.is_active(partial):
        terms.append(tangents.emit("strong_zero", (tangents.tangent(partial), factor), K.FLOAT))
    summed(tangents, node.targets[0], terms)


def is_mask(tangents: Tangents, partial: Atom) -> bool:
    """Whether a partial is made of comparisons just now."""
    made: dict[Any, Entry] = {
        target: node for node in tangents.out[-12:] if isinstance(node, Entry) for target in node.targets
    }
    open_ = [partial]
    while open_:
        node = made.get(open_.pop())
        name = operation_of(node) if node is not None else None
        if name in ("lt", "le", "gt", "ge", "eq", "ne") or (node and callee_of(node) in COMPARISONS):
            return True
        if name in ("mul", "add", "sub", "neg"):
            open_ += node.args
    return False


def summed(
    tangents: Tangents, target: Var, terms: list[Atom], args: Sequence[Atom] = (), real: bool = False
) -> None:
    """The tangent as the sum of its terms, in the shape of the variable; of a real one the real part."""
    total = terms[0] if terms else Const(0.0)
    for term in terms[1:]:
        kind = K.join(tangents.facts.kind(total), tangents.facts.kind(term))
        total = tangents.emit("add", (total, term), kind)
    is_real = real or K.element(tangents.facts.kind(target)) == K.FLOAT
    if (
        is_real
        and isinstance(total, Var)
        and (tangents.is_complex(*terms, *args) or tangents.may_be_complex(*args))
    ):
        total = tangents.emit("getattr", (total, Const("real")), tangents.facts.kind(target))
    if tangents.is_array(target):
        set_array(tangents, target, total, args)
    else:
        tangents.dots[target] = total


def set_array(tangents: Tangents, target: Var, total: Atom, args: Sequence[Atom]) -> None:
    """The tangent of an array: of its shape, and an array of its own if it is written in place."""
    if isinstance(total, Const):
        tangents.set(
            target, ZEROS_LIKE if K.is_array(tangents.facts.kind(target)) else "zeros_like", (target,)
        )
        return
    shape = tangents.shapes.of(target)
    active_shapes = [tangents.shapes.of(atom) for atom in args if tangents.is_active(atom)]
    classes = tangents.facts.classes
    # The tangent of a sum may be that of one term, which changes when this array is written to.
    passed = any(tangents.dots.get(a) == total and classes.is_written(a) for a in args if isinstance(a, Var))
    written = classes.is_written(target) or passed
    if shape not in active_shapes and any(tangents.shapes.of(atom) is not None for atom in args):
        total = tangents.emit(BROADCAST_LIKE, (total, target), tangents.facts.kind(target))
    if written:
        tangents.set(target, COPY, (total,))
    else:
        tangents.dots[target] = total


def bound_arguments(node: Entry, rule: Any) -> tuple[list[Atom | None], dict[str, int]]:
    """The arguments in which a rule is about tangents, in the order of `wrt`, and their places in the call."""
    names = rule.signature.names
    places = {name: names.index(name) if name in names else len(node.args) for name in rule.wrt}
    named = dict(node.kwargs)
    found = [node.args[p] if p < len(node.args) else named.get(name) for name, p in places.items()]
    return found, places


def by_bilinear(tangents: Tangents, node: Entry, rule: Bilinear) -> None:
    """The function itself, with one argument after the other replaced by its tangent."""
    _, places = bound_arguments(node, rule)
    kind = tangents.facts.kind(node.targets[0])
    terms: list[Atom] = []
    for name, place in places.items():
        args = tuple(
            tangents.tangent(a) if i == place and tangents.is_active(a) else a
            for i, a in enumerate(node.args)
        )
        kwargs = tuple(
            (k, tangents.tangent(a) if k == name and tangents.is_active(a) else a) for k, a in node.kwargs
        )
        if args != node.args or kwargs != node.kwargs:
            terms.append(tangents.emit(node.fn, args, kind, kwargs))
    tangents.dots[node.targets[0]] = added(tangents, terms, kind)


def by_adjoint(tangents: Tangents, node: Entry, rule: Adjoint) -> None:
    """The terms that a rule gives for the active arguments, added up."""
    atoms, _ = bound_arguments(node, rule)
    wanted = [i for i, atom in enumerate(atoms) if atom is not None and tangents.is_active(atom)]
    emitter = Emitter(tangents.out.append, tangents.fresh, node.loc)
    dots = [tangents.tangent(atom) if i in wanted else Const(0.0) for i, atom in enumerate(atoms)]
    split = rule.outputs and len(node.targets) > 1
    out = emitter.together(node.targets) if split else node.targets[0]
    named = [*node.kwargs, ("out", out)]
    terms = array_rule_results(
        rule.push,
        [*dots, *node.args],
        named,
        tangents.facts.kind,
        wanted,
        len(rule.wrt),
        emitter,
        rule.outputs,
    )
    if rule.outputs and not split:
        total = terms[0]
        for term in terms[1:]:
            total = tangents.emit("accumulate", (total, term), tangents.facts.kind(node.targets[0]))
        tangents.dots[node.targets[0]] = total
    elif rule.outputs:
        for k, target in enumerate(node.targets):
            parts = [
                tangents.emit("getitem", (term, Const(k)), tangents.facts.kind(target)) for term in terms
            ]
            tangents.dots[target] = added(tangents, parts, tangents.facts.kind(target))
    else:
        tangents.dots[node.targets[0]] = added(tangents, terms, tangents.facts.kind(node.targets[0]))


def added(tangents: Tangents, terms: Sequence[Atom], kind: K.Kind) -> Atom:
    total = terms[0] if terms else Const(0.0)
    if isinstance(total, Var):
        tangents.facts.kinds[total] = kind
    for term in terms[1:]:
        total = tangents.emit("add", (total, term), kind)
    return total


def by_linear(tangents: Tangents, node: Entry, rule: Linear) -> None:
    """The function itself, of the tangents of the arguments in which it is linear."""
    names = rule.signature.names
    wrt = [
        names[i] in rule.wrt if i < len(names) else not rule.signature.names for i in range(len(node.args))
    ]
    args = tuple(tangents.tangent(atom) if moves else atom for atom, moves in zip(node.args, wrt))
    kwargs = tuple((k, tangents.tangent(atom) if k in rule.wrt else atom) for k, atom in node.kwargs)
    target = node.targets[0]
    tangents.out.append(Entry((tangents.dot(target),), node.fn, args, kwargs, tangents.loc))


def by_custom(tangents: Tangents, node: Entry, rule: CustomDerivative) -> None:
    custom = Custom(node, tangents.emit, node.loc)
    target = node.targets[0]
    if rule.tangent is not None:
        pair = custom.pushed(node.args, tuple(map(tangents.tangent, node.args)))
        tangents.out.append(Entry((target,), op("getitem"), (pair, Const(0)), (), node.loc))
        tangents.set(target, "getitem", (pair, Const(1)))
        return
    saved = Var(tangents.names.fresh("custom_saved"))
    tangents.out.append(custom.keeping(saved))
    partials = custom.pulled_back(saved, Const(1.0))
    terms = [
        term(tangents, partial, tangents.tangent(atom), False)
        for partial, atom in zip(partials, node.args)
        if tangents.is_active(atom)
    ]
    summed(tangents, target, terms)


def by_gradient(tangents: Tangents, node: Entry, rule: Gradient) -> None:
    kinds = tuple(map(tangents.facts.kind, node.args))
    emitter = Emitter(tangents.out.append, tangents.fresh, node.loc)
    lists = gradients_of(rule, kinds, list(node.args), node.targets[0], emitter)
    if rule.signature.variadic:
        dots: Atom = tangents.emit("list_of", tuple(map(tangents.tangent, node.args)))
        tangents.set(node.targets[0], "inner", (lists[0], dots))
        return
    terms: list[Atom] = [
        tangents.emit("inner", (partials, tangents.tangent(atom)))
        for atom, partials in zip(node.args, lists)
        if tangents.is_active(atom)
    ]
    summed(tangents, node.targets[0], terms)
