"""Items and slices: of containers and tables that are known, of objects by their methods, of arrays.

xs[0]            the first item, where the items are known one by one
obj[k]           obj.__getitem__(k)
np.r_[x, 1.0]    one array of these
np.mgrid[0:n, 0:m]    a grid of these ranges
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import (
    Chosen,
    Object,
    Sequence,
    Table,
    Value,
    has_methods,
)
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.expressions import atom_of, expr
from s2sad.frontend.followed_objects import follow_objects_in
from s2sad.frontend.function_unions import is_function
from s2sad.frontend.imports import raise_now
from s2sad.frontend.index_joins import Ends, grid_of, joined
from s2sad.frontend.indexed_storage import is_indexed, taken_from
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import look_into_callee
from s2sad.frontend.materialise import materialise
from s2sad.frontend.objects_or_none import where_there
from s2sad.frontend.operands import may_compute_items, method_outside
from s2sad.frontend.outside_dicts import function_at, is_class, table_of_classes
from s2sad.frontend.queries import holds_objects
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_own_record
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var
from s2sad.runtime.operands import picked

_LIST = Ref("list", list)
_PICKED = Ref("picked", picked)


def expr_Subscript(lowering: Lowering, node: ast.Subscript, hint: str) -> Value:
    container = expr(lowering, node.value)
    if lowering.dead:
        return Const(UNDEFINED)
    if isinstance(container, Ref) and (container.value is np.r_ or container.value is np.c_):
        return joined(lowering, container.value, parts_in(lowering, node), node, hint)
    if isinstance(container, Ref) and (container.value is np.mgrid or container.value is np.ogrid):
        if all(isinstance(part, ast.Slice) for part in nodes_in(node)):
            return grid_of(lowering, container.value, parts_in(lowering, node), node, hint)
    if isinstance(container, Ref) and (container.value is np.s_ or container.value is np.index_exp):
        return index_itself(lowering, container.value, node)
    container = where_there(lowering, container, "'NoneType' object is not subscriptable", node)
    if isinstance(node.slice, ast.Slice):
        return sliced(lowering, container, node.slice, node, hint)
    return lowering.dispatch.opened(
        lowering, item_of(lowering, container, expr(lowering, node.slice), node, hint)
    )


def index_itself(lowering: Lowering, maker: Any, node: ast.Subscript) -> Value:
    """`np.s_[1:3]` is the index between the brackets, `np.index_exp[1:3]` a tuple of it."""
    index = expr(lowering, node.slice)
    return index if maker is np.s_ or isinstance(node.slice, ast.Tuple) else Sequence((index,))


def nodes_in(node: ast.Subscript) -> list[ast.expr]:
    """What stands between the brackets, one by one."""
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def parts_in(lowering: Lowering, node: ast.Subscript) -> list[Any]:
    """The values between the brackets, and the ends of slices."""
    return [
        ends_of(lowering, part) if isinstance(part, ast.Slice) else expr(lowering, part)
        for part in nodes_in(node)
    ]


def ends_of(lowering: Lowering, part: ast.Slice) -> Ends:
    ends = (part.lower, part.upper, part.step)
    return Ends(*(atom_of(lowering, end) if end else Const(None) for end in ends))


def item_of(
    lowering: Lowering, container: Value, index: Value, node: ast.AST, hint: str, fills_in: bool = True
) -> Value:
    if has_methods(container) or is_of_several(lowering, container):
        found = lowering.dispatch.by_method(lowering, container, "__getitem__", [index], node, hint)
        if found is not None:
            return found
    if isinstance(container, Object):
        if is_own_record(container.cls):
            reason = f"a part of an object of the class `{container.cls.__name__}` is not differentiated"
            raise lowering.refusal(node, reason, "take its numbers: `np.asarray(x)`")
    if isinstance(index, Object):
        index = lowering.dispatch.by_method(lowering, index, "__index__", [], node, "place") or index
    if isinstance(container, Ref) and value_varies(lowering, index):
        found = method_outside(lowering, container, "__getitem__", index, node, hint)
        if found is not None:
            return found
    if isinstance(container, Sequence) and isinstance(index, Const) and type(index.value) in (int, bool):
        if -len(container.items) <= index.value < len(container.items):
            return container.items[index.value]
    if isinstance(container, Table) and isinstance(index, Const) and index.value in container.items:
        return container.items[index.value]
    chosen = function_at(lowering, container, index) or chosen_function(lowering, container, index, node)
    if chosen is not None:
        return chosen
    if isinstance(container, Sequence) and container.sites:
        follow_objects_in(lowering, container, container.sites)
        lowering.follow(container.sites)
    return item_at_run_time(lowering, container, index, node, hint, fills_in)


def item_at_run_time(
    lowering: Lowering, container: Value, index: Value, node: ast.AST, hint: str, fills_in: bool
) -> Value:
    """An item that the running program reads."""
    base = materialise(lowering, container, node)
    kind = lowering.kind(base)
    if isinstance(base, Const) and isinstance(base.value, (int, float, complex)):
        raise_now(lowering, TypeError(f"{type(base.value).__name__!r} object is not subscriptable"), node)
        return Const(UNDEFINED)
    if fills_in and is_indexed(lowering, base):
        index = materialise(lowering, index, node)
        lowering.dispatch.fill_in(lowering, base, index, node)
    known = K.part(kind, index.value) if isinstance(index, Const) else None
    if known is not None:
        return emit(lowering, "getitem", (base, materialise(lowering, index, node)), node, hint, kind=known)
    if isinstance(index, Const) and kind.name == "dict" and kind.item == K.UNKNOWN:
        look_into_callee(lowering, base)  # it tells more by the keys
    place = materialise(lowering, index, node)
    if lowering.varies(place) and not lowering.varies(base) and may_compute_items(lowering, base):
        return emit(lowering, _PICKED, (base, place), node, hint, kind=K.UNKNOWN, varied=False)
    made = emit(lowering, "getitem", (base, place), node, hint)
    return taken_from(lowering, base, made)


def chosen_function(lowering: Lowering, container: Value, index: Value, node: ast.AST) -> Chosen | None:
    """A function or class out of a table or list, by a key that is known at run time; None if it isn't one to be followed."""
    if isinstance(container, Ref) and not isinstance(index, Const):
        container = table_of_classes(lowering, container) or container
    if not isinstance(container, (Table, Sequence)) or not container.items:
        return None
    options = tuple(container.items.values() if isinstance(container, Table) else container.items)
    if not all(is_function(each) for each in options):
        return None
    if not any(
        value_varies(lowering, option) or holds_objects(option) or is_class(option) for option in options
    ):
        return None
    numbers = [Const(i) for i in range(len(options))]
    places: Value = Sequence(tuple(numbers))
    if isinstance(container, Table):
        places = Table(dict(zip(container.items, numbers)))
    atoms = (materialise(lowering, places, node), materialise(lowering, index, node))
    return Chosen(emit(lowering, "getitem", atoms, node, kind=K.INT), options)


def expr_Slice(lowering: Lowering, node: ast.Slice, hint: str) -> Value:
    """A slice in an index of several."""
    parts = (node.lower, node.upper, node.step)
    return emit(
        lowering, "slice", tuple(atom_of(lowering, part) if part else Const(None) for part in parts), node
    )


def sliced(lowering: Lowering, container: Value, index: ast.Slice, node: ast.AST, hint: str) -> Value:
    ends = [expr(lowering, part) if part else Const(None) for part in (index.lower, index.upper, index.step)]
    if isinstance(container, Sequence) and all(isinstance(end, Const) for end in ends):
        return Sequence(container.items[slice(*(end.value for end in ends))], container.kind)
    if isinstance(container, Var) and lowering.kind(container).name == "list":
        if ends[:2] == [Const(None)] * 2 and ends[2] in (Const(None), Const(1)):
            return emit(lowering, _LIST, (container,), node, hint)
    bounds = tuple(materialise(lowering, end, node) for end in ends)
    part = emit(lowering, "slice", bounds, node)
    if isinstance(container, Object) or is_of_several(lowering, container):
        return lowering.dispatch.opened(lowering, item_of(lowering, container, part, node, hint))
    base = materialise(lowering, container, node)
    kind = lowering.kind(base)
    if kind.name == "tuple" and kind.fields is not None and all(isinstance(end, Const) for end in ends):
        rest = K.tuple_kind(kind.fields[slice(*(end.value for end in ends))])
        return emit(lowering, "getitem", (base, part), node, hint, kind=rest)
    return emit(lowering, "getitem", (base, part), node, hint)
