"""Partials times adjoints where arrays are broadcast.

y = mul x a             →       t = mul a y_bar
                                x_bar = unbroadcast t x                 where broadcasting is possible
s = np.sum x axis=1
x = mul u v             →       u_bar = mul v s_bar[:, None]            a sum's adjoint is spread by the product
"""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.ad.by_rule import memory_class, product
from s2sad.ad.contributions import (
    COPY,
    before_spreading,
    has_rank,
    number_everywhere,
    spreading,
)
from s2sad.ad.same_memory import entry_making, is_still_made
from s2sad.ad.strong_zero import is_square, is_sum_of_squares
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.analysis.lengths import ONE, broadcast, summed_axes
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.runtime.broadcasting import unbroadcast

UNBROADCAST = Ref("unbroadcast", unbroadcast)
_SUM = Ref("np.sum", np.sum)
SINGULAR = frozenset(
    (np.divide, np.reciprocal, np.power, np.float_power, np.log, np.log2, np.log10, np.log1p, np.arctanh)
)
"""What has infinite partials where it is infinite itself: that counts if another value is chosen there."""


def array_products(
    sweep: Sweep, node: Entry, args: list[Atom], pairs: list[tuple[Atom, Atom, Atom]], singular: bool
) -> list[tuple[Atom, Atom]]:
    """Partials times adjoints, in the shapes of the arguments."""
    callee = sweep.context.callee(node, tuple(map(sweep.facts.kind, node.args)))
    unbounded = has_unbounded(sweep, node)
    products = []
    whole = sweep.shapes.together(tuple(args))
    for atom, part, bar in pairs:
        bar = column(sweep, part, bar)
        number = number_everywhere(sweep, bar)
        if unbounded and not isinstance(part, Const) and (sweep.is_array(part) or sweep.is_array(bar)):
            amount = product(sweep, atom, part, bar if number is None else number, True)
        elif number is not None:
            amount = uniform_product(sweep, node, atom, part, number, bar)
        elif isinstance(part, Const):  # the fewer numbers are multiplied by it
            products.append((atom, product(sweep, atom, part, fitted(sweep, bar, atom, whole, args), False)))
            continue
        else:
            infinite = singular or (callee in SINGULAR and not is_square(node))
            amount = guarded_product(sweep, atom, part, bar, singular, infinite)
        products.append((atom, fitted(sweep, amount, atom, whole, args)))
    return products


def has_unbounded(sweep: Sweep, node: Entry) -> bool:
    """Whether the adjoint of what an entry gives may be infinite: times a partial that is zero it is zero."""
    return any(memory_class(sweep, target) in sweep.masks.unbounded for target in node.targets)


def pass_unbounded(sweep: Sweep, node: Entry) -> None:
    """What may be infinite goes on to the arguments; where a square is zero so is its partial, and it ends."""
    if not sweep.masks.unbounded or is_square(node) or is_sum_of_squares(node, sweep.facts):
        return
    changed = node.targets or tuple(atom for atom in node.args[:1] if isinstance(atom, Var))
    if any(memory_class(sweep, var) in sweep.masks.unbounded for var in changed):
        sweep.masks.unbounded.update(memory_class(sweep, each) for each in map(sweep.root, node.args))


def uniform_product(sweep: Sweep, node: Entry, atom: Atom, part: Atom, number: Atom, bar: Atom) -> Atom:
    """The product with an adjoint that is the same number everywhere, as that of a sum: a number if it can be."""
    if number == Const(1.0) and sweep.is_array(part) and sweep.shapes.of(part) is None:
        return product(sweep, atom, part, bar, False)
    if sweep.facts.kind(part) in K.NUMBERS:
        return bar if part == Const(1.0) else spread(sweep, product(sweep, atom, part, number, False), bar)
    if sweep.shapes.of(part) is not None and sweep.shapes.of(part) == sweep.shapes.of(node.targets[0]):
        return kept(sweep, part) if number == Const(1.0) else product(sweep, atom, part, number, False)
    return product(sweep, atom, part, bar, False)


def guarded_product(sweep: Sweep, atom: Atom, part: Atom, bar: Atom, singular: bool, infinite: bool) -> Atom:
    """partial * adjoint, where it matters with a zero that is stronger than an infinity."""
    if not sweep.is_array(bar) and not sweep.is_array(part):
        return product(sweep, atom, part, bar, singular)
    if sweep.masks.is_mask(part):
        return product(sweep, atom, bar, part, True)
    poisons = infinite or sweep.masks.may_be_infinite(part)
    return product(sweep, atom, part, bar, poisons and sweep.masks.may_vanish(bar))


def column(sweep: Sweep, part: Atom, bar: Atom) -> Atom:
    """The adjoint of a sum along an axis, with an axis of one item, if it is spread by the product with a partial."""
    made = spreading(sweep, bar)
    if made is None or number_everywhere(sweep, bar) is not None:
        return bar
    shape, whole = sweep.shapes.of(part), sweep.shapes.of(bar)
    if shape is None or not (shape == whole or fills(shape, made.args[2], whole)):
        return bar
    return before_spreading(sweep, bar) or bar


def fills(shape: Any, axis: Atom, whole: Any) -> bool:
    """Whether an array of a shape is broadcast to the whole by what has one item along an axis, and is whole along the others."""
    if not (isinstance(shape, tuple) and isinstance(whole, tuple) and isinstance(axis, Const)):
        return False
    if type(axis.value) is not int:
        return False
    thin = list(whole)
    thin[axis.value] = ONE
    return broadcast((shape, tuple(thin))) == whole


def spread(sweep: Sweep, number: Atom, bar: Atom) -> Atom:
    """Another number in the shape of an adjoint that consists of one."""
    made = spreading(sweep, bar)
    assert made is not None
    return sweep.emit(made.fn, (number, *made.args[1:]), "t")


def kept(sweep: Sweep, atom: Atom) -> Atom:
    """A value of the forward sweep as an adjoint: a copy if it is one that is written in place."""
    if sweep.later.is_outside(atom) or (isinstance(atom, Var) and sweep.facts.classes.is_written(atom)):
        return sweep.emit(COPY, (atom,), "t")
    return atom


def fitted(sweep: Sweep, amount: Atom, atom: Atom, whole: Any, others: list[Atom]) -> Atom:
    """An adjoint in the shape of its primal, which may have been broadcast with the other arguments.

    `whole` is the shape that all were broadcast to, which the adjoint has; None if it isn't known.
    """
    shape = sweep.shapes.of(atom)
    if shape is not None and shape == whole:
        return amount
    if not any(sweep.is_array(other) and other != atom for other in others):
        if sweep.is_array(atom) or not sweep.is_array(amount):
            return amount
    axes = summed_axes(shape, whole) if isinstance(shape, tuple) and isinstance(whole, tuple) else None
    if axes is not None and has_rank(sweep, amount):
        return summed(sweep, amount, atom, *axes)
    amount = before_fitting(sweep, amount)
    if sweep.facts.kind(atom) in K.NUMBERS:
        if not K.is_array(sweep.facts.kind(amount)) or not has_rank(sweep, amount):
            return (
                sweep.emit(UNBROADCAST, (amount, atom), sweep.bar_hint(atom))
                if sweep.is_array(amount)
                else amount
            )
        return sweep.emit(_SUM, (amount,), sweep.bar_hint(atom), note=AT_LOCATION)
    return sweep.emit(
        UNBROADCAST, (amount, atom), sweep.bar_hint(atom), fitted_kind(sweep, amount, atom), AT_LOCATION
    )


def fitted_kind(sweep: Sweep, amount: Atom, atom: Atom) -> K.Kind:
    """The kind of an adjoint in the shape of its primal."""
    kind, element = sweep.facts.kind(atom), K.element(sweep.facts.kind(amount))
    if sweep.may_be_complex(amount):
        element = K.COMPLEX
    if K.is_array(kind) and element in (K.INT, K.BOOL, K.COMPLEX):
        return K.array_kind(element, kind.ndim)
    return kind


def summed(sweep: Sweep, amount: Atom, atom: Atom, extra: int, short: tuple[int, ...]) -> Atom:
    """An adjoint summed along the axes that its primal doesn't have, and those along which it has one item."""
    hint = sweep.bar_hint(atom)
    if extra:
        everything = extra == sweep.facts.kind(amount).ndim
        axis = () if everything else (("axis", axes_of(sweep, tuple(range(extra)))),)
        amount = sweep.emit(_SUM, (amount,), hint, note=AT_LOCATION, kwargs=axis)
    if short:
        named = (("axis", axes_of(sweep, short)), ("keepdims", Const(True)))
        amount = sweep.emit(_SUM, (amount,), hint, note=AT_LOCATION, kwargs=named)
    return amount


def axes_of(sweep: Sweep, axes: tuple[int, ...]) -> Atom:
    """One axis, or a tuple of several."""
    if len(axes) == 1:
        return Const(axes[0])
    return sweep.emit("tuple_of", tuple(map(Const, axes)), "t", K.tuple_kind((K.INT,) * len(axes)))


def before_fitting(sweep: Sweep, amount: Atom) -> Atom:
    """What an adjoint was before it was summed to the shape of a value, which is to be summed further.

    Not if that is a value of the forward sweep that is overwritten, or a part of a shadow, which may be cleared in
    between: it has been read where it was as it was.
    """
    source = amount
    made = entry_making(sweep, source)
    while made is not None and operation_of(made) == "dup":
        source = made.args[0]
        made = entry_making(sweep, source)
    if made is None or callee_of(made) is not unbroadcast or not is_still_made(sweep, source, made):
        return amount
    sweep.shared.add(made.args[0])
    return before_fitting(sweep, made.args[0])
