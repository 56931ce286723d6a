"""Statements of the syntax tree become entries and assignments of names."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import replace

from s2sad.frontend.abstract_values import Function, Lazy, Member, Object, Once, Sequence, Table, Value
from s2sad.frontend.array_calls import as_array
from s2sad.frontend.attributes import attribute, lacks, no_attribute
from s2sad.frontend.branches import learn, split
from s2sad.frontend.calls import call_value, learn_item, value_varies
from s2sad.frontend.class_dispatch import attribute_by_class, is_of_several, set_by_class
from s2sad.frontend.closures import give_attribute
from s2sad.frontend.container_literals import known_items
from s2sad.frontend.desugar.jumps import RESULT
from s2sad.frontend.expressions import (
    BINARY,
    atom_of,
    binary,
    expr,
    function_value,
    item_of,
    known_truth,
    look_up,
)
from s2sad.frontend.gone_through import vary_at_once
from s2sad.frontend.indexed_storage import (
    holds_indexed,
    indexed_display,
    is_followed_next,
    is_indexed,
    sites_of,
    vary_in_containers,
)
from s2sad.frontend.iterators import stepped, view_by_hand
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, materialise, used_up, written_after_all
from s2sad.frontend.object_variables import by_method, iterated, object_attribute, opened, set_attribute
from s2sad.frontend.operands import checked_operand, is_own_code
from s2sad.frontend.queries import is_none, raise_error
from s2sad.frontend.storage_entries import emit, unpacked
from s2sad.frontend.storage_methods import extend, set_item
from s2sad.frontend.supported import STATEMENTS, way_out
from s2sad.frontend.syntax import stepped_names
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.notes import UPDATE, UPDATE_OF_PART
from s2sad.ir.operations import op


def plain_statements(lowering: Lowering, nodes: list[ast.stmt]) -> None:
    for node in nodes:
        if lowering.dead:
            return
        statement(lowering, node)


def statement(lowering: Lowering, node: ast.stmt) -> None:
    name = type(node).__name__
    instead = way_out(STATEMENTS, name)
    if instead is not None:
        raise lowering.refusal(node, f"`{name}` statements are not differentiated", instead)
    outer, lowering.doing = lowering.doing, (lowering.scope, node)
    lowering.dispatch.STATEMENTS[type(node)](lowering, node)
    lowering.doing = outer


# ----------------------------------------------------------------------------------------- assignments


def stmt_Assign(lowering: Lowering, node: ast.Assign) -> None:
    first = node.targets[0]
    hint = first.id if isinstance(first, ast.Name) else "t"
    hint = lowering.result_hint if hint == RESULT else hint.lstrip("%")
    # `a, b = [], {}` makes no tuple: what it makes is known by one name.
    if isinstance(node.value, ast.Tuple) and all(isinstance(t, ast.Tuple) for t in node.targets):
        lowering.unpacking = names_for_items(first, node.value)  # type: ignore[arg-type]
    value = expr(lowering, node.value, hint)
    for target in node.targets:
        bind_target(lowering, target, value, node)


def stmt_AnnAssign(lowering: Lowering, node: ast.AnnAssign) -> None:
    if node.value is not None:
        hint = node.target.id if isinstance(node.target, ast.Name) else "t"
        bind_target(lowering, node.target, expr(lowering, node.value, hint), node)


def bind_target(lowering: Lowering, target: ast.expr, value: Value, node: ast.AST) -> None:
    """Assign to a name, an item, an attribute, or to the items of a tuple."""
    value = opened(lowering, value)
    if isinstance(target, ast.Name):
        by_hand = target.id in stepped_names(lowering.scope.node)
        if isinstance(value, Once) and (by_hand or view_by_hand(lowering, value)):
            value = stepped(lowering, value, node)
        assign(lowering, target.id, value, node)
    elif isinstance(target, (ast.Tuple, ast.List)):
        unpack(lowering, target.elts, value, node)
    elif isinstance(target, ast.Subscript):
        store_item(lowering, target, value, node)
    elif isinstance(target, ast.Attribute):
        store_attribute(lowering, target, lowering.as_view(value), node)
    else:
        raise lowering.refusal(node, "a starred target stands alone", "put it into a tuple of targets")


def unpack(lowering: Lowering, targets: list[ast.expr], value: Value, node: ast.AST) -> None:
    starred = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), -1)
    if isinstance(value, Object) or is_of_several(lowering, value):
        value = iterated(lowering, value, node)
    if isinstance(value, Once) and not isinstance(value, Lazy):
        value = used_up(lowering, value, node)
    items = known_items(lowering, value)
    count = len(targets)
    if items is not None and (len(items) == count if starred < 0 else len(items) >= count - 1):
        if starred >= 0:
            end = len(items) - (count - 1 - starred)
            items[starred:end] = [Sequence(tuple(items[starred:end]), "list")]
    else:
        base = materialise(lowering, value, node)
        item = K.iterated(lowering.kind(base))
        kinds = [K.list_kind(item) if i == starred else item for i in range(count)]
        items = list(unpacked(lowering, base, kinds, node, starred))
    for target, part in zip(targets, items):
        bind_target(lowering, target.value if isinstance(target, ast.Starred) else target, part, node)


def store_item(lowering: Lowering, target: ast.Subscript, value: Value, node: ast.AST) -> None:
    container = expr(lowering, target.value)
    if is_of_several(lowering, container):
        by_method(lowering, container, "__setitem__", [expr(lowering, target.slice), value], node, "t")
        return
    if isinstance(container, Object):
        if lowering.lookup(container.cls, "__setitem__") is None:
            reason = f"an object of the class `{container.cls.__name__}` is written by index, which has no `__setitem__`"
            raise lowering.refusal(node, reason, "write to an array or list that it holds")
        by_method(lowering, container, "__setitem__", [expr(lowering, target.slice), value], node, "t")
        return
    if isinstance(container, Table):
        written_after_all(lowering)
        reason = "a dict that holds functions with active variables is written to"
        raise lowering.refusal(node, reason, "make the whole dict where it is assigned")
    put_item(
        lowering, materialise(lowering, container, node), slice_object(lowering, target.slice), value, node
    )


def put_item(lowering: Lowering, container: Atom, index: Atom, value: Value, node: ast.AST) -> None:
    if isinstance(container, Var) and is_indexed(lowering, container):
        put_into_indexed(lowering, container, index, value, node)
        return
    item = materialise(lowering, value, node)
    if K.is_array(lowering.kind(container)):
        store_into(lowering, "store", container, index, item, node)
        return
    of_slice = lowering.kind(index) == K.SLICE
    kind = K.iterated(lowering.kind(item)) if of_slice else lowering.kind(item)
    if not lowering.varies(container, item) or not is_followed_next(lowering, container, index, kind):
        check_store(lowering, container, item, node)
    if lowering.varies(index):
        raise lowering.refusal(
            node, "an active value is the key of a dict", "use keys that don't depend on it"
        )
    if item in lowering.texts and isinstance(container, Var):
        lowering.texts[container] = None
    learn_item(lowering, container, kind)
    lowering.effect("setitem", (container, index, item), node)


def put_into_indexed(lowering: Lowering, container: Var, index: Atom, value: Value, node: ast.AST) -> None:
    """`xs[i] = v`, `xs[i:j] = vs`, of a container that is followed."""
    if lowering.varies(index):
        raise lowering.refusal(
            node, "an active value is the key of a dict", "use keys that don't depend on it"
        )
    if lowering.kind(index) == K.SLICE:
        items = indexed_display(lowering, "list_of", (), node, "t", lowering.kind(container).sites)
        extend(lowering, items, "extend", [value], node)
        lowering.effect("setitem", (container, index, items), node)
        return
    set_item(lowering, container, index, materialise(lowering, value, node), node)


def store_into(lowering: Lowering, name: str, array: Atom, index: Atom, item: Atom, node: ast.AST) -> None:
    """An element or a part of an array is written in place."""
    if lowering.varies(item):
        item = as_array(lowering, item, node)
        learn_stored(lowering, array, node)
    lowering.effect(name, (array, index, item), node)


def learn_stored(lowering: Lowering, array: Atom, node: ast.AST) -> None:
    """An active value is written into an array."""
    if isinstance(array, Var):
        learn_array(lowering, array)


def learn_array(lowering: Lowering, array: Var) -> None:
    """An array takes up an active value, and with it every array that it is a view of, or that is a view of it."""
    if K.differentiable(lowering.kinds[array]):
        known = array in lowering.varied
        if not known:
            vary_at_once(lowering, array)
            vary_in_containers(lowering, array)
        learn(lowering, array, lowering.kinds[array], True)
        views = [] if known else [view for view, base in lowering.bases.items() if base is array]
        for other in (lowering.bases.get(array), *views):
            if other is not None and other not in lowering.varied:
                learn_array(lowering, other)


def slice_object(lowering: Lowering, node: ast.expr) -> Atom:
    if isinstance(node, ast.Slice):
        parts = tuple(atom_of(lowering, p) if p else Const(None) for p in (node.lower, node.upper, node.step))
        return emit(lowering, "slice", parts, node)
    return atom_of(lowering, node)


def check_store(lowering: Lowering, container: Atom, item: Atom, node: ast.AST) -> None:
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
        hint = "make a list, dict, defaultdict or deque here; an attribute that is to be an array is one from the start, and not None"
        raise lowering.refusal(node, reason, hint)


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
    item = materialise(lowering, value, node)
    if lowering.varies(base, item) or holds_indexed(lowering, item):
        lowering.follow(sites_of(lowering, base))
        reason = f"an active value is written to the attribute `{name}`"
        raise lowering.refusal(node, reason, "keep it in a local variable, and return it")
    lowering.effect("setattr", (base, Const(name), item), node)


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
    if lowering.kind(array).ndim is None:
        store(emit(lowering, in_place, (array, item), node, stored_name(node.target)))
        return
    if in_place not in ("iadd", "isub", "imul", "itruediv"):
        store_into(lowering, "store", array, Const(...), emit(lowering, name, (array, item), node), node)
        return
    if lowering.varies(item):
        learn_stored(lowering, array, node)
    lowering.effect(in_place, (array, item), node)


def stmt_AugAssign(lowering: Lowering, node: ast.AugAssign) -> None:
    is_part_of_array = False
    if isinstance(node.target, ast.Subscript):
        container, index = atom_of(lowering, node.target.value), slice_object(lowering, node.target.slice)
        if K.is_array(lowering.kind(container)) and type(node.op) in (ast.Add, ast.Sub):
            increase(lowering, container, index, node)
            return
        is_part_of_array = lowering.kind(container).name not in (*K.CONTAINERS, "indexed")
        old = item_of(lowering, container, index, node, "t")
        store: Callable[[Value], None] = functools.partial(put_item, lowering, container, index, node=node)
    else:
        old, store = place_of(lowering, node.target, node)
    name = BINARY[type(node.op)]
    hint = stored_name(node.target)
    value = expr(lowering, node.value)
    if isinstance(old, Object) or is_of_several(lowering, old):
        changed = by_method(lowering, old, f"__i{name.strip('_')}__", [value], node, hint)
        store(binary(lowering, name, old, value, node, hint) if changed is None else changed)
        return
    if not isinstance(old, Sequence):
        atom = materialise(lowering, old, node)
        if K.is_array(lowering.kind(atom)) and not is_part_of_array:
            update_array(lowering, name, atom, materialise(lowering, value, node), node, store)
            return
        if lowering.kind(atom).name in ("list", "dict", "object", "indexed"):
            store(in_place(lowering, name, atom, value, node))
            return
        if is_part_outside(lowering, atom, value, node):
            store(in_place(lowering, name, atom, value, node))
            return
        old = atom if isinstance(old, Member) else old
    new = binary(lowering, name, old, value, node, hint)
    note_update(lowering, old, new, node)
    store(new)


def is_part_outside(lowering: Lowering, old: Atom, value: Value, node: ast.AugAssign) -> bool:
    """Whether a part of what lives outside is updated, which may be an array: nothing active comes there."""
    if isinstance(node.target, ast.Name) or lowering.kind(old) != K.UNKNOWN or is_own_code(lowering):
        return False
    return isinstance(old, Var) and not any(
        lowering.dispatch.value_varies(lowering, each) for each in (old, value)
    )


def note_update(lowering: Lowering, old: Value, new: Value, node: ast.AugAssign) -> None:
    """What changes an array itself, if it gets one, is noted; an item of an array is written where it lies."""
    made = lowering.out[-1] if lowering.out else None
    known = not isinstance(old, Var) or lowering.kind(old) != K.UNKNOWN or is_own_code(lowering)
    if known or not isinstance(made, Entry) or made.targets != (new,) or made.args[:1] != (old,):
        return
    lowering.out[-1] = replace(made, note=UPDATE if isinstance(node.target, ast.Name) else UPDATE_OF_PART)


def increase(lowering: Lowering, array: Atom, index: Atom, node: ast.AugAssign) -> None:
    """`A[i] += v`, `A[i] -= v`"""
    amount = as_array(lowering, atom_of(lowering, node.value), node)
    if isinstance(node.op, ast.Sub):
        amount = emit(lowering, "neg", (amount,), node)
    store_into(lowering, "increase", array, index, amount, node)


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
            method = Member(container, "extend" if name == "add" else "update")
            call_value(lowering, method, [value], {}, node, "t")
            return container
    other = materialise(lowering, value, node)
    if not is_indexed(lowering, container):
        check_store(lowering, container, other, node)
    return emit(lowering, "i" + name.strip("_"), (container, other), node)


def stmt_Delete(lowering: Lowering, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            holder = lowering.scope.holder(target.id)
            if holder is not None:
                lowering.env.pop(lowering.key(holder, target.id), None)
        elif isinstance(target, ast.Subscript):
            container = atom_of(lowering, target.value)
            if not is_indexed(lowering, container):
                check_store(lowering, container, Const(None), node)
            lowering.effect("delitem", (container, slice_object(lowering, target.slice)), node)
        else:
            raise lowering.refusal(node, "an attribute is deleted", "leave it, or delete it outside")


# ------------------------------------------------------------------------------------ simple statements


def stmt_Expr(lowering: Lowering, node: ast.Expr) -> None:
    if not isinstance(node.value, ast.Constant):
        expr(lowering, node.value)


def stmt_Pass(lowering: Lowering, node: ast.stmt) -> None:
    """Nothing to do."""


def stmt_FunctionDef(lowering: Lowering, node: ast.FunctionDef) -> None:
    value: Value = function_value(lowering, node)
    for decorator in reversed(node.decorator_list):
        value = call_value(lowering, expr(lowering, decorator), [value], {}, node, node.name)
    assign(lowering, node.name, value, node)


def stmt_Assert(lowering: Lowering, node: ast.Assert) -> None:
    def fail() -> None:
        args = (atom_of(lowering, node.msg),) if node.msg else ()
        error = emit(lowering, Ref("AssertionError", AssertionError), args, node, varied=False)
        raise_error(lowering, error, Const(None), node)

    cond = expr(lowering, node.test)
    known = known_truth(lowering, cond)
    if known is None:
        split(lowering, materialise(lowering, cond, node), lambda: None, fail, node)
    elif not known:
        fail()


def stmt_Raise(lowering: Lowering, node: ast.Raise) -> None:
    if node.exc is None:
        if lowering.handling is None:
            raise lowering.refusal(
                node, "`raise` without an exception outside of a handler", "name the exception"
            )
        raise_error(lowering, lowering.handling, Const(None), node)
        return
    error = atom_of(lowering, node.exc)
    raise_error(lowering, error, atom_of(lowering, node.cause) if node.cause else Const(None), node)


def stored_name(target: ast.expr) -> str:
    """The name that is written in an assignment to it, or to an attribute."""
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else "t"


def names_for_items(targets: ast.Tuple, value: ast.Tuple) -> list[str]:
    """What the items of a tuple are called that is taken apart at once; what is read there keeps its name for itself."""
    count = len(value.elts)
    if len(targets.elts) != count or any(isinstance(e, ast.Starred) for e in (*targets.elts, *value.elts)):
        return ["t"] * count
    read = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    names = [target.id if isinstance(target, ast.Name) else "t" for target in targets.elts]
    return ["t" if name in read else name.lstrip("%") for name in names]
