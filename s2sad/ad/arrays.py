"""Arrays in the reverse sweep.

    y = mul x a             →       t = mul a y_bar                         as for numbers, and summed to the shape of x
                                    x_bar = unbroadcast t x                 where broadcasting is possible
    y = np.sum x axis=0     →       x_bar = unreduce y_bar (shape x) 0      by the rule of the function
    y = getitem x i         →       x_bar = np.zeros_like x
                                    increase x_bar i y_bar                  where parts of an array are read

The adjoint of an array is an array of its shape. It is a buffer of its own, which is accumulated into in place, as soon
as something was added to it, or a part of it was read; before that it may be any array that is at hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ad.apply_rule import array_rule_results
from s2sad.ad.array_products import UNBROADCAST, has_unbounded
from s2sad.ad.by_rule import made_real, memory_class, refuse
from s2sad.ad.container_adjoints import (
    reverse_copy_of_list,
    reverse_getattr_of_list,
    reverse_getitem_of_list,
    reverse_unpack_of_list,
)
from s2sad.ad.contributions import ASARRAY, COPY, contribute, may_be_container, zeros_like
from s2sad.ad.same_memory import entry_making, is_still_made, take_over
from s2sad.ad.stored_copies import COPY_OF
from s2sad.ad.strong_zero import is_sum_of_squares
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.analysis.added_axes import added_axes, only_adds_axes
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.index_kinds import Index, index_form
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import callee_of
from s2sad.rules.declare import Adjoint, Bilinear, Linear
from s2sad.runtime.broadcasting import finite
from s2sad.runtime.indexing import increase_at, last_written

ADD_AT = Ref("np.add.at", np.add.at)
INCREASE_AT = Ref("increase_at", increase_at)
LAST_WRITTEN = Ref("last_written", last_written)
FINITE = Ref("finite", finite)
ARRAY = Ref("np.array", np.array)
_RESHAPE = Ref("np.reshape", np.reshape)


# ------------------------------------------------------------------------------------------------ adjoints


def as_floats(sweep: Sweep, atom: Atom) -> Atom:
    kind = sweep.facts.kind(atom)
    if not K.is_array(kind) or K.element(kind) not in (K.INT, K.BOOL):
        return atom
    return sweep.emit(ASARRAY, (atom, Ref("float", float)), "t")


def buffer(sweep: Sweep, var: Atom) -> Atom:
    """The adjoint of an array as an array of its own, which may be written in place."""
    if var in sweep.shadows:
        return sweep.shadows[var]
    bar = sweep.bars.get(var)
    if may_be_container(sweep, var):
        bar = container_buffer(sweep, var, bar)
    elif bar is None or bar == Const(0.0):
        bar = zeros_like(sweep, var)
    elif bar not in sweep.owned and not take_over(sweep, var, bar):
        bar = sweep.emit(COPY, (bar,), sweep.bar_hint(var))
    sweep.bars[var] = bar
    sweep.accumulated.add(bar)
    sweep.owned.add(bar)
    return bar


def container_buffer(sweep: Sweep, var: Atom, bar: Atom | None) -> Atom:
    """The adjoint of what may be an array, list, tuple or dict as a shadow of its own."""
    if bar is not None and bar in sweep.owned:
        return bar
    sweep.saved.add(var)
    shadow = sweep.emit("shadow_of", (var,), sweep.bar_hint(var), K.OBJECT)
    if bar is None or bar == Const(0.0):
        return shadow
    return sweep.emit("accumulate", (shadow, bar), sweep.bar_hint(var), K.OBJECT)


def nothing(sweep: Sweep, var: Var) -> Atom:
    """The adjoint of what nothing depends on; that of a complex number may be added to in an array."""
    if sweep.is_array(var):
        return zeros_like(sweep, var)
    return Const(0j if sweep.facts.kind(var) == K.COMPLEX else 0.0)


# --------------------------------------------------------------------------------------- parts of arrays


def reverse_getitem(sweep: Sweep, node: Entry) -> None:
    container, index = node.args
    if sweep.is_active(index) and not sweep.is_container(container) and node.targets[0] in sweep.bars:
        raise UnsupportedValue(
            "an active value is used as an index", "use numbers that are constant", node.loc
        )
    if sweep.facts.kind(container) in K.NUMBERS:
        bar = sweep.take(node.targets[0])
        if bar is not None:
            contribute(sweep, container, sweep.emit(UNBROADCAST, (bar, container), sweep.bar_hint(container)))
        return
    if not sweep.is_array(container):
        reverse_getitem_of_list(sweep, node)
        return
    target = node.targets[0]
    if is_part(sweep, target) or not sweep.is_active(container):
        return
    bar = sweep.take(target)
    if bar is None:
        return
    if only_adds_axes(sweep.definitions, index):
        contribute(sweep, container, without_added_axes(sweep, container, index, bar))
    else:
        increase(sweep, buffer(sweep, container), index, bar, may_be_container(sweep, container))


def without_added_axes(sweep: Sweep, array: Atom, index: Atom, bar: Atom) -> Atom:
    """The adjoint of `x[:, None]` as that of x: `bar[:, 0]`."""
    rank = sweep.facts.kind(array).ndim
    added = () if rank is None else added_axes(sweep.definitions, index, rank)
    if not added or sweep.facts.kind(bar).ndim != len(added):
        shape = sweep.emit("getattr", (array, Const("shape")), "t")
        return sweep.emit(_RESHAPE, (bar, shape), sweep.bar_hint(array))
    made = entry_making(sweep, bar)
    if (
        made is not None
        and callee_of(made) is np.sum
        and made.kwargs == _kept_axis(added)
        and is_still_made(sweep, bar, made)
    ):
        return sweep.emit(made.fn, made.args, sweep.bar_hint(array), note=AT_LOCATION, kwargs=made.kwargs[:1])
    whole = sweep.emit("slice", (Const(None),) * 3, "t", K.SLICE)
    places = tuple(Const(0) if new else whole for new in added)
    where = sweep.emit("tuple_of", places, "t", K.tuple_kind(tuple(map(sweep.facts.kind, places))))
    return sweep.emit("getitem", (bar, where), sweep.bar_hint(array))


def _kept_axis(added: tuple[bool, ...]) -> tuple[tuple[str, Atom], ...]:
    """The arguments of a sum along the only axis that is new, which keeps it."""
    axis = Const(added.index(True)) if sum(added) == 1 else Const(None)
    return ("axis", axis), ("keepdims", Const(True))


def is_part(sweep: Sweep, var: Var) -> bool:
    """Whether its shadow is a part of another one, which has everything already."""
    return var in sweep.shadows and var not in sweep.objects.new


def increase(sweep: Sweep, buffer: Atom, index: Atom, amount: Atom, of_any: bool = False) -> None:
    """Add to a part of an adjoint, `of_any` kind; an index that occurs several times counts each time."""
    form = Index.UNKNOWN if of_any else index_form(sweep.facts.kind(index))
    if form is Index.GATHER:
        sweep.out.append(Entry((), ADD_AT, (buffer, index, amount), (), sweep.loc, AT_LOCATION))
    elif form is Index.UNKNOWN:
        sweep.out.append(Entry((), INCREASE_AT, (buffer, index, amount), (), sweep.loc, AT_LOCATION))
    else:
        sweep.effect("increase", buffer, index, amount)


def reverse_unpack(sweep: Sweep, node: Entry) -> None:
    container = node.args[0]
    if not sweep.is_array(container) or not sweep.is_active(container):
        reverse_unpack_of_list(sweep, node)
        return
    _, before, after = node.args
    count = len(node.targets)
    for i, target in enumerate(node.targets):
        bar = None if is_part(sweep, target) else sweep.take(target)
        if bar is None:
            continue
        place: Atom = Const(i if after == Const(None) or i < before.value else i - count)
        if after != Const(None) and i == before.value:
            ends = (Const(i), Const(i + 1 - count if i + 1 < count else None), Const(None))
            place = sweep.emit("slice", ends, "t", K.SLICE)
            bar = sweep.emit(ARRAY, (bar,), "t")
        increase(sweep, buffer(sweep, container), place, bar, may_be_container(sweep, container))


def reverse_copy(sweep: Sweep, node: Entry) -> None:
    """`list(A)`, `tuple(A)`: the adjoint of an array is an array."""
    if not K.is_array(sweep.facts.kind(node.args[0])):
        reverse_copy_of_list(sweep, node)
        return
    bar = sweep.take(node.targets[0])
    if bar is not None:
        contribute(sweep, node.args[0], sweep.emit(ARRAY, (bar,), sweep.bar_hint(node.args[0])))


def reverse_getattr(sweep: Sweep, node: Entry) -> None:
    base, name, *_ = node.args
    if not sweep.is_array(base):
        reverse_getattr_of_list(sweep, node)
        return
    target = node.targets[0]
    if is_part(sweep, target):
        return
    bar = sweep.take(target)
    if bar is None or not sweep.is_active(base):
        return
    if name == Const("imag"):
        bar = sweep.emit("mul", (Const(-1j), made_real(sweep, bar)), sweep.bar_hint(base))
    elif name in (Const("T"), Const("mT")):
        bar = sweep.emit("getattr", (bar, name), sweep.bar_hint(base))
    elif name == Const("real"):
        bar = made_real(sweep, bar)
    else:
        reverse_getattr_of_list(sweep, node)
    contribute(sweep, base, bar)


# ------------------------------------------------------------------------------------------------- rules


def by_array_rule(
    sweep: Sweep, node: Entry, rule: Linear | Bilinear | Adjoint, bars: list[Atom | None]
) -> None:
    """The cotangents that a rule gives to the arguments that it is about."""
    filled = [nothing(sweep, t) if bar is None else bar for t, bar in zip(node.targets, bars)]
    emitter = sweep.emitter(node.loc)
    outputs = isinstance(rule, Adjoint) and rule.outputs
    split = outputs and len(node.targets) > 1
    out_bar = emitter.together(filled) if split else filled[0]
    if has_unbounded(sweep, node) and is_sum_of_squares(node, sweep.facts):
        out_bar = sweep.emit(FINITE, (out_bar,))
    given: list[tuple[str, Atom]] = [(name, sweep.root(atom)) for name, atom in node.kwargs]
    args = [sweep.root(atom) for atom in node.args]
    if isinstance(rule, Bilinear) and sweep.facts.kind(out_bar) in K.NUMBERS:
        # Else 1.0 times an array of ints may become that array.
        args = [as_floats(sweep, atom) for atom in args]
    if isinstance(rule, Adjoint):
        out = emitter.together(node.targets) if split else node.targets[0]
        given.append(("out", out))
    wanted = is_wanted(sweep, rule, args, dict(given))
    if not wanted:
        return
    if len(wanted) == 2 and is_product_with_itself(sweep, node, args) and out_bar != Const(0.0):
        out_bar = sweep.emit("mul", (Const(2.0), out_bar), "t", K.FLOAT)
        wanted = dict([next(iter(wanted.items()))])
    amounts = array_rule_results(
        rule.define,
        [out_bar, *args],
        given,
        sweep.facts.kind,
        list(wanted),
        len(rule.wrt),
        emitter,
        hints=[sweep.bar_hint(atom) for atom in wanted.values()],
    )
    for (place, atom), amount in zip(wanted.items(), amounts):
        if amount == Const(None):
            refuse(sweep, node, [(rule.wrt[place], atom)])
            continue
        contribute(sweep, atom, with_own_items(sweep, atom, amount) if sweep.is_container(atom) else amount)


def is_product_with_itself(sweep: Sweep, node: Entry, args: list[Atom]) -> bool:
    """Whether it is the product of a real vector with itself, in which both have the same adjoint: `x @ x`."""
    one = replace(node, args=tuple(args))
    return is_sum_of_squares(one, sweep.facts) and sweep.facts.kind(args[0]) == K.array_kind(K.FLOAT, 1)


def with_own_items(sweep: Sweep, container: Atom, amount: Atom) -> Atom:
    """What a rule gives for a container, of which one array may be several items: copies, if more is added to an item."""
    kind = sweep.facts.kind(container)
    if not isinstance(amount, Var):
        return amount
    sweep.facts.kinds[amount] = kind
    if K.flat(kind) or memory_class(sweep, container) not in sweep.read_by_items:
        return amount
    return sweep.emit(COPY_OF, (amount,), sweep.bar_hint(container), kind)


def is_wanted(sweep: Sweep, rule: Any, args: list[Atom], named: dict[str, Atom]) -> dict[int, Atom]:
    """The active arguments that a rule gives cotangents of, by their place among these."""
    names = rule.signature.names
    found: dict[int, Atom] = {}
    for place, name in enumerate(rule.wrt):
        at = names.index(name) if name in names else len(args)
        atom = args[at] if at < len(args) else named.get(name)
        if atom is not None and sweep.is_active(atom):
            found[place] = atom
    return found
