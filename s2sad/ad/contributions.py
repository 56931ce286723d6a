"""Contributions to adjoints: of a number a value, of an array or container what is added to in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.ad.array_parts import number_by_number
from s2sad.ad.held_contributions import add_to_items
from s2sad.ad.read_only_copies import read_only_copy
from s2sad.ad.same_memory import entry_making, is_still_made, may_lie_in
from s2sad.ad.stored_copies import COPY, COPY_OF
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import outcome_of_entry
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, FunctionRef, If, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import walk
from s2sad.runtime.broadcasting import broadcast_like, unbroadcast
from s2sad.runtime.reductions import unreduce

_GIVE_PARTS = ("getitem", "unpack", "dup", "add", "iadd", None)
ASARRAY = Ref("np.asarray", np.asarray)
ZEROS_LIKE = Ref("np.zeros_like", np.zeros_like)
_ZERO = Const(0.0)
_NOTHING = (_ZERO, Const(None))


def is_nothing(atom: Atom | None) -> bool:
    """Whether there is no adjoint, or none that counts."""
    return atom is None or (type(atom) is Const and atom in _NOTHING)


def is_zero(atom: Atom) -> bool:
    return type(atom) is Const and atom == _ZERO


def contribute(sweep: Sweep, atom: Atom, amount: Atom, own: bool = True) -> None:
    """Add to the adjoint of an atom; what isn't active has none. `own`: a shadow given may be kept."""
    given, atom = atom, sweep.root(atom)
    if not isinstance(atom, Var) or atom not in sweep.active or is_nothing(amount):
        return
    if sweep.is_container(atom):
        contribute_shadow(sweep, atom, amount, own)
        return
    old = sweep.bars.get(atom)
    amount = sweep.real_where_real(given, amount)
    if sweep.is_array(atom):
        contribute_array(sweep, atom, amount)
        return
    if old is None or is_zero(old):
        sweep.bars[atom] = amount
    elif sweep.facts.kind(atom) not in K.NUMBERS and sweep.facts.kind(amount) not in K.NUMBERS:
        sweep.bars[atom] = sweep.emit("accumulate", (old, amount), sweep.bar_hint(atom), K.OBJECT)
    else:
        kind = K.join(sweep.facts.kind(old), sweep.facts.kind(amount))
        sweep.bars[atom] = sweep.emit("add", (old, amount), sweep.bar_hint(atom), kind)


def shadow_of_container(sweep: Sweep, var: Atom) -> Atom:
    """The shadow of a container, made here if there is none yet; that of one with objects in it stands beside it."""
    if var in sweep.shadows:
        return sweep.shadows[var]
    if var not in sweep.bars:
        view = sweep.views.get(var)
        hint = sweep.bar_hint(var)
        kind = sweep.facts.kind(var)
        if view is not None and sweep.is_active(view.args[0]):
            base = shadow_of_container(sweep, view.args[0])
            sweep.replayed_vars.add(var)
            sweep.bars[var] = sweep.emit("getitem", (base, view.args[1]), hint, kind)
        elif (copied := read_only_copy(sweep, var)) is not None:
            sweep.bars[var] = shadow_of_container(sweep, copied)
        elif begins_with_numbers(sweep, var):
            zero = sweep.emit("list_of", (Const(0.0),), "t", K.list_kind(K.FLOAT))
            length = sweep.emit(Ref("len", len), (var,), "t", K.INT)
            sweep.bars[var] = sweep.emit("mul", (zero, length), hint, K.list_kind(K.FLOAT))
        elif var in sweep.context.in_place and kind.name == "dict" and kind.item == K.FLOAT:
            sweep.bars[var] = zeros_by_key(sweep, var, hint, kind)
        elif holds_rows(sweep, var):
            sweep.bars[var] = zeros_by_row(sweep, var, hint, kind)
        else:
            sweep.bars[var] = sweep.emit("shadow_of", (var,), hint, kind)
    return sweep.bars[var]


def holds_rows(sweep: Sweep, var: Atom) -> bool:
    """Whether it is a list of lists of numbers, with one way to it, or an argument that no other function gets."""
    kind = sweep.facts.kind(var)
    if kind.name != "list" or kind.may_be_none or not K.flat(kind.item or K.UNKNOWN):
        return False
    return var in sweep.context.in_place or (var in sweep.params and not is_handed_on(sweep, var))


def is_handed_on(sweep: Sweep, var: Atom) -> bool:
    """Whether a function of the module gets it, or the sweep is of such a function."""
    calls = (
        node for node in walk(sweep.primal.body) if isinstance(node, Entry) and type(node.fn) is FunctionRef
    )
    return sweep.function is None or any(var in call.args for call in calls)


def begins_with_numbers(sweep: Sweep, var: Atom) -> bool:
    """Whether a container has no shadow yet, and gets a list of numbers that is made here."""
    if var in sweep.shadows or var in sweep.bars:
        return False
    view = sweep.views.get(var)
    is_part = view is not None and sweep.is_active(view.args[0])
    if is_part or read_only_copy(sweep, var) is not None:
        return False
    return K.flat(sweep.facts.kind(var)) and sweep.is_bound(var)


def zeros_like(sweep: Sweep, var: Atom) -> Var:
    """Zeros of the shape of a value: floats, also where an array may be of whole numbers."""
    kind = sweep.facts.kind(var)
    is_plain = K.is_array(kind) and not is_item(sweep, var) and var not in sweep.whole_at_times
    fn: Any = ZEROS_LIKE if is_plain else "zeros_like"
    if isinstance(var, Var):
        sweep.saved.add(var)  # it may have been assigned on one path only, and has to be bound here
    return sweep.emit(fn, (var,), sweep.bar_hint(var), kind)


def is_item(sweep: Sweep, var: Atom) -> bool:
    """Whether something is read from a list, whose items have one kind, or from a tuple."""
    made = sweep.shapes.definition(var) if isinstance(var, Var) else None
    if made is None or operation_of(made) not in ("getitem", "unpack"):
        return False
    return not K.is_array(sweep.facts.kind(made.args[0]))


def zeros_by_key(sweep: Sweep, table: Atom, hint: str, kind: K.Kind) -> Var:
    """The shadow of a dict of numbers: `{key: 0.0 for key in table}`."""
    shadow = sweep.emit("dict_of", (), hint, kind)
    key = sweep.new("key", K.UNKNOWN)
    put = Entry((), op("setitem"), (shadow, key, Const(0.0)))
    sweep.out.append(For((), key, table, (), (), Block((put,)), loc=sweep.loc))
    return shadow


def zeros_by_row(sweep: Sweep, rows: Atom, hint: str, kind: K.Kind) -> Var:
    """The shadow of a list of lists of numbers: `[[0.0] * len(row) for row in rows]`."""
    shadow = sweep.emit("list_of", (), hint, kind)
    out, sweep.out = sweep.out, []
    row = sweep.new("row", kind.item or K.UNKNOWN)
    zero = sweep.emit("list_of", (Const(0.0),), "t", K.list_kind(K.FLOAT))
    length = sweep.emit(Ref("len", len), (row,), "t", K.INT)
    zeros = sweep.emit("mul", (zero, length), "t", K.list_kind(K.FLOAT))
    sweep.out.append(Entry((), op("append"), (shadow, zeros)))
    loop = For((), row, rows, (), (), Block(tuple(sweep.out)), loc=sweep.loc)
    sweep.out = [*out, loop]
    return shadow


def contribute_shadow(sweep: Sweep, atom: Var, amount: Atom, own: bool) -> None:
    if atom in sweep.shadows:
        add_to_items(sweep, atom, amount)
        return
    amount = number_by_number(sweep, amount)
    view = sweep.views.get(atom)
    is_zero_for_none = sweep.facts.kind(amount) == K.UNKNOWN  # where the value is None on one path
    own = (own or amount in sweep.owned) and not is_zero_for_none
    if atom not in sweep.bars and own and view is None:
        sweep.bars[atom] = amount
        sweep.owned.discard(amount)
        return
    if atom not in sweep.bars and view is None and not is_zero_for_none and sweep.later.covers(atom):
        # Its length may be another by now; that of the amount is what it was.
        sweep.bars[atom] = sweep.emit(COPY_OF, (amount,), sweep.bar_hint(atom), sweep.facts.kind(atom))
        return
    number = number_of_all(sweep, amount) if K.flat(sweep.facts.kind(atom)) else None
    shadow = shadow_of_container(sweep, atom)
    if number is None:
        sweep.effect("merge", shadow, amount)
    else:
        add_number(sweep, shadow, number)


def add_number(sweep: Sweep, shadow: Atom, number: Atom) -> None:
    """`for i in range(len(shadow)): shadow[i] += number`."""
    length = sweep.emit(Ref("len", len), (shadow,), "t", K.INT)
    places = sweep.emit(Ref("range", range), (length,), "t", K.OBJECT)
    place = sweep.new("i", K.INT)
    add = Entry((), op("add_at"), (shadow, place, number), (), sweep.loc, AT_LOCATION)
    sweep.out.append(For((), place, places, (), (), Block((add,)), loc=sweep.loc))


def number_of_all(sweep: Sweep, items: Atom) -> Atom | None:
    """The number that stands at all places of a list that the last entry has made so."""
    made: dict[Atom, Entry] = {
        node.targets[0]: node for node in sweep.out[-3:] if type(node) is Entry and len(node.targets) == 1
    }
    repeated = made.get(items)
    # What was added to it since stands there too.
    if repeated is None or repeated is not sweep.out[-1] or operation_of(repeated) != "mul":
        return None
    one = made.get(repeated.args[0])
    return one.args[0] if one is not None and operation_of(one) == "list_of" and len(one.args) == 1 else None


def contribute_array(sweep: Sweep, atom: Var, amount: Atom) -> None:
    amount = with_dtype(sweep, atom, not_broadcast(sweep, atom, amount))
    if atom not in sweep.shadows and sweep.bars.get(atom) in (None, Const(0.0)):
        # A shadow changes on the way back, as an array does that is put back; what gets it now keeps what it is now.
        changing = (set(sweep.shadows.values()) - sweep.ended) | sweep.restored.arrays
        if may_lie_in(sweep, amount, changing):
            amount = sweep.emit(COPY, (amount,), sweep.bar_hint(atom))
    if atom in sweep.shadows:
        added = before_spreading(sweep, amount)
        if added is None:
            sweep.unspread.add(amount)
            added = amount
        add_to_shadow(sweep, atom, added)
        return
    old = sweep.bars.get(atom)
    if old is None or is_zero(old):
        sweep.bars[atom] = amount
        if is_fresh(sweep, amount):
            sweep.owned.add(amount)
    elif may_be_container(sweep, atom):
        sweep.bars[atom] = sweep.emit("accumulate", (old, amount), sweep.bar_hint(atom), K.OBJECT)
    elif old in sweep.owned:
        added = before_spreading(sweep, amount) or amount
        sweep.out.append(Entry((), op("iadd"), (old, added), (), sweep.loc, AT_LOCATION))
        sweep.accumulated.add(old)
    else:
        added = before_spreading(sweep, amount) or amount
        made = sweep.emit("add", (old, added), sweep.bar_hint(atom), note=AT_LOCATION)
        sweep.bars[atom] = made
        if has_rank(sweep, made):
            sweep.owned.add(made)
    if amount in sweep.owned and any(bar == amount for var, bar in sweep.bars.items() if var != atom):
        sweep.owned.discard(amount)  # what two adjoints share is nobody's own


def add_to_shadow(sweep: Sweep, atom: Var, amount: Atom) -> None:
    """`shadow += amount`; where there may be none on the path that was taken, it is asked for."""
    shadow = sweep.shadows[atom]
    add: Node = Entry((), op("iadd"), (shadow, amount), (), sweep.loc, AT_LOCATION)
    if atom in sweep.objects.absent:
        sweep.saved.add(shadow)
        is_there = sweep.emit("is_not", (shadow, Const(None)), "t", K.BOOL)
        add = If((), is_there, Block((add,)), Block(()), sweep.loc)
    sweep.out.append(add)


def not_broadcast(sweep: Sweep, atom: Var, amount: Atom) -> Atom:
    """What a rule sums to the shape of a value, where it has that shape already."""
    made = entry_making(sweep, amount)
    if made is None or callee_of(made) is not unbroadcast or not is_still_made(sweep, amount, made):
        return amount
    shape = sweep.shapes.of(made.args[0])
    return made.args[0] if isinstance(shape, tuple) and shape == sweep.shapes.of(atom) else amount


def with_dtype(sweep: Sweep, atom: Var, amount: Atom) -> Atom:
    """An adjoint to which any other can be added: to a list it would be appended, and in one of ints or bools cut off."""
    if sweep.facts.kind(amount).name in ("list", "tuple") and K.is_array(sweep.facts.kind(atom)):
        return sweep.emit(ASARRAY, (amount,), sweep.bar_hint(atom))
    wanted, given = K.element(sweep.facts.kind(atom)), K.element(sweep.facts.kind(amount))
    if not K.is_array(sweep.facts.kind(amount)) or given in (wanted, K.COMPLEX):
        return amount
    if given not in (K.INT, K.BOOL) and wanted != K.COMPLEX:
        return amount
    dtype = Ref("complex", complex) if wanted == K.COMPLEX else Ref("float", float)
    return sweep.emit(ASARRAY, (amount, dtype), sweep.bar_hint(atom))


def is_fresh(sweep: Sweep, amount: Atom) -> bool:
    """Whether an adjoint is an array that was made just now, and that nothing else refers to."""
    if not isinstance(amount, Var) or not has_rank(sweep, amount):
        return False
    if amount in sweep.owned:
        return True
    for node in reversed(sweep.out[-8:]):
        if isinstance(node, Entry) and amount in node.targets:
            return makes_array(sweep, node)
    return False


def makes_array(sweep: Sweep, node: Entry) -> bool:
    name = operation_of(node)
    if not isinstance(node.fn, Ref) or name in ("dup", "getattr", "unpack", "tuple_of"):
        return False
    if node.fn.value is unbroadcast:
        return node.args[0] not in sweep.shared and is_fresh(sweep, node.args[0])
    if any(node.fn.value is function for function in (unreduce, np.broadcast_to, broadcast_like)):
        return False
    return not outcome_of_entry(node, sweep.facts.kind).shared and name != "getitem"


def may_be_container(sweep: Sweep, var: Atom) -> bool:
    """Whether it may be a list, tuple or dict: its kind isn't known, and no operation gives it but a sum."""
    if not K.is_opaque(sweep.facts.kind(var)):
        return False
    made = sweep.definitions.get(var) if isinstance(var, Var) else None
    return made is None or not isinstance(made.fn, Ref) or operation_of(made) in _GIVE_PARTS


def has_rank(sweep: Sweep, atom: Atom) -> bool:
    """Whether it is an array for sure, and no number."""
    kind = sweep.facts.kind(atom)
    return K.is_array(kind) and bool(kind.ndim)


def number_everywhere(sweep: Sweep, bar: Atom) -> Atom | None:
    """The number of which an adjoint consists, or None."""
    made = spreading(sweep, bar)
    return made.args[0] if made is not None and sweep.facts.kind(made.args[0]) in K.NUMBERS else None


def before_spreading(sweep: Sweep, bar: Atom) -> Atom | None:
    """What was spread to the shape of an adjoint, as an operator would spread it, or None: `s_bar[:, None]`."""
    made = spreading(sweep, bar)
    if made is None:
        return None
    amount, shape, axis, keepdims = made.args
    fields = sweep.facts.kind(shape).fields
    if sweep.facts.kind(amount) in K.NUMBERS or keepdims == Const(True):
        return amount
    if keepdims != Const(False) or not isinstance(axis, Const) or type(axis.value) is not int or not fields:
        return None
    rank = len(fields)
    if sweep.facts.kind(amount).ndim != rank - 1:
        return None
    whole_axis = sweep.emit("slice", (Const(None),) * 3, "t", K.SLICE)
    index = tuple(Const(None) if i == axis.value % rank else whole_axis for i in range(rank))
    where = sweep.emit("tuple_of", index, "t", K.tuple_kind(tuple(map(sweep.facts.kind, index))))
    return sweep.emit("getitem", (amount, where))


def spreading(sweep: Sweep, bar: Atom) -> Entry | None:
    """The entry that spread an adjoint to its shape, also where it is used several times; None if there is none."""
    made = entry_making(sweep, bar)
    while made is not None and operation_of(made) == "dup":
        made = entry_making(sweep, made.args[0])
    return made if made is not None and callee_of(made) is unreduce else None
