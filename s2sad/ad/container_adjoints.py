"""Containers in the reverse sweep: a list, tuple or dict has a shadow, which is written in place.

    y = getitem xs i        →       add_at xs_bar i y_bar
    append xs v             →       v_bar = take_last xs_bar

A shadow comes to be where the reverse sweep first meets the container, that is after the container's last use, when
it has its final length. An item that is itself a container has the item of the shadow as its shadow.
"""

from __future__ import annotations

from s2sad.ad.active_refusals import UNKNOWN_CONTAINER
from s2sad.ad.apply_rule import gradients_of
from s2sad.ad.by_rule import made_real, product
from s2sad.ad.contributions import (
    ZEROS_LIKE,
    begins_with_numbers,
    contribute,
    shadow_of_container,
    zeros_like,
)
from s2sad.ad.read_only_copies import read_only_copy
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.complex_kinds import real_or_complex
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads
from s2sad.rules.declare import Gradient

# --------------------------------------------------------------------------------- building containers


def reverse_display(sweep: Sweep, node: Entry) -> None:
    bar = bar_of_display(sweep, node.targets[0])
    if bar is None:
        return
    same = repeated_item(sweep, bar)
    for i, atom in enumerate(node.args):
        if gets_part(sweep, atom, node.targets[0]):
            item = part(sweep, bar, Const(i), atom) if same is None else same
            contribute(sweep, atom, item, own=False)


def repeated_item(sweep: Sweep, bar: Atom) -> Atom | None:
    """The number that an adjoint holds at all places, as that of a sum does; None for any other, and for one that is written."""
    repeated = made_by(sweep, bar, "mul")
    display = repeated and made_by(sweep, repeated.args[0], "list_of")
    if not repeated or not display or len(display.args) != 1:
        return None
    uses = [node for node in sweep.out if bar in node_reads(node)]
    return None if uses else display.args[0]


def made_by(sweep: Sweep, atom: Atom, name: str) -> Entry | None:
    """The entry of the sweep that makes a variable by some operation."""
    made = sweep.shapes.definitions.get(atom) if isinstance(atom, Var) else None
    return made if made is not None and operation_of(made) == name else None


def bar_of_display(sweep: Sweep, target: Var) -> Atom | None:
    """The adjoint of a container; that of one with objects in it was made beside it."""
    return sweep.shadows[target] if target in sweep.shadows else sweep.take(target)


def gets_part(sweep: Sweep, atom: Atom, container: Var | None = None) -> bool:
    """Whether an item gets its adjoint from that of the container: where this is one of shadows, they have it already."""
    has_it = sweep.root(atom) in sweep.shadows and (container is None or container in sweep.shadows)
    return sweep.is_active(sweep.root(atom)) and not has_it


def part(sweep: Sweep, bar: Atom, index: Atom, atom: Atom) -> Var:
    return sweep.emit("getitem", (bar, index), sweep.bar_hint(atom), held_kind(sweep, atom), AT_LOCATION)


def held_kind(sweep: Sweep, atom: Atom) -> K.Kind:
    """The kind of an adjoint in a shadow: beside complex numbers that of a real one may have become complex."""
    kind = sweep.facts.kind(atom)
    return real_or_complex(kind) if sweep.has_complex and K.element(kind) == K.FLOAT else kind


def reverse_dict(sweep: Sweep, node: Entry) -> None:
    bar = bar_of_display(sweep, node.targets[0])
    if bar is None:
        return
    for key, atom in zip(node.args[::2], node.args[1::2]):
        if gets_part(sweep, atom):
            contribute(sweep, atom, part(sweep, bar, key, atom), own=False)


def reverse_copy_of_list(sweep: Sweep, node: Entry) -> None:
    """`list(xs)`, `tuple(xs)`: what shares the shadow of xs has nothing to add to it."""
    bar = sweep.take(node.targets[0])
    if bar is not None and bar != sweep.bars.get(sweep.root(node.args[0])):
        contribute(sweep, node.args[0], bar)


def reverse_join(sweep: Sweep, node: Entry) -> None:
    """`xs + ys`: the shadow is cut in two."""
    bar = sweep.take(node.targets[0])
    if bar is None:
        return
    one, other = node.args
    length = length_of(sweep, one, other, bar)
    for atom, ends in ((one, (Const(None), length)), (other, (length, Const(None)))):
        if sweep.is_active(atom):
            part = sweep.emit("slice", (*ends, Const(None)), "t", K.SLICE)
            cut = sweep.emit(
                "getitem", (bar, part), sweep.bar_hint(atom), sweep.facts.kind(atom), AT_LOCATION
            )
            contribute(sweep, atom, cut)


def length_of(sweep: Sweep, one: Atom, other: Atom, bar: Atom) -> Atom:
    """How long the first of two joined lists was; the list itself may have grown since, its shadow not."""
    if sweep.is_active(one):
        return sweep.emit(Ref("len", len), (shadow_of_container(sweep, one),), "t", K.INT)
    whole = sweep.emit(Ref("len", len), (bar,), "t", K.INT)
    rest = sweep.emit(Ref("len", len), (shadow_of_container(sweep, other),), "t", K.INT)
    return sweep.emit("sub", (whole, rest), "t", K.INT)


def reverse_repeat(sweep: Sweep, node: Entry) -> None:
    """`xs * n`: the adjoints of all the copies are added."""
    bar = sweep.take(node.targets[0])
    if bar is None:
        return
    items = node.args[0] if sweep.is_container(node.args[0]) else node.args[1]
    is_fixed = (
        holds_constants(sweep.facts.kind(items)) or sweep.root(node.targets[0]) in sweep.context.in_place
    )
    if is_fixed and not sweep.is_active(items):
        return
    if not sweep.is_active(items) or not K.flat(sweep.facts.kind(items)):
        reason = "a list of active values that aren't numbers is repeated"
        raise UnsupportedValue(reason, "build it with a comprehension", node.loc)
    assert isinstance(items, Var)
    sweep.effect("merge_repeated", shadow_of_container(sweep, items), bar)


def holds_constants(kind: K.Kind) -> bool:
    """Whether nothing can be written to the items of a list: numbers, and tuples of them."""
    item = K.iterated(kind)
    return item in K.NUMBERS or (item.name == "tuple" and K.flat(item))


# ------------------------------------------------------------------------------------- reading, writing


def reverse_getitem_of_list(sweep: Sweep, node: Entry) -> None:
    target = node.targets[0]
    container, index = node.args
    bar = sweep.take(target)
    if bar is None or target in sweep.views or not sweep.is_active(container):
        return
    assert isinstance(container, Var)
    if sweep.facts.kind(index) == K.SLICE:
        add_to_part(sweep, container, target, index, bar)
    else:
        sweep.effect(adding(sweep, target), shadow_of_container(sweep, container), index, bar)


def add_to_part(sweep: Sweep, items: Var, part: Var, index: Atom, bar: Atom) -> None:
    """Add the adjoint of a slice; of numbers it is all that is there so far, or added number by number."""
    has_shadow = items in sweep.bars or items in sweep.shadows or items in sweep.views
    is_first = not has_shadow and read_only_copy(sweep, items) is None
    shadow = shadow_of_container(sweep, items)
    made = sweep.definitions.get(index) if isinstance(index, Var) else None
    is_range = operation_of(made) == "slice" and made.args[2] == Const(None) if made else False
    flat = all(K.flat(sweep.facts.kind(atom)) for atom in (items, part, bar)) and part not in sweep.shadows
    start = made.args[0].value if made and isinstance(made.args[0], Const) else -1
    if is_range and flat and is_first:
        sweep.effect("setitem", shadow, index, bar)
    elif is_range and flat and (start is None or (type(start) is int and start >= 0)):
        add_from(sweep, shadow, start or 0, bar)
    else:
        sweep.effect("merge_slice", shadow, index, bar)


def add_from(sweep: Sweep, shadow: Atom, start: int, bar: Atom) -> None:
    """`for i in range(len(bar)): shadow[i + start] += bar[i]`"""
    length = sweep.emit(Ref("len", len), (bar,), "n", K.INT)
    over = sweep.emit(Ref("range", range), (length,), "t", K.list_kind(K.INT))
    out, sweep.out = sweep.out, []
    place = sweep.new("i", K.INT)
    where = sweep.emit("add", (place, Const(start)), "t", K.INT) if start else place
    item = sweep.emit("getitem", (bar, place), "t", K.FLOAT)
    sweep.effect("add_at", shadow, where, item)
    loop = For((), place, over, (), (), Block(tuple(sweep.out)), loc=sweep.loc)
    sweep.out = [*out, loop]


def adding(sweep: Sweep, item: Atom) -> str:
    """What adds the adjoint of an item to a shadow: one whose kind isn't known may be a container."""
    kind = sweep.facts.kind(item)
    return "add_at" if kind in K.NUMBERS or K.is_array(kind) else "merge_at"


def reverse_unpack_of_list(sweep: Sweep, node: Entry) -> None:
    container, before, after = node.args
    bars = [sweep.take(target) for target in node.targets]
    if not sweep.is_active(container) or all(bar is None for bar in bars):
        return
    assert isinstance(container, Var) and isinstance(before, Const)
    if after == Const(None) and begins_with_numbers(sweep, container):
        items = tuple(Const(0.0) if bar is None else bar for bar in bars)
        sweep.bars[container] = sweep.emit("list_of", items, sweep.bar_hint(container), K.list_kind(K.FLOAT))
        return
    shadow = shadow_of_container(sweep, container)
    count = len(node.targets)
    for i, (target, bar) in enumerate(zip(node.targets, bars)):
        if bar is None:
            continue
        starred = after != Const(None) and i == before.value
        if starred or sweep.is_container(target):
            store_part(sweep, shadow, i, count, starred, bar)
        else:
            place = i if after == Const(None) or i < before.value else i - count
            sweep.effect(adding(sweep, target), shadow, Const(place), bar)


def store_part(sweep: Sweep, shadow: Atom, i: int, count: int, starred: bool, bar: Atom) -> None:
    if starred:
        end = Const(i + 1 - count if i + 1 < count else None)
        part = sweep.emit("slice", (Const(i), end, Const(None)), "t", K.SLICE)
        sweep.effect("merge_slice", shadow, part, bar)
    else:
        inner = sweep.emit("getitem", (shadow, Const(i)), "t", K.OBJECT)
        sweep.effect("merge", inner, bar)


def reverse_append(sweep: Sweep, node: Entry) -> None:
    container, item = node.args
    if not sweep.is_active(container) or container in sweep.shadows:
        return
    assert isinstance(container, Var)
    kind = held_kind(sweep, item)
    # Even if nothing reads the list after this: what reads it before finds its shadow as long as it was then.
    bar = sweep.emit(
        "take_last", (shadow_of_container(sweep, container),), sweep.bar_hint(item), kind, AT_LOCATION
    )
    contribute(sweep, item, bar)


def reverse_setitem(sweep: Sweep, node: Entry) -> None:
    container, _, item = node.args  # a key is never active: it may only be taken out of something that is
    if container in sweep.shadows:
        return
    if sweep.root(container) in sweep.context.in_place:
        reverse_write(sweep, node)
        return
    if sweep.is_active(container) or sweep.is_active(item) or is_object_class(sweep, container):
        raise UnsupportedValue(*UNKNOWN_CONTAINER, node.loc)


def reverse_write(sweep: Sweep, node: Entry) -> None:
    """The adjoint of what is written is taken from its place in the shadow; that of what was there before is zero."""
    container, key, item = node.args
    if not sweep.is_active(container):
        return
    shadow = shadow_of_container(sweep, container)
    bar: Atom | None = None
    if gets_part(sweep, item):
        bar = part(sweep, shadow, key, item)
        contribute(sweep, item, bar)
    if not sweep.is_container(item) and id(node) not in sweep.first_writes:
        sweep.effect("setitem", shadow, key, zero_before(sweep, node, bar))


def zero_before(sweep: Sweep, write: Entry, bar: Atom | None) -> Atom:
    """The adjoint, as yet, of what an entry overwrites: zero, or zeros of the shape that an array had."""
    old, item = sweep.old_items.get(id(write)), write.args[2]
    if old is None:
        return Const(0.0)
    if bar is None or sweep.shapes.of(old) != sweep.shapes.of(item):
        return zeros_like(sweep, old)
    return sweep.emit(ZEROS_LIKE, (bar,), sweep.bar_hint(old), sweep.facts.kind(bar))


def reverse_add_at(sweep: Sweep, node: Entry) -> None:
    """`xs[i] += v`, `table[key] = table.get(key, 0.0) + v`: the adjoint of v is that at its place."""
    container, key, item = node.args
    if sweep.is_active(container) and gets_part(sweep, item):
        contribute(sweep, item, part(sweep, shadow_of_container(sweep, container), key, item))


def reverse_take_last(sweep: Sweep, node: Entry) -> None:
    """`xs.pop()`: the adjoint of what is taken off comes to the end of the shadow."""
    container = node.args[0]
    bar = sweep.take(node.targets[0])
    if not sweep.is_active(container):
        return
    assert isinstance(container, Var)
    sweep.effect("append", shadow_of_container(sweep, container), Const(0.0) if bar is None else bar)


def is_object_class(sweep: Sweep, atom: Atom) -> bool:
    """Whether it may be an array that has a shadow, without being known to be one."""
    if not sweep.shadows or not isinstance(atom, Var):
        return False
    return any(member in sweep.shadows for member in sweep.facts.classes.members(atom))


def reverse_getattr_of_list(sweep: Sweep, node: Entry) -> None:
    bar = sweep.take(node.targets[0])
    base, name, *_ = node.args
    if bar is None or not sweep.is_active(sweep.root(base)):
        return
    if name == Const("real"):
        contribute(sweep, base, made_real(sweep, bar))
    elif name == Const("imag"):
        turned = (Const(-1j), made_real(sweep, bar))
        contribute(sweep, base, sweep.emit("mul", turned, sweep.bar_hint(base), K.COMPLEX, AT_LOCATION))
    else:
        raise UnsupportedValue(f"the attribute {name} of an active value", "pass the number itself", node.loc)


# ------------------------------------------------------------------------------------ rules on sequences


def by_gradient(sweep: Sweep, node: Entry, rule: Gradient, bar: Atom | None) -> None:
    if bar is None:
        return
    args = [sweep.root(atom) for atom in node.args]
    kinds = tuple(map(sweep.facts.kind, args))
    lists = gradients_of(rule, kinds, args, node.targets[0], sweep.emitter(node.loc))
    if rule.signature.variadic:
        for i, atom in enumerate(args):
            if sweep.is_active(atom):
                partial = sweep.emit("getitem", (lists[0], Const(i)), "t")
                contribute(sweep, atom, product(sweep, atom, partial, bar, False))
        return
    for atom, partials in zip(args, lists):
        if sweep.is_active(atom):
            kind = K.list_kind(K.FLOAT)
            amount = sweep.emit("scaled", (bar, partials), sweep.bar_hint(atom), kind, AT_LOCATION)
            contribute(sweep, atom, amount)
