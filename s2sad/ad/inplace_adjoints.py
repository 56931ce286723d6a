"""Arrays that are written in place, in the reverse sweep: what was written takes its adjoint from the shadow.

    store A i v         →       v_bar = getitem A_bar i
                                store A_bar i 0.0
    increase A i v      →       v_bar = getitem A_bar i
    imul A v            →       v_bar = mul A_bar A_1           A_1 is A as it was before
                                imul A_bar v

What the reverse sweep reads of an array, and a later entry overwrites, is copied in the forward sweep, where it is
used, and an update that is linear saves nothing; where it is smaller, what is overwritten is put back (`restored_arrays`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

import numpy as np

from s2sad.ad.array_products import fitted
from s2sad.ad.arrays import LAST_WRITTEN
from s2sad.ad.contributions import COPY, contribute
from s2sad.ad.stored_copies import copying
from s2sad.ad.sweep import AT_LOCATION, GUARDED, Sweep
from s2sad.analysis.effects import effect_of
from s2sad.analysis.infinities import INFINITE
from s2sad.analysis.outside_memory import is_memory, is_named_number
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_ufunc_at
from s2sad.ir.index_kinds import Index, index_form, may_be_view_without_axes
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Block, Const, Entry, Node, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import uses_of, walk
from s2sad.runtime.indexing import return_copy

ANY_COPY = Ref("copy.copy", copy.copy)
LIST = Ref("list", list)
RETURN_COPY = Ref("return_copy", return_copy)


def memory_read(node: Node) -> Iterator[Atom]:
    """What an entry reads that lives outside of the function."""
    for inner in walk(Block((node,))):
        for atom in uses_of(inner):
            if isinstance(atom, Ref) and (is_memory(atom.value) or is_named_number(atom)):
                yield atom


def shadow_of(sweep: Sweep, array: Atom, node: Entry) -> Var | None:
    """The shadow of an array that is written; None if nothing active is in it."""
    if not sweep.is_active(array):
        return None
    if array not in sweep.shadows:
        reason = (
            "this array comes from outside, so its number of axes isn't known: it can't be written in place"
        )
        hint = "pass the array as an argument, or make one here: np.zeros, and then `new[:] = x`"
        raise UnsupportedValue(reason, hint, node.loc)
    return sweep.shadows[array]


def reverse_store(sweep: Sweep, node: Entry) -> None:
    """`A[i] = v`: the adjoint of that part goes to v, and what was there before has none."""
    array, index, item = node.args
    shadow = shadow_of(sweep, array, node)
    if shadow is None:
        return
    if not sweep.is_active(sweep.root(item)):
        sweep.effect("store", shadow, index, Const(0.0))
        return
    holds = sweep.root(item) in sweep.shadows
    overlapping = holds and sweep.overlaps.may_overlap(array, index, item)
    bar = stored_part(sweep, shadow, index, item, at_once=holds and not overlapping)
    if overlapping:  # the amount may be added where the shadow is cleared
        sweep.overlaps.check_order(node)
        sweep.effect("store", shadow, index, Const(0.0))
    contribute(sweep, item, fitted_part(sweep, bar, item, array, index))
    if not overlapping:
        sweep.effect("store", shadow, index, Const(0.0))


def stored_part(sweep: Sweep, shadow: Atom, index: Atom, item: Atom, at_once: bool = False) -> Var:
    """The adjoint of what was written; of several values for one element only the last one stayed.

    `at_once`: it is added to the shadow of something else before this one changes.
    """
    form = index_form(sweep.facts.kind(index))
    if form in (Index.GATHER, Index.UNKNOWN):
        return sweep.emit(LAST_WRITTEN, (shadow, index), sweep.bar_hint(item))
    part = sweep.emit("getitem", (shadow, index), sweep.bar_hint(item), note=AT_LOCATION)
    kind = sweep.facts.kind(part)
    summed = sweep.facts.kind(item) in K.NUMBERS and not may_be_view_without_axes(
        kind, sweep.facts.kind(index)
    )
    if kind in K.NUMBERS or summed or at_once or form is Index.MASK:
        return part
    return sweep.emit(COPY, (part,), sweep.bar_hint(item))


def reverse_increase(sweep: Sweep, node: Entry) -> None:
    """`A[i] += v`: the adjoint of that part goes to v as well."""
    array, index, item = node.args
    shadow = shadow_of(sweep, array, node)
    if shadow is not None and sweep.is_active(sweep.root(item)):
        bar = stored_part(sweep, shadow, index, item)
        contribute(sweep, item, fitted_part(sweep, bar, item, array, index))


def fitted_part(sweep: Sweep, bar: Atom, item: Atom, array: Atom, index: Atom) -> Atom:
    """The adjoint of a part of an array in the shape of what was written there."""
    return fitted(sweep, bar, item, sweep.shapes.of_part(array, index), [array])


def reverse_at(sweep: Sweep, node: Entry) -> None:
    """`np.add.at(A, i, v)`: every occurrence of an index counts."""
    array, index, item = node.args
    shadow = shadow_of(sweep, array, node)
    if shadow is None:
        return
    function = callee_of(node)
    if function not in (np.add.at, np.subtract.at):
        reason = f"`{node.fn.path}` writes to an active array"
        raise UnsupportedValue(reason, "write it as a loop", node.loc)
    if sweep.is_active(sweep.root(item)):
        part = sweep.emit("getitem", (shadow, index), sweep.bar_hint(item), note=AT_LOCATION)
        bar = part if function == np.add.at else sweep.emit("neg", (part,), sweep.bar_hint(item))
        contribute(sweep, item, fitted(sweep, bar, item, sweep.shapes.of_part(array, index), [shadow]))


def reverse_update(sweep: Sweep, node: Entry) -> None:
    """`x += v`, `x -= v`, `x *= v`, `x /= v`"""
    array, item = node.args
    name = operation_of(node)
    shadow = shadow_of(sweep, array, node)
    if shadow is None:
        return
    active = sweep.is_active(sweep.root(item))
    out: Atom | None = None
    if name in ("imul", "itruediv"):
        times = GUARDED if sweep.infinities.of(array) & INFINITE else "mul"
        out = sweep.emit(times, (shadow, array), sweep.bar_hint(item), note=AT_LOCATION) if active else None
        sweep.out.append(Entry((), op(name), (shadow, item), (), sweep.loc, AT_LOCATION))
        if name == "itruediv" and active:
            quotient = sweep.emit("truediv", (array, item), "t")
            quotient = sweep.emit(times, (shadow, quotient), "t")
            out = sweep.emit("neg", (quotient,), sweep.bar_hint(item), note=AT_LOCATION)
    elif active:
        out = (
            shadow if name == "iadd" else sweep.emit("neg", (shadow,), sweep.bar_hint(item), note=AT_LOCATION)
        )
    if out is not None:
        contribute(sweep, item, fitted(sweep, out, item, sweep.shapes.of(array), [array]))


def check_effect(sweep: Sweep, node: Entry) -> None:
    """What isn't known must not write to an array whose adjoint it would have to change."""
    unknown = operation_of(node) is None and isinstance(node.fn, Ref)
    if unknown and effect_of(node) in (Effect.WRITING, Effect.UNKNOWN) and not is_ufunc_at(callee_of(node)):
        if any(atom in sweep.shadows for atom in node.args):
            reason = f"`{node.fn.path}` may write to an array, and gets one that holds active values"
            hint = "declare its rule by @program, or leave the rule out if it has source"
            raise UnsupportedValue(reason, hint, node.loc)


def snapshot(sweep: Sweep, atom: Atom, node: Entry) -> Entry:
    """A copy of what an atom holds at an entry."""
    kind = sweep.facts.kind(atom)
    copied = sweep.new(stem(atom.name) if isinstance(atom, Var) else "t", kind)
    sweep.snapshots[atom] = copied
    if kind.name == "list" and K.flat(kind):
        fn = LIST
    else:  # what isn't known to be an array may be an index
        fn = copying(kind) if K.is_array(kind) or kind.name in K.CONTAINERS else ANY_COPY
    return Entry((copied,), fn, (atom,), (), node.loc, "what is overwritten below")
