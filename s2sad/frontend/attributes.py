"""Attributes: of modules and constants, of arrays, of objects that are followed, and of what is known at run time."""

from __future__ import annotations

import ast
import dataclasses
import types
from collections import abc
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import (
    CALLABLES,
    Bound,
    Function,
    Member,
    Object,
    Once,
    Sequence,
    Super,
    Table,
    Value,
    is_literal,
)
from s2sad.frontend.annotation_errors import contradiction
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import attribute_by_class, is_of_several
from s2sad.frontend.expressions import expr, look_up
from s2sad.frontend.half_known import check_caught
from s2sad.frontend.imports import raise_now
from s2sad.frontend.indexed_storage import is_indexed
from s2sad.frontend.keyed_dicts import check_view, read_only
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise, written_after_all
from s2sad.frontend.object_variables import object_attribute, opened
from s2sad.frontend.objects_or_none import where_there
from s2sad.frontend.powers import NOT_COMPLEX
from s2sad.frontend.queries import check_one_class, holds_objects, opened_record
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import attribute_kind
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var
from s2sad.ir.static_lookup import runs_code
from s2sad.ir.value_kinds import kind_of

_WRITE_DICTS = ("update", "setdefault", "pop", "popitem", "clear")
_MOVING = ("T", "mT", "real", "imag", "flat")
_METHODS_OF: dict[str, type] = {"list": list, "dict": dict}
LACKING = {
    "float": (np.float64,),
    "int": (int, np.int64),
    "array": (np.ndarray, np.float64),
    "list": (list,),
    "tuple": (tuple,),
}
ARRAY_ATTRIBUTES = (
    "shape",
    "ndim",
    "size",
    "dtype",
    "itemsize",
    "nbytes",
    "strides",
    "flags",
    "device",
    *_MOVING,
)

_OF_GENERATORS = ("send", "throw", "close")


def expr_Attribute(lowering: Lowering, node: ast.Attribute, hint: str) -> Value:
    found = attribute(lowering, expr(lowering, node.value), node, hint)
    return member_value(lowering, found, node, hint) if isinstance(found, Member) else found


def callee(lowering: Lowering, node: ast.expr) -> Value:
    """What is called: an attribute of a value that is known only at run time is a method of it by its name."""
    if isinstance(node, ast.Attribute):
        return opened_record(lowering, attribute(lowering, expr(lowering, node.value), node, "t"))
    return expr(lowering, node)


def named_function(lowering: Lowering, node: ast.expr) -> Ref | None:
    """What a call names, if it lives outside; nothing is evaluated, since that is done where the call is made."""
    if isinstance(node, ast.Name):
        found = look_up(lowering, node.id, node)
        return found if isinstance(found, Ref) else None
    if not isinstance(node, ast.Attribute):
        return None
    base = named_function(lowering, node.value)
    if base is None or not isinstance(base.value, (types.ModuleType, type)):
        return None
    if runs_code(base.value, node.attr) or not hasattr(base.value, node.attr):
        return None
    made = attribute_of_constant(lowering, base, node, "t")
    return made if isinstance(made, Ref) else None


def attribute(lowering: Lowering, base: Value, node: ast.Attribute, hint: str) -> Value:
    if lowering.dead:
        return Const(UNDEFINED)
    if isinstance(base, Ref):
        return attribute_of_constant(lowering, base, node, hint)
    if isinstance(base, Var) and lowering.kind(base) == K.COMPLEX and node.attr in ("real", "imag"):
        return emit(lowering, "getattr", (base, Const(node.attr)), node, hint, kind=K.FLOAT)
    if isinstance(base, Var) and lowering.kind(base) == K.FLOAT and node.attr in ("real", "imag"):
        if base in lowering.powers:
            base = emit(lowering, NOT_COMPLEX, (base,), node, hint, kind=K.FLOAT)
        return base if node.attr == "real" else Const(0.0)
    if isinstance(base, Var) and node.attr in ARRAY_ATTRIBUTES and is_arraylike(lowering, base):
        return array_attribute(lowering, base, node, hint)
    base = where_there(
        lowering, base, f"'NoneType' object has no attribute {node.attr!r}", node, AttributeError
    )
    check_one_class(lowering, base, node)
    check_generator(lowering, base, node)
    if isinstance(base, Sequence) and node.attr in base.names:
        return opened(lowering, base.items[base.names.index(node.attr)])
    if isinstance(base, Object):
        check_view(lowering, base, node)
    if isinstance(base, (Object, Super)) or (isinstance(base, Sequence) and base.cls is not None):
        return object_attribute(lowering, base, node.attr, node, hint)
    if isinstance(base, CALLABLES):
        return function_attribute(lowering, base, node)
    read = read_only(base) if isinstance(base, Table) and holds_objects(base) else None
    if read is not None:
        return object_attribute(lowering, read, node.attr, node, hint)
    if isinstance(base, Table) and node.attr == "items" and lowering.objects and are_texts(base):
        return Bound(Ref("named_items", named_items), (base,))
    if isinstance(base, Table) and node.attr == "keys":
        return Bound(Ref("list", list), (Sequence(tuple(map(Const, base.items)), "list"),))
    if isinstance(base, Table) and node.attr in _WRITE_DICTS:
        written_after_all(lowering)
        reason = "a dict that holds functions with active variables is written to"
        raise lowering.refusal(node, reason, "make the whole dict where it is assigned")
    return Member(materialise(lowering, base, node), node.attr)


def function_attribute(lowering: Lowering, base: Value, node: ast.Attribute) -> Value:
    if isinstance(base, Function) and node.attr in base.attributes:
        return base.attributes[node.attr]
    if isinstance(base, Function) and node.attr == "__name__":
        return Const(getattr(base.node, "name", "<lambda>"))
    hint = "keep what the function needs in its arguments"
    raise lowering.refusal(node, f"the attribute `{node.attr}` of a function is read", hint)


def are_texts(table: Table) -> bool:
    """Whether all keys of a dict are texts, which may be names of attributes."""
    return all(isinstance(key, str) for key in table.items)


def named_items(table: Any) -> Any:
    """Stands for `table.items()` of a dict that is known, key by key."""
    return table.items()


def check_generator(lowering: Lowering, base: Value, node: ast.Attribute) -> None:
    """Refuse what hands something to a generator, or ends it."""
    if node.attr in _OF_GENERATORS and isinstance(base, Once):
        reason = f"a generator is asked for `{node.attr}`, and all that is followed of one are its items"
        way_out = "go through it by a loop or `next`; what it has to know can be an argument"
        raise lowering.refusal(node, reason, way_out)


def is_arraylike(lowering: Lowering, base: Var) -> bool:
    """Whether attributes and methods are those of an array: by its kind, or because it is active and not known."""
    kind = lowering.kind(base)
    return K.is_array(kind) or (lowering.varies(base) and (kind == K.UNKNOWN or kind in K.NUMBERS))


def array_attribute(lowering: Lowering, base: Var, node: ast.Attribute, hint: str) -> Value:
    """`x.shape`, `x.T`: the rank may be known already."""
    kind = lowering.kind(base)
    if node.attr == "ndim" and kind.ndim is not None and not kind.may_be_none:
        return Const(kind.ndim)
    if node.attr == "device" and hasattr(np.ndarray, "device"):
        return Const("cpu")
    if node.attr == "flat":
        method = Ref("np.ndarray.reshape", np.ndarray.reshape)
        return lowering.dispatch.call_value(lowering, method, Call(node, [base, Const(-1)], hint=hint))
    name = Const(node.attr)
    varied = lowering.varies(base) and node.attr in _MOVING
    return emit(lowering, "getattr", (base, name), node, hint, kind=attribute_kind(kind, name), varied=varied)


def attribute_of_constant(lowering: Lowering, base: Ref, node: ast.Attribute, hint: str) -> Value:
    """An attribute of what lives outside: of a module or class it is as fixed as a global."""
    if runs_code(base.value, node.attr):
        return emit(lowering, "getattr", (base, Const(node.attr)), node, hint)
    lowering.program.assumed.attribute(base.value, base.path, base.scope, node.attr)
    if not hasattr(base.value, node.attr):
        return emit(lowering, "getattr", (base, Const(node.attr)), node, hint)
    value = getattr(base.value, node.attr)
    if type(base.value) is np.ndarray and callable(value):
        return Bound(Ref(f"np.ndarray.{node.attr}", getattr(np.ndarray, node.attr)), (base,))
    if type(base.value) in (list, dict) and node.attr == "copy":
        cls = type(base.value)
        return Bound(Ref(cls.__name__, cls), (base,))
    if isinstance(base.value, type) and node.attr == "__name__":
        return Const(value)
    is_field = isinstance(base.value, dataclasses.Field)  # which stays as it is
    if is_field and is_literal(value):
        return Const(value)
    if is_field or isinstance(base.value, (types.ModuleType, type)) or callable(value):
        return Ref(f"{base.path}.{node.attr}", value, base.scope)
    return emit(lowering, "getattr", (base, Const(node.attr)), node, hint, kind=kind_of(value))


def read_member(lowering: Lowering, member: Member, node: ast.AST | None, hint: str) -> Atom:
    """An attribute that is read as a value, not called."""
    check_caught(lowering, member, node)
    if lacks(lowering, member.receiver, member.name):
        return no_attribute(lowering, member.receiver, member.name, node)
    if lowering.varies(member.receiver):
        reason = f"the attribute `{member.name}` of an active value is read"
        raise lowering.refusal(node, reason, "pass the number itself as an argument")
    if member.name == "kind" and lowering.kind(member.receiver) == K.dtype_kind(K.FLOAT):
        return Const("f")
    kind = K.BOTTOM if lowering.kind(member.receiver) == K.BOTTOM else made_with(lowering, member)
    return emit(lowering, "getattr", (member.receiver, Const(member.name)), node, hint, kind=kind)


def made_with(lowering: Lowering, member: Member) -> K.Kind | None:
    """The kind of an attribute that an object was made with, unless another one of that name is written."""
    made = K.attribute_made(lowering.kind(member.receiver), member.name)
    sites = lowering.program.sites
    if made is None or member.name in sites.attributes_written:
        return None
    sites.attributes_read.add(member.name)
    return made


def member_value(lowering: Lowering, member: Member, node: ast.AST | None, hint: str) -> Value:
    """An attribute that is read as a value; a method of an array, or of a container that is written, stays with it."""
    if is_of_several(lowering, member.receiver):
        return attribute_by_class(lowering, member.receiver, member.name, node or ast.Pass(), hint)
    kind = lowering.kind(member.receiver)
    if K.is_array(kind) and callable(getattr(np.ndarray, member.name, None)):
        method = Ref(f"np.ndarray.{member.name}", getattr(np.ndarray, member.name))
        return Bound(method, (member.receiver,))
    of_active = kind.name in _METHODS_OF and lowering.varies(member.receiver)
    cls = kind.cls if is_indexed(lowering, member.receiver) else None
    cls = _METHODS_OF[kind.name] if of_active else cls
    if cls in (abc.MutableSequence, abc.Sequence):
        reason = (
            f"the method `{member.name}` is taken from a name that stands for containers of different classes"
        )
        raise lowering.refusal(node, reason, "give them names of their own")
    if cls is not None and hasattr(cls, member.name):
        method = Ref(f"{cls.__name__}.{member.name}", getattr(cls, member.name))
        return Bound(method, (member.receiver,))
    return read_member(lowering, member, node, hint)


def lacks(lowering: Lowering, base: Atom, name: str) -> bool:
    """Whether a value is of a kind whose class has no such attribute: asking for it raises AttributeError."""
    kind = lowering.kind(base)
    if is_indexed(lowering, base):
        return kind.cls in (list, dict) and not hasattr(kind.cls, name)
    classes = LACKING.get(kind.name, ())
    return bool(classes) and kind.cls is None and not any(hasattr(c, name) for c in classes)


def no_attribute(lowering: Lowering, base: Atom, name: str, node: ast.AST | None) -> Atom:
    """AttributeError is raised when the program gets here."""
    if lowering.program.annotated is not None and isinstance(base, Var) and lowering.kind(base) in K.NUMBERS:
        raise contradiction(lowering, base, f"is asked for its attribute `{name}`", node)
    kind = lowering.kind(base)
    cls = kind.cls or LACKING.get(kind.name, (type(None),))[0]
    raise_now(lowering, AttributeError(f"{cls.__name__!r} object has no attribute {name!r}"), node)
    return Const(UNDEFINED)
