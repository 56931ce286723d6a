"""Calls that ask what a value is: answered before the program runs, by the kinds.

isinstance(x, np.ndarray)       True for an array, False for a float
getattr(x, "unit", None)        None: neither a float nor an array has such an attribute
np.isscalar(x)                  True for a float
"""

from __future__ import annotations

import ast
import dataclasses
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Object, Once, Sequence, Table, Value, is_literal
from s2sad.frontend.attributes import LACKING, attribute, lacks, no_attribute
from s2sad.frontend.branches import choose
from s2sad.frontend.call import Call
from s2sad.frontend.expressions import known_truth
from s2sad.frontend.imports import raise_now
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import used_up
from s2sad.frontend.object_copies import duplicate
from s2sad.frontend.object_variables import attributes_of, class_of
from s2sad.frontend.operands import is_own_code
from s2sad.frontend.queries import check_one_class
from s2sad.frontend.user_classes import is_named_tuple, is_of_a_library, is_transparent
from s2sad.ir import kinds as K
from s2sad.ir.kind_classes import class_of_kind
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var
from s2sad.ir.records import field_names
from s2sad.runtime.operands import is_sparse, known_number
from s2sad.runtime.refusals import RefusedType


def question(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """The answer of a call that asks what its argument is, or only takes it apart; None for any other call."""
    args, node = call.args, call.node
    if call.kwargs or not args:
        return None
    first = args[0]
    if value is getattr and len(args) > 1:
        return attribute_by_name(lowering, first, args[1:], node)
    if value is hasattr and len(args) == 2 and isinstance(args[1], Const):
        return attribute_test(lowering, first, args[1].value)
    if value is is_sparse and isinstance(first, (Var, Ref)) and not K.is_opaque(lowering.kind(first)):
        return Const(False)
    if value is is_sparse and isinstance(first, (Var, Ref)) and K.is_of_sparse(lowering.kind(first)):
        return Const(True)
    if value is known_number:
        return Const(isinstance(first, (Var, Const, Ref)) and lowering.kind(first) in K.NUMBERS)
    if value in (np.iscomplexobj, np.isrealobj) and isinstance(first, Var) and first not in lowering.powers:
        element = K.element(lowering.kind(first))
        return Const((element == K.COMPLEX) is (value is np.iscomplexobj)) if element in K.NUMBERS else None
    if value is np.isscalar and isinstance(first, Var):
        return scalar_test(lowering, first)
    if value is np.iterable and isinstance(first, (Var, Const)):
        return iterable_test(lowering.kind(first))
    if value in (all, any) and isinstance(first, (Sequence, Once)):
        return truth_of_all(lowering, first, value is any, node)
    if value is dataclasses.astuple and isinstance(first, Object):
        return Sequence(tuple(fields_of(lowering, first, dataclasses.astuple, node).values()))
    if value is dataclasses.asdict and isinstance(first, Object):
        return Table(fields_of(lowering, first, dataclasses.asdict, node))
    cls = class_of(first) if isinstance(first, Object) else getattr(first, "value", None)
    if value is dataclasses.fields and isinstance(cls, type) and dataclasses.is_dataclass(cls):
        path = f"{cls.__name__}.__dataclass_fields__"
        return Sequence(tuple(Ref(f"{path}[{f.name!r}]", f) for f in dataclasses.fields(cls)))
    if is_lookup(value) and all(isinstance(each, Const) for each in call.args):
        held = value(*(each.value for each in call.args))
        return Const(held) if is_literal(held) else None
    return None


def is_lookup(function: Any) -> bool:
    """Whether it looks something up in what nobody can write to: `field.metadata.get`."""
    if getattr(function, "__name__", "") != "get":
        return False
    return isinstance(getattr(function, "__self__", None), MappingProxyType)


def attribute_test(lowering: Lowering, base: Value, name: str) -> Const | None:
    """`hasattr(x, "name")`: what a module has, and what is lacking, is known."""
    if isinstance(base, Ref) and isinstance(base.value, ModuleType):
        lowering.program.assumed.attribute(base.value, base.path, base.scope, name)
        return Const(hasattr(base.value, name))
    return Const(False) if isinstance(base, Var) and lacks(lowering, base, name) else None


def attribute_by_name(lowering: Lowering, base: Value, rest: list[Any], node: ast.AST) -> Value | None:
    """`getattr(x, "name")`, with or without a default, of a value whose class is known."""
    if not isinstance(rest[0], Const):
        return None
    name = rest[0].value
    if isinstance(base, Ref) and isinstance(base.value, ModuleType):
        lowering.program.assumed.attribute(base.value, base.path, base.scope, name)
        if hasattr(base.value, name):
            return Ref(f"{base.path}.{name}", getattr(base.value, name), base.scope)
        return rest[1] if len(rest) > 1 else None
    if not isinstance(base, Var):
        return None
    if lacks(lowering, base, name):
        return rest[1] if len(rest) > 1 else no_attribute(lowering, base, name, node)
    if lowering.kind(base).name in LACKING and lowering.varies(base):
        found = ast.copy_location(ast.Attribute(ast.Name("_"), name), node)
        may_lack = lowering.kind(base).may_be_none and len(rest) > 1
        return None if may_lack else attribute(lowering, base, found, "t")
    return None


def scalar_test(lowering: Lowering, base: Var) -> Const | None:
    kind = lowering.kind(base)
    if kind in K.NUMBERS or kind == K.TEXT:
        return Const(True)
    return Const(False) if kind.name in K.CONTAINERS or kind.ndim else None


def iterable_test(kind: K.Kind) -> Const | None:
    """`np.iterable`: whether there are items to go through."""
    if kind in K.NUMBERS or kind == K.NONE or (K.is_array(kind) and kind.ndim == 0):
        return Const(False)
    has_items = bool(kind.ndim) and not kind.may_be_none
    return Const(True) if kind.name in K.CONTAINERS or kind == K.TEXT or has_items else None


def truth_of_all(lowering: Lowering, items: Sequence | Once, wanted: bool, node: ast.AST) -> Const | None:
    """`all` and `any` of truths that are known."""
    held = items.items if isinstance(items, Once) else items
    if not isinstance(held, Sequence):
        return None
    truths = [known_truth(lowering, item) for item in held.items]
    if None in truths:
        return None
    used_up(lowering, items, node)
    return Const(any(truths) if wanted else all(truths))


def fields_of(lowering: Lowering, base: Object, of_inner: Any, node: ast.AST) -> dict[Any, Value]:
    """The fields of a dataclass, those within it taken apart as well."""
    known = attributes_of(lowering, base)
    fields = {name: known[name] for name in field_names(base.cls)}
    for name, item in fields.items():
        if isinstance(item, Var):
            fields[name] = duplicate(lowering, item, True, {}, node) or item
        elif isinstance(item, Object):
            fields[name] = question(lowering, of_inner, Call(node, [item])) or item
    return fields


def isinstance_by_kind(lowering: Lowering, value: Var, cls: Any, node: ast.AST) -> Const | None:
    """Whether a value is of a class, by its kind; what is no number may be of a class derived from its own."""
    kind = lowering.kind(value)
    if lowering.varies(value) and (kind == K.UNKNOWN or K.is_array(kind)) and is_of_scipy(cls):
        return Const(False)
    if lowering.varies(value) and kind == K.UNKNOWN and is_of_objects(cls) and not is_own_code(lowering):
        check_no_object(lowering, value, cls)
        return Const(False)
    if kind.name == "indexed" and kind.cls is not None and isinstance(cls, type):  # or else it is None
        related = issubclass(kind.cls, cls) or issubclass(cls, kind.cls) or cls is type(None)
        return None if related else Const(False)
    if kind.cls is K.SeveralClasses and isinstance(cls, type):
        if not issubclass(tuple, cls) and cls.__module__ != "builtins":
            check_one_class(lowering, value, node)
        return Const(issubclass(tuple, cls))
    known = class_of_kind(kind)
    if known is None or not isinstance(cls, type):
        return None
    if issubclass(known, cls):
        return Const(True)
    return None if issubclass(cls, known) else Const(False)


def is_of_objects(cls: Any) -> bool:
    """Whether it is a class of the user's whose objects are followed wherever anything in them varies."""
    return is_transparent(cls) and not is_named_tuple(cls) and not is_of_a_library(cls)


def check_no_object(lowering: Lowering, value: Var, cls: type) -> None:
    """The running program says so, should what varies, and isn't known, be an object all the same."""
    check = Ref("isinstance", isinstance)
    is_one = lowering.plain_entry(check, (value, Ref(cls.__name__, cls)), None, kind=K.BOOL, varied=False)
    reason = f"an object of the class {cls.__name__} is met that wasn't followed: make it in the function, or pass its attributes"
    choose(lowering, is_one, lambda: refused(lowering, reason), lambda: Const(None), ast.Pass(), "t")


def refused(lowering: Lowering, reason: str) -> Value:
    raise_now(lowering, RefusedType(reason), None)
    return Const(UNDEFINED)


def is_of_scipy(cls: Any) -> bool:
    """Whether it is a class of SciPy's own: what varies is a number, an array, or a container of them."""
    return isinstance(cls, type) and cls.__module__.startswith("scipy.") and cls.__bases__ != (tuple,)
