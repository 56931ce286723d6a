"""The adjoint of a container as a whole, where beside it stands one of the shadows of the arrays in it.

s = np.concatenate rows         →       for row_bar, amount in zip(rows_bar, amounts): row_bar += amount

A container that changes later is refused: both would have other items then.
"""

from __future__ import annotations

from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Ref, Var
from s2sad.ir.operations import op

_ZIP = Ref("zip", zip)


def add_to_items(sweep: Sweep, container: Var, amount: Atom) -> None:
    """Add the adjoint of a container to the shadows of what it holds."""
    kind = sweep.facts.kind(container)
    if sweep.is_rebuilt(container) or sweep.facts.container_aliases.find(container) in sweep.later.containers:
        raise _refusal(sweep)
    _add(sweep, sweep.shadows[container], kind, amount)


def _add(sweep: Sweep, shadow: Atom, kind: K.Kind, amount: Atom) -> None:
    if kind.name == "tuple" and kind.fields:
        _to_items_of_tuple(sweep, shadow, kind.fields, amount)
    elif kind.fields is not None:
        keys = kind.keys if kind.name == "dict" and kind.keys is not None else range(len(kind.fields))
        for key, part in zip(keys, kind.fields):
            _add_part(sweep, shadow, Const(key), part, amount)
    elif kind.name != "dict" and kind.item is not None and K.is_array(kind.item):
        _in_turn(sweep, shadow, kind.item, amount)
    else:
        raise _refusal(sweep)


def _to_items_of_tuple(sweep: Sweep, shadow: Atom, kinds: tuple[K.Kind, ...], amount: Atom) -> None:
    """Add to the shadows in a tuple, under names of their own: an item of a tuple can't be assigned, as `t[0] += v` does."""
    targets = tuple(sweep.new("t_bar", kind) for kind in kinds)
    sweep.out.append(Entry(targets, op("unpack"), (shadow, Const(len(kinds)), Const(None)), (), sweep.loc))
    for place, (kind, own) in enumerate(zip(kinds, targets)):
        _add_part(sweep, shadow, Const(place), kind, amount, own)


def _add_part(
    sweep: Sweep, shadow: Atom, key: Atom, kind: K.Kind, amount: Atom, own: Var | None = None
) -> None:
    """Add one item of an adjoint."""
    if not K.differentiable(kind):
        return
    part = sweep.emit("getitem", (amount, key), "t_bar", kind)
    if kind in K.NUMBERS:
        sweep.effect("add_at", shadow, key, part)
        return
    own = sweep.emit("getitem", (shadow, key), "t_bar", kind) if own is None else own
    if K.is_array(kind):
        sweep.effect("iadd", own, part)
    else:
        _add(sweep, own, kind, part)


def _in_turn(sweep: Sweep, shadow: Atom, kind: K.Kind, amount: Atom) -> None:
    """Add the adjoints of arrays in a list, one after the other."""
    pairs = sweep.emit(_ZIP, (shadow, amount), "t", K.UNKNOWN)
    both, own, part = sweep.new("t", K.OBJECT), sweep.new("row_bar", kind), sweep.new("t_bar", kind)
    entries = (
        Entry((own, part), op("unpack"), (both, Const(2), Const(None))),
        Entry((), op("iadd"), (own, part), (), sweep.loc, AT_LOCATION),
    )
    sweep.out.append(For((), both, pairs, (), (), Block(entries, ()), loc=sweep.loc))


def _refusal(sweep: Sweep) -> UnsupportedValue:
    reason = "a container of arrays that are written in place is used as a whole, and its items change"
    return UnsupportedValue(reason, "use a list made for it: `[row for row in rows]`", sweep.loc)
