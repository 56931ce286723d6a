"""Records of several classes under one name: each has the number of its class as an item, and emitted code branches by it.

layers.append(Dense(w, b))      dense = {"class": 0}; …
layers.append(Tanh())           tanh = {"class": 1}; …
for layer in layers:            for layer in layers:
    x = layer(x)          →         if layer["class"] == 0: x = …, as `Dense.__call__` has it
                                    else: x = …, as `Tanh.__call__` has it

That records of several classes meet is known only when they do; the function is lowered again then, with their numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Object, Value
from s2sad.frontend.branches import as_bool, choose, choose_by_number
from s2sad.frontend.call import Call
from s2sad.frontend.imports import raise_now
from s2sad.frontend.indexed_storage import raw_entry
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_records import TAG, has_attribute
from s2sad.frontend.queries import classes_of
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref

_ASKED = (
    isinstance,
    type,
    hasattr,
    getattr,
    setattr,
    callable,
    len,
    abs,
    iter,
    float,
    round,
)
"""Functions of Python's whose answer depends on the class of their first argument."""


def is_of_several(lowering: Lowering, value: Any) -> bool:
    """Whether a value is a record of one of several classes."""
    return len(classes_of(lowering, value)) > 1


def by_class(
    lowering: Lowering, record: Any, use: Callable[[Object], Value | None], node: ast.AST, hint: str = "t"
) -> Value:
    """The value of `use` for a record of one of several classes: a branch is lowered for each of them.

    Where `use` gives None, the class has no such operation: that branch raises TypeError.
    """
    sites = lowering.program.sites
    sites.tag(lowering.kinds[record].sites)
    tag = raw_entry(lowering, "getitem", (record, Const(TAG)), node, "number", K.INT)

    def used(cls: type) -> Value:
        found = use(narrowed(lowering, record, cls))
        return nothing_there(lowering, cls, node) if found is None else found

    ways = ((sites.tag_of(cls), partial(used, cls)) for cls in classes_of(lowering, record))
    return choose_by_number(lowering, tag, ways, node, hint)


def narrowed(lowering: Lowering, record: Any, cls: type) -> Object:
    """The record where it is known to be of a class."""
    known = lowering.program.sites.class_at
    sites = frozenset(site for site in lowering.kinds[record].sites if known[site] is cls)
    found = lowering.var(record.name, K.indexed_kind(cls, sites), False)
    lowering.same_as[found] = record
    return Object(cls, record=found)


def nothing_there(lowering: Lowering, cls: type, node: ast.AST) -> Value:
    """Raise TypeError: the class has no such operation."""
    error = TypeError(f"{cls.__name__!r} object has no such operation")
    raise_now(lowering, error, node)
    return Const(UNDEFINED)


def attribute_by_class(lowering: Lowering, record: Any, name: str, node: ast.AST, hint: str) -> Value:
    """`record.name`"""
    return by_class(lowering, record, lambda o: attribute_there(lowering, o, name, node, hint), node, hint)


def attribute_there(lowering: Lowering, base: Object, name: str, node: ast.AST, hint: str) -> Value:
    """An attribute of an object, or AttributeError where neither it nor its class has one."""
    if not has_attribute(lowering, base.record, name) and lowering.lookup(base.cls, name) is None:
        error = AttributeError(f"{base.cls.__name__!r} object has no attribute {name!r}")
        raise_now(lowering, error, node)
        return Const(UNDEFINED)
    return lowering.dispatch.object_attribute(lowering, base, name, node, hint)


def method_by_class(lowering: Lowering, record: Any, name: str, call: Call) -> Value:
    """`record.name(...)`"""

    def called(base: Object) -> Value:
        method = attribute_there(lowering, base, name, call.node, "t")
        return method if lowering.dead else lowering.dispatch.call_value(lowering, method, call)

    return by_class(lowering, record, called, call.node, call.hint)


def set_by_class(lowering: Lowering, record: Any, name: str, value: Value, node: ast.AST) -> None:
    """`record.name = value`"""

    def put(base: Object) -> Value:
        lowering.dispatch.set_attribute(lowering, base, name, value, node)
        return Const(None)

    by_class(lowering, record, put, node)


def asked_by_class(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """`isinstance(record, cls)` and its like; None for any other call."""
    args, node = call.args, call.node
    if fn.value is bool and len(args) == 1 and classes_of(lowering, args[0]):
        return truth_of_record(lowering, args[0], node)
    if not args or not is_of_several(lowering, args[0]) or not any(fn.value is each for each in _ASKED):
        return None
    return by_class(
        lowering,
        args[0],
        lambda o: lowering.dispatch.call_constant(lowering, fn, replace(call, args=[o, *args[1:]])),
        node,
        call.hint,
    )


def operator_by_class(
    lowering: Lowering,
    way: Callable[..., Value | None],
    name: str,
    left: Any,
    right: Any,
    node: ast.AST,
    hint: str,
) -> Value:
    """`left + right` or `left < right`, where one operand or both are records of one of several classes."""
    if is_of_several(lowering, left):
        return by_class(lowering, left, lambda o: way(lowering, name, o, right, node, hint), node, hint)
    return by_class(lowering, right, lambda o: way(lowering, name, left, o, node, hint), node, hint)


def truth_of_record(lowering: Lowering, record: Any, node: ast.AST) -> Value:
    """Whether a record counts as true: by `__bool__` or `__len__` of its class, or because it isn't None."""

    def asked(base: Object) -> Value:
        for name in ("__bool__", "__len__"):
            found = lowering.dispatch.by_method(lowering, base, name, [], node, "t")
            if found is not None:
                return as_bool(lowering, materialise(lowering, found, node), node)
        return Const(True)

    there = emit(lowering, "is_not", (record, Const(None)), node, kind=K.BOOL)
    methods = [
        lowering.lookup(cls, name) for cls in classes_of(lowering, record) for name in ("__bool__", "__len__")
    ]
    if not any(methods):
        return there
    if not is_of_several(lowering, record):
        cls = lowering.kinds[record].cls
        assert cls is not None
        return choose(
            lowering, there, lambda: asked(Object(cls, record=record)), lambda: Const(False), node, "t"
        )
    return choose(
        lowering, there, lambda: by_class(lowering, record, asked, node), lambda: Const(False), node, "t"
    )


def truth(lowering: Lowering, cond: Atom, node: ast.AST | None) -> Atom:
    """A condition; of a record its truth."""
    if not classes_of(lowering, cond):
        return cond
    return materialise(lowering, truth_of_record(lowering, cond, node or ast.Pass()), node)
