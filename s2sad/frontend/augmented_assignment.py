"""Augmented assignment: what stands at the target is read once, changed, and stored.

x += y                  x is a number: a new value under the same name
x += y                  x is an array or list: the object itself is changed
o.v *= k, xs[i] -= k    the object and the index are evaluated once
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable
from dataclasses import replace

from s2sad.frontend.abstract_values import Member, Object, Sequence, Value
from s2sad.frontend.array_calls import as_array
from s2sad.frontend.attributes import attribute
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.class_dispatch import attribute_by_class, is_of_several, set_by_class
from s2sad.frontend.expressions import BINARY, atom_of, binary, expr, look_up
from s2sad.frontend.indexed_storage import is_indexed, sites_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import by_method, object_attribute, set_attribute
from s2sad.frontend.operands import checked_operand, is_own_code
from s2sad.frontend.statements import bind_target
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.stores import (
    check_store,
    learn_stored,
    part_of_flat,
    put_attribute,
    put_into_object,
    put_item,
    store_into,
)
from s2sad.frontend.subscripts import item_of
from s2sad.frontend.user_classes import is_transparent
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Node, Ref, Var
from s2sad.ir.notes import UPDATE, UPDATE_OF_PART
from s2sad.ir.rewrite import walk
from s2sad.runtime.refusals import refuse_array

_REFUSE_ARRAY = Ref("refuse_array", refuse_array)
_OF_CONTAINERS = ("add", "mul", "or_")  # `xs /= n` is `xs = xs / n`, which n may have; so is `xs += array`


def update_array(
    lowering: Lowering,
    name: str,
    array: Atom,
    item: Atom,
    node: ast.AugAssign,
    store: Callable[[Value], None],
) -> None:
    """`x += y` changes an array itself; what may be a number as well gets a new value."""
    item = checked_operand(lowering, name, item, node) if lowering.varies(array) else item
    in_place, item = "i" + name.strip("_"), as_array(lowering, item, node)
    if K.may_be_number(lowering.kind(array)):
        changed = emit(lowering, in_place, (array, item), node, stored_name(node.target))
        lowering.out[-1] = replace(lowering.out[-1], note=update_of(node))
        store(changed)
        return
    if in_place not in ("iadd", "isub", "imul", "itruediv"):
        store_into(lowering, "store", array, Const(...), emit(lowering, name, (array, item), node), node)
        return
    if lowering.varies(item):
        learn_stored(lowering, array)
    lowering.effect(in_place, (array, item), node)


def stmt_AugAssign(lowering: Lowering, node: ast.AugAssign) -> None:
    part = part_of_flat(lowering, node.target, node)
    if part is not None:
        update_item(lowering, *part, node)
        return
    if not isinstance(node.target, ast.Subscript):
        old, store = place_of(lowering, node.target, node)
        update(lowering, old, store, node)
        return
    base = expr(lowering, node.target.value)
    if isinstance(base, Object) or is_of_several(lowering, base):
        key = expr(lowering, node.target.slice)
        old = item_of(lowering, base, key, node, "t")
        update(lowering, old, functools.partial(put_into_object, lowering, base, key, node=node), node)
        return
    container = materialise(lowering, base, node)
    update_item(lowering, container, atom_of(lowering, node.target.slice), node)


def update_item(lowering: Lowering, container: Atom, index: Atom, node: ast.AugAssign) -> None:
    """`xs[i] -= k`, of what is no object that is followed."""
    kind = lowering.kind(container)
    if K.is_array(kind) and type(node.op) in (ast.Add, ast.Sub):
        increase(lowering, container, index, node)
        return
    old = item_of(lowering, container, index, node, "t")
    store = functools.partial(put_item, lowering, container, index, node=node)
    update(lowering, old, store, node, is_part=kind.name not in (*K.CONTAINERS, "indexed"))


def update(
    lowering: Lowering,
    old: Value,
    store: Callable[[Value], None],
    node: ast.AugAssign,
    is_part: bool = False,
) -> None:
    """Change what stands at the target, which may be a part of an array, and store it."""
    old = lowering.dispatch.opened(lowering, old)
    name, hint = BINARY[type(node.op)], stored_name(node.target)
    value = expr(lowering, node.value)
    if isinstance(old, Object) or is_of_several(lowering, old):
        changed = by_method(lowering, old, f"__i{name.strip('_')}__", [value], node, hint)
        store(binary(lowering, name, old, value, node, hint) if changed is None else changed)
        return
    if not isinstance(old, Sequence) and not gets_new_object(lowering, old, name):
        atom = materialise(lowering, old, node)
        kind = lowering.kind(atom)
        if K.is_array(kind) and not is_part:
            update_array(lowering, name, atom, materialise(lowering, value, node), node, store)
            return
        is_array = isinstance(value, (Var, Ref)) and K.is_array(lowering.kind(value))
        has_operator = kind.name in ("list", "dict", "indexed") and name in _OF_CONTAINERS and not is_array
        if has_operator or kind.name == "object" or is_part_outside(lowering, atom, value, node):
            store(in_place(lowering, name, atom, value, node))
            return
        old = atom if isinstance(old, Member) else old
    new = binary(lowering, name, old, value, node, hint)
    note_update(lowering, old, new, node)
    store(new)


def gets_new_object(lowering: Lowering, old: Value, name: str) -> bool:
    """Whether it is an object that lives outside, whose class has no way to change it: `p += q` is `p = p + q`."""
    if not isinstance(old, Ref) or not is_transparent(type(old.value)):
        return False
    return lowering.lookup(type(old.value), f"__i{name.strip('_')}__") is None


def is_part_outside(lowering: Lowering, old: Atom, value: Value, node: ast.AugAssign) -> bool:
    """Whether a part of what lives outside is updated, which may be an array: nothing active comes there."""
    if isinstance(node.target, ast.Name) or lowering.kind(old) != K.UNKNOWN or is_own_code(lowering):
        return False
    return isinstance(old, Var) and not any(value_varies(lowering, each) for each in (old, value))


def note_update(lowering: Lowering, old: Value, new: Value, node: ast.AugAssign) -> None:
    """What changes an array itself, if it gets one, is noted; an item of an array is written where it lies."""
    made = lowering.out[-1] if lowering.out else None
    known = not isinstance(old, Var) or lowering.kind(old) != K.UNKNOWN or is_own_code(lowering)
    if known or not isinstance(made, Entry) or made.targets != (new,) or made.args[:1] != (old,):
        return
    lowering.out[-1] = replace(made, note=update_of(node))


def update_of(node: ast.AugAssign) -> str:
    """The note of what changes an array itself, if it gets one."""
    return UPDATE if isinstance(node.target, ast.Name) else UPDATE_OF_PART


def increase(lowering: Lowering, array: Atom, index: Atom, node: ast.AugAssign) -> None:
    """`A[i] += v`, `A[i] -= v`; what stands there is read first where the value's code writes to arrays."""
    before = len(lowering.out)
    amount = as_array(lowering, atom_of(lowering, node.value), node)
    if may_write_array(lowering, lowering.out[before:]):
        made, lowering.out[before:] = lowering.out[before:], []
        old = item_of(lowering, array, index, node, "t")
        lowering.out.extend(made)
        new = binary(lowering, BINARY[type(node.op)], old, amount, node, "t")
        put_item(lowering, array, index, new, node=node)
        return
    if isinstance(node.op, ast.Sub):
        amount = emit(lowering, "neg", (amount,), node)
    store_into(lowering, "increase", array, index, amount, node)


def may_write_array(lowering: Lowering, made: Iterable[Node]) -> bool:
    """Whether entries may write to an array: by what has no result, or by a call that isn't known."""
    return any(
        isinstance(node, Entry)
        and not (node.targets and isinstance(node.fn, Ref))
        and any(K.may_be_array(lowering.kind(atom)) for atom in node.args)
        for node in walk(Block(tuple(made)))
    )


def place_of(lowering: Lowering, target: ast.expr, node: ast.AST) -> tuple[Value, Callable[[Value], None]]:
    """What stands in a place, and how to write to it; the object is evaluated once."""
    if isinstance(target, ast.Attribute):
        owner = expr(lowering, target.value)
        if isinstance(owner, Object):
            value = object_attribute(lowering, owner, target.attr, node, "t")
            return value, lambda v: set_attribute(lowering, owner, target.attr, v, node)
        base = materialise(lowering, owner, node)
        if is_of_several(lowering, base):
            value = attribute_by_class(lowering, base, target.attr, node, "t")
            return value, lambda v: set_by_class(lowering, base, target.attr, v, node)
        old = attribute(lowering, base, target, "t")
        return old, lambda v: put_attribute(lowering, base, target.attr, v, node)
    assert isinstance(target, ast.Name)
    return look_up(lowering, target.id, node), lambda v: bind_target(lowering, target, v, node)


def in_place(lowering: Lowering, name: str, container: Atom, value: Value, node: ast.AugAssign) -> Value:
    """`xs += ys` changes the object itself."""
    if isinstance(container, Var) and name in ("add", "or_") and lowering.kind(container).name != "object":
        if is_indexed(lowering, container) or value_varies(lowering, value) or lowering.varies(container):
            if name == "add" and isinstance(value, Var) and K.is_opaque(lowering.kind(value)):
                lowering.out.append(Entry((), _REFUSE_ARRAY, (value,), (), lowering.location(node)))
            method = Member(container, "extend" if name == "add" else "update")
            call_value(lowering, method, Call(node, [value]))
            return container
    other = materialise(lowering, value, node)
    if not is_indexed(lowering, container):
        check_store(lowering, container, other, node)
    changed = emit(lowering, "i" + name.strip("_"), (container, other), node)
    lowering.made_at[changed] = sites_of(lowering, container)
    return changed


def stored_name(target: ast.expr) -> str:
    """The name that is written in an assignment to it, or to an attribute."""
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else "t"
