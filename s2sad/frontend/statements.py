"""Statements of the syntax tree become entries and assignments of names."""

from __future__ import annotations

import ast

from s2sad.frontend.abstract_values import Lazy, Object, Once, Sequence, Value, is_not_implemented
from s2sad.frontend.branches import split
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.container_classes import check_no_keys
from s2sad.frontend.container_literals import known_items, one_object
from s2sad.frontend.desugar.jumps import RESULT
from s2sad.frontend.expressions import atom_of, expr, function_value, known_truth
from s2sad.frontend.imports import raise_now
from s2sad.frontend.indexed_storage import is_indexed
from s2sad.frontend.iterators import stepped, view_by_hand
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, materialise, used_up
from s2sad.frontend.object_variables import iterated, opened
from s2sad.frontend.objects_or_none import where_there
from s2sad.frontend.queries import raise_error
from s2sad.frontend.storage_entries import emit, unpacked
from s2sad.frontend.stores import check_store, store_attribute, store_item
from s2sad.frontend.supported import STATEMENTS, way_out
from s2sad.frontend.syntax import names_augmented, stepped_names
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref
from s2sad.ir.tree_walks import names_in


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
    others = all(isinstance(target, ast.Tuple) for target in node.targets[1:])
    if isinstance(node.value, ast.Tuple) and isinstance(first, ast.Tuple) and others:
        lowering.unpacking = names_for_items(first, node.value)
    value = expr(lowering, node.value, hint)
    if lowering.scope.is_last and is_not_implemented(value) and isinstance(first, ast.Name):
        raise_now(lowering, TypeError("unsupported operand type(s) for an operator"), node)
        return
    if len(node.targets) > 1 and not all(is_only_read(lowering, target) for target in node.targets):
        value = one_object(lowering, value, node.value)
    for target in node.targets:
        bind_target(lowering, target, value, node)


def is_only_read(lowering: Lowering, target: ast.expr) -> bool:
    """Whether it is a name by which nothing is written, so that a list stays what it is under all its names."""
    scope = lowering.scope
    if not isinstance(target, ast.Name) or target.id not in scope.readonly or scope.node is None:
        return False
    return target.id not in names_augmented(scope.node)


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
    value = where_there(lowering, value, "cannot unpack non-iterable NoneType object", node)
    starred = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), -1)
    if isinstance(value, Object) or is_of_several(lowering, value):
        value = iterated(lowering, value, node)
    if isinstance(value, Once) and not isinstance(value, Lazy):
        value = used_up(lowering, value, node)
    names = [target.id.lstrip("%") if isinstance(target, ast.Name) else "t" for target in targets]
    items = known_items(lowering, value, names if starred < 0 else ())
    count = len(targets)
    if items is not None and (len(items) == count if starred < 0 else len(items) >= count - 1):
        if starred >= 0:
            end = len(items) - (count - 1 - starred)
            items[starred:end] = [Sequence(tuple(items[starred:end]), "list")]
    else:
        base = materialise(lowering, value, node)
        if starred >= 0 and K.is_array(lowering.kind(base)) and not lowering.program.whole:
            # The starred name is a list of the rows or items.
            base = materialise(lowering, call_value(lowering, Ref("list", list), Call(node, [base])), node)
        item = K.iterated(lowering.kind(base))
        kinds = [K.list_kind(item) if i == starred else item for i in range(count)]
        items = list(unpacked(lowering, base, kinds, node, starred, names))
    for target, part in zip(targets, items):
        bind_target(lowering, target.value if isinstance(target, ast.Starred) else target, part, node)


def stmt_Delete(lowering: Lowering, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            holder = lowering.scope.holder(target.id)
            if holder is not None:
                lowering.env.pop(lowering.key(holder, target.id), None)
        elif isinstance(target, ast.Subscript):
            container = atom_of(lowering, target.value)
            check_no_keys(lowering, container, node)
            if not is_indexed(lowering, container):
                check_store(lowering, container, Const(None), node)
            lowering.effect("delitem", (container, atom_of(lowering, target.slice)), node)
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
        value = call_value(lowering, expr(lowering, decorator), Call(node, [value], hint=node.name))
    assign(lowering, node.name, value, node)


def stmt_Assert(lowering: Lowering, node: ast.Assert) -> None:
    def fail() -> None:
        args = (atom_of(lowering, node.msg),) if node.msg else ()
        error = emit(lowering, Ref("AssertionError", AssertionError), args, node, varied=False)
        raise_error(lowering, error, Const(None), node)

    cond = lowering.dispatch.tested(lowering, node.test)
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


def names_for_items(targets: ast.Tuple, value: ast.Tuple) -> list[str]:
    """What the items of a tuple are called that is taken apart at once; what is read there keeps its name for itself, but in a call."""
    count = len(value.elts)
    if len(targets.elts) != count or any(isinstance(e, ast.Starred) for e in (*targets.elts, *value.elts)):
        return ["t"] * count
    read = set(names_in([value]))
    names = [target.id if isinstance(target, ast.Name) else "t" for target in targets.elts]
    calls = [isinstance(item, ast.Call) for item in value.elts]
    return ["t" if name in read and not call else name.lstrip("%") for name, call in zip(names, calls)]
