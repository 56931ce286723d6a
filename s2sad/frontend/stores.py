"""What is written to items and attributes: of arrays in place, of containers that are written, of objects."""

from __future__ import annotations

import ast

import numpy as np

from s2sad.frontend.abstract_values import Function, Object, Sequence, Table, Value
from s2sad.frontend.array_calls import as_array
from s2sad.frontend.attributes import lacks, no_attribute
from s2sad.frontend.branches import learn
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import is_of_several, set_by_class
from s2sad.frontend.closures import give_attribute
from s2sad.frontend.dict_keys import key_of
from s2sad.frontend.expressions import atom_of, expr, owner_of_dict
from s2sad.frontend.gone_through import reached, vary_at_once
from s2sad.frontend.guessed_stores import note_written
from s2sad.frontend.imports import raise_now
from s2sad.frontend.indexed_storage import (
    holds_indexed,
    indexed_display,
    is_followed_next,
    is_indexed,
    note_within,
    sites_of,
    vary_in_containers,
)
from s2sad.frontend.list_growth import learn_item
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import follow_borrowers
from s2sad.frontend.materialise import materialise, materialise_item, written_after_all
from s2sad.frontend.object_variables import by_method, set_attribute, set_own_attribute
from s2sad.frontend.queries import is_none
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import extend, set_item
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var
from s2sad.ir.operations import op
from s2sad.runtime.shaping import place_in_flat, places_in_flat

_PLACE = Ref("place_in_flat", place_in_flat)
_PLACES = Ref("places_in_flat", places_in_flat)
_ONE_PLACE = K.Kind("tuple", K.INT)
_OTHER_PART = {"real": "imag", "imag": "real"}
_RESIZE = Ref("np.resize", np.resize)


def store_item(lowering: Lowering, target: ast.Subscript, value: Value, node: ast.AST) -> None:
    part = part_of_flat(lowering, target, node)
    if part is not None:
        put_item(lowering, *part, as_often(lowering, part[1], value, node), node)
        return
    if attribute_by_name(lowering, target, value, node):
        return
    container = expr(lowering, target.value)
    if isinstance(container, Object) or is_of_several(lowering, container):
        put_into_object(lowering, container, expr(lowering, target.slice), value, node)
        return
    if isinstance(container, Table):
        written_after_all(lowering)
        reason = "a dict that holds functions with active variables is written to"
        raise lowering.refusal(node, reason, "make the whole dict where it is assigned")
    put_item(lowering, materialise(lowering, container, node), atom_of(lowering, target.slice), value, node)


def attribute_by_name(lowering: Lowering, target: ast.Subscript, value: Value, node: ast.AST) -> bool:
    """Whether `self.__dict__["x"] = v` gave an attribute to an object that is followed."""
    base = owner_of_dict(lowering, target.value)
    if base is None:
        return False
    key = expr(lowering, target.slice)
    if not isinstance(key, Const):
        reason = "an object gets an attribute whose name is known only at run time"
        raise lowering.refusal(node, reason, "write the names out, or keep the values in a dict")
    set_own_attribute(lowering, base, key.value, value, node, anyway=True)
    return True


def part_of_flat(lowering: Lowering, target: ast.expr, node: ast.AST) -> tuple[Atom, Atom] | None:
    """`a.flat[i]`, to be written: the array and the index of its own. A view need not exist, where `a` isn't in one piece.

    Loops over elements have all arrays in one piece.
    """
    if lowering.program.whole or not isinstance(target, ast.Subscript):
        return None
    if not isinstance(target.value, ast.Attribute) or target.value.attr != "flat":
        return None
    if any(isinstance(each, ast.Call) for each in ast.walk(target.value)):  # called once below
        return None
    array = expr(lowering, target.value.value)
    if not isinstance(array, Var) or not K.is_array(lowering.kind(array)):
        return None
    index = atom_of(lowering, target.slice)
    shape = emit(lowering, "getattr", (array, Const("shape")), node, varied=False)
    places = _PLACE if lowering.kind(index) == K.INT else _PLACES
    return array, emit(lowering, places, (shape, index), node, varied=False)


def as_often(lowering: Lowering, places: Atom, value: Value, node: ast.AST) -> Value:
    """What is written to places of `a.flat`: the items of an array, whatever its shape, as often as it takes."""
    item = as_array(lowering, materialise(lowering, value, node), node)
    if lowering.kind(places) == _ONE_PLACE or lowering.kind(item) in K.NUMBERS:
        return item
    first = emit(lowering, "getitem", (places, Const(0)), node, varied=False)
    shape = emit(lowering, "getattr", (first, Const("shape")), node, varied=False)
    return lowering.dispatch.call_constant(lowering, _RESIZE, Call(node, [item, shape]))


def put_into_object(lowering: Lowering, base: Value, key: Value, value: Value, node: ast.AST) -> None:
    """`base[key] = value`, of an object that is followed."""
    if isinstance(base, Object) and lowering.lookup(base.cls, "__setitem__") is None:
        reason = (
            f"an object of the class `{base.cls.__name__}` is written by index, which has no `__setitem__`"
        )
        raise lowering.refusal(node, reason, "write to an array or list that it holds")
    if isinstance(base, Object):
        note_written(lowering, base.sites, value)
    by_method(lowering, base, "__setitem__", [key, value], node, "t")


def put_item(lowering: Lowering, container: Atom, index: Atom, value: Value, node: ast.AST) -> None:
    note_written(lowering, sites_of(lowering, container), value)
    if isinstance(container, Var) and is_indexed(lowering, container):
        put_into_indexed(lowering, container, index, value, node)
        return
    item = materialise_item(lowering, value, node, sites_of(lowering, container))
    if K.is_array(lowering.kind(container)):
        store_into(lowering, "store", container, index, item, node)
        return
    if isinstance(container, Var) and lowering.kind(container) in K.NUMBERS:
        lowering.check_annotations(op("setitem"), (container,), node)
        raise_now(lowering, TypeError("'float' object does not support item assignment"), node)
        return
    of_slice = lowering.kind(index) == K.SLICE
    kind = K.iterated(lowering.kind(item)) if of_slice else lowering.kind(item)
    if not lowering.varies(container, item) or not is_followed_next(lowering, container, index, kind):
        check_store(lowering, container, item, node)
    index = key_of(lowering, index, node)
    if item in lowering.texts and isinstance(container, Var):
        lowering.texts[container] = None
    learn_item(lowering, container, kind)
    note_within(lowering, sites_of(lowering, container), item)
    lowering.effect("setitem", (container, index, item), node)


def put_into_indexed(lowering: Lowering, container: Var, index: Atom, value: Value, node: ast.AST) -> None:
    """`xs[i] = v`, `xs[i:j] = vs`, of a container that is followed."""
    index = key_of(lowering, index, node)
    if lowering.kind(index) == K.SLICE:
        items = indexed_display(lowering, "list_of", (), node, "t", lowering.kind(container).sites)
        extend(lowering, items, "extend", [value], node)
        lowering.effect("setitem", (container, index, items), node)
        return
    item = materialise_item(lowering, value, node, lowering.kind(container).sites)
    set_item(lowering, container, index, item, node)


def store_into(lowering: Lowering, name: str, array: Atom, index: Atom, item: Atom, node: ast.AST) -> None:
    """An element or a part of an array is written in place."""
    if lowering.varies(item):
        item = as_array(lowering, item, node)
        learn_stored(lowering, array)
    lowering.effect(name, (array, index, item), node)


def learn_stored(lowering: Lowering, array: Atom) -> None:
    """An active value is written into an array."""
    if isinstance(array, Var):
        learn_array(lowering, array)


def learn_array(lowering: Lowering, array: Var) -> None:
    """An array takes up an active value, and with it every array that it is a view of, or that is a view of it."""
    if K.differentiable(lowering.kinds[array]):
        known = array in lowering.varied
        sites = frozenset().union(*(lowering.made_at.get(each, ()) for each in reached(lowering, [array])))
        if sites or not known:
            lowering.follow(sites)
        if not known:
            vary_at_once(lowering, array)
            vary_in_containers(lowering, array)
            follow_borrowers(lowering, array)
        learn(lowering, array, lowering.kinds[array], True)
        views = [] if known else [view for view, base in lowering.bases.items() if base is array]
        for other in (lowering.bases.get(array), *views):
            if other is not None and other not in lowering.varied:
                learn_array(lowering, other)


def check_store(lowering: Lowering, container: Atom, item: Atom, node: ast.AST) -> None:
    """A container that isn't followed is written: nothing active comes there, and who puts some in later knows of it."""
    lowering.check_annotations(op("setitem"), (container,), node)
    if lowering.varies(container, item) or holds_indexed(lowering, item):
        lowering.follow(sites_of(lowering, container))
        if isinstance(container, Ref):
            reason = "an active value is written into a container that lives outside of the function"
            hint = "return the value, or store stop_gradient(x) if no derivative is meant"
            raise lowering.refusal(node, reason, hint)
        reason = (
            "an active value is written into something that isn't a list, dict or deque made in this function"
        )
        hint = "make a list, dict, defaultdict or deque here"
        raise lowering.refusal(node, reason, hint)
    lowering.program.sites.changed |= sites_of(lowering, container)


def store_attribute(lowering: Lowering, target: ast.Attribute, value: Value, node: ast.AST) -> None:
    base = expr(lowering, target.value)
    if isinstance(base, Object):
        set_attribute(lowering, base, target.attr, value, node)
    elif is_of_several(lowering, base):
        set_by_class(lowering, base, target.attr, value, node)
    elif isinstance(base, Function) and base.scope is not None:
        give_attribute(lowering, base, target.attr, value, node)
    elif isinstance(base, Sequence) and hasattr(base.cls, "_extra_fields"):  # a tuple of SciPy's
        reason = f"the attribute `{target.attr}` of a tuple is written"
        raise lowering.refusal(node, reason, "keep what is written there in a variable")
    else:
        put_attribute(lowering, materialise(lowering, base, node), target.attr, value, node)


def put_attribute(lowering: Lowering, base: Atom, name: str, value: Value, node: ast.AST) -> None:
    if is_none(lowering, base) or lacks(lowering, base, name):
        no_attribute(lowering, base, name, node)
        return
    if isinstance(base, Ref) and lowering.program.sites.is_made_here(base.value):
        reason = f"the attribute `{name}` of a class that is made in the function is written"
        raise lowering.refusal(node, reason, "keep it in a variable, or define the class outside")
    item = materialise(lowering, value, node)
    kind = lowering.kind(base)
    if K.is_array(kind) and K.element(kind) == K.COMPLEX and name in _OTHER_PART:
        store_into(
            lowering, "store", base, Const(...), with_other_part(lowering, base, name, item, node), node
        )
        return
    if lowering.varies(base, item) or holds_indexed(lowering, item):
        lowering.follow(sites_of(lowering, base) or lowering.makers)
        reason = f"an active value is written to the attribute `{name}`"
        raise lowering.refusal(node, reason, "keep it in a local variable, and return it")
    if isinstance(item, Var) and K.may_be_array(lowering.kind(item)):
        lowering.lent.append((item, sites_of(lowering, base) or lowering.makers))
    lowering.effect("setattr", (base, Const(name), item), node)


def with_other_part(lowering: Lowering, array: Atom, name: str, item: Atom, node: ast.AST) -> Atom:
    """What stands in a complex array after `z.real = x`, or `z.imag = y`."""
    other = emit(lowering, "getattr", (array, Const(_OTHER_PART[name])), node)
    real, imag = (item, other) if name == "real" else (other, item)
    return emit(lowering, "add", (real, emit(lowering, "mul", (Const(1j), imag), node)), node)
