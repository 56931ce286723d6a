"""Operators, comparisons and special methods of objects that are followed: those that their classes have in Python.

p + q               Point.__add__(p, q), or Point.__radd__(q, p)
p == q              of dataclasses without a method of their own the fields one by one
len(p), abs(p)      Point.__len__(p), Point.__abs__(p)
"""

from __future__ import annotations

import ast
import dataclasses
import math
import operator
from typing import Any

from s2sad.frontend.abstract_values import Maybe, Super, Value, is_not_implemented
from s2sad.frontend.branches import choose
from s2sad.frontend.call import Call
from s2sad.frontend.class_data import attribute_or, has_attribute_now
from s2sad.frontend.class_dispatch import is_of_several, operator_by_class
from s2sad.frontend.keyed_dicts import check_key, check_whole
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.new_objects import replaced
from s2sad.frontend.object_variables import (
    by_method,
    class_of,
    object_attribute,
    set_attribute,
)
from s2sad.frontend.objects_or_none import absence
from s2sad.frontend.operands import checked_operand, is_own_code, method_outside, operator_outside
from s2sad.frontend.queries import check_one_class, look_in, opened_record
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_own_record, keys_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

_BY_METHOD = {
    abs: "__abs__",
    len: "__len__",
    float: "__float__",
    iter: "__iter__",
    bool: "__bool__",
    round: "__round__",
    operator.neg: "__neg__",
    operator.pos: "__pos__",
    operator.invert: "__invert__",
    operator.getitem: "__getitem__",
    int: "__int__",
    divmod: "__divmod__",
    pow: "__pow__",
    reversed: "__reversed__",
    math.floor: "__floor__",
    math.ceil: "__ceil__",
    math.trunc: "__trunc__",
}
_ASKING_FOR_CLASS = (type, getattr, hasattr, vars, callable)


def object_call(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """Calls that ask something of an object that is followed; None for any other."""
    args, node, hint = call.args, call.node, call.hint
    value = fn.value
    if value is super:
        return super_of(lowering, *args, node=node) if len(args) == 2 else super_here(lowering, node)
    if value is object.__init__:
        return Const(None)
    first: Any = args[0] if args else None
    if any(value is each for each in _ASKING_FOR_CLASS):
        check_one_class(lowering, first, node)
    if isinstance(first, Maybe):
        return asked_of_maybe(lowering, value, call)
    if class_of(first) is None:
        return None
    if value is vars and len(args) == 1:
        return object_attribute(lowering, first, "__dict__", node, hint)
    if value in (setattr, object.__setattr__, getattr, hasattr, delattr):
        return attribute_call(lowering, value, call)
    if value is type and len(args) == 1:
        cls = class_of(first)
        if is_own_record(cls) and not is_own_code(lowering):
            reason = "the class of an object of a library's is asked for that varies here"
            raise lowering.refusal(node, reason, "name the class, such as scipy.sparse.csr_matrix")
        return Ref("dict", dict) if keys_of(cls) is not None else Ref(cls.__name__, cls)
    if value is dataclasses.replace or getattr(value, "__name__", "") == "_replace":
        return replaced(lowering, first, call.kwargs, node)
    name = _BY_METHOD.get(value) if value in _BY_METHOD else None
    return by_method(lowering, first, name, args[1:], node, hint) if name else None


def asked_of_maybe(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """`hasattr(p, "x")` and `getattr(p, "x", d)` of an object that may be None; None for any other call."""
    (maybe, *rest), node = call.args, call.node
    if value not in (hasattr, getattr) or len(rest) != (1 if value is hasattr else 2):
        return None
    of_none = Const(False) if value is hasattr else rest[-1]
    if class_of(maybe.there) is None or not isinstance(rest[0], Const) or hasattr(None, rest[0].value):
        return None
    there = Call(node, [maybe.there, *rest], hint=call.hint)

    def asked() -> Value:
        found = attribute_call(lowering, value, there)
        assert found is not None
        return found

    return choose(lowering, absence(lowering, maybe), lambda: of_none, asked, node, call.hint)


def attribute_call(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """`getattr(p, "x")`, `hasattr(p, "x")`, `setattr(p, "x", v)`; None for any other call."""
    (first, *rest), node = call.args, call.node
    cls = class_of(first)
    assert cls is not None
    if rest:
        check_key(lowering, first, rest[0], value is setattr, node)
    if not rest or not isinstance(rest[0], Const):
        reason = "an attribute of an object that holds active values is asked for by a name that is known only at run time"
        raise lowering.refusal(node, reason, "write the names out, or keep the values in a dict")
    name = rest[0].value
    if value is object.__setattr__ or value is setattr:
        set_attribute(lowering, first, name, rest[1], node, anyway=value is object.__setattr__)
        return Const(None)
    if value is hasattr:
        return has_attribute_now(lowering, first, name, cls, node)
    if value is getattr and len(rest) > 1:
        return attribute_or(lowering, first, name, cls, rest[1], node, call.hint)
    return object_attribute(lowering, first, name, node, call.hint) if value is getattr else None


def super_here(lowering: Lowering, node: ast.AST) -> Value | None:
    owner, scope = lowering.scope.owner, lowering.scope
    cells = dict(zip(owner.__code__.co_freevars, owner.__closure__ or ()))
    if "__class__" not in cells or scope.node is None:
        raise lowering.refusal(node, "`super()` stands outside of a method", "name the class")
    cls = Ref("__class__", cells["__class__"].cell_contents)
    return super_of(lowering, cls, look_in(lowering, scope, owner.__code__.co_varnames[0]), node=node)


def super_of(lowering: Lowering, cls: Value, receiver: Value, *, node: ast.AST) -> Value | None:
    """`super(Circle, self)`: the classes after `Circle`, in the order of the object's own class."""
    receiver = opened_record(lowering, receiver)
    if not isinstance(cls, Ref):
        return None
    if isinstance(receiver, Var):
        return emit(lowering, Ref("super", super), (cls, receiver), node, kind=K.OBJECT)
    return Super(cls.value, receiver)


def overloaded(
    lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str
) -> Value | None:
    """An operator of the user's class, of the left operand or reflected of the right one."""
    plain = name.strip("_")
    for value in (left, right):
        check_whole(lowering, value, node)
        check_one_class(lowering, value, node)
    if is_of_several(lowering, left) or is_of_several(lowering, right):
        return operator_by_class(lowering, overloaded, name, left, right, node, hint)
    if class_of(left) is None and class_of(right) is None:
        found = operator_outside(lowering, plain, left, right, node, hint)
        return None if is_not_implemented(found) else found
    if goes_first(lowering, left, right, f"__r{plain}__"):
        found = operator_method(lowering, right, f"__r{plain}__", left, False, node, hint)
        if found is not None and not is_not_implemented(found):
            return found
    is_last = isinstance(right, (Var, Const)) and lowering.kind(right) in K.NUMBERS
    found = operator_method(lowering, left, f"__{plain}__", right, is_last, node, hint)
    if found is None and isinstance(left, (Var, Ref)):
        if isinstance(left, Var) and not lowering.varies(left) and K.is_opaque(lowering.kind(left)):
            lowering.follow(lowering.makers)
        left = checked_operand(lowering, name, left, node)
    if (found is None or is_not_implemented(found)) and class_of(left) is not class_of(right):
        found = operator_method(lowering, right, f"__r{plain}__", left, True, node, hint)
    return None if is_not_implemented(found) else found


def goes_first(lowering: Lowering, left: Value, right: Value, reflected: str) -> bool:
    """Whether the right operand is asked first: its class is derived from that of the left one, and has another such method."""
    base, derived = class_of(left), class_of(right)
    if base is None or derived is None or base is derived or not issubclass(derived, base):
        return False
    return lowering.lookup(base, reflected) is not lowering.lookup(derived, reflected)


def operator_method(
    lowering: Lowering, base: Value, name: str, other: Value, is_last: bool, node: ast.AST, hint: str
) -> Value | None:
    """What a method of an operand gives; if it `is_last`, Python has no other to ask."""
    if isinstance(base, Ref):
        return method_outside(lowering, base, name, other, node, hint)
    cls, outer = class_of(base), lowering.last_method
    lowering.last_method = lowering.lookup(cls, name) if is_last and cls is not None else 0
    found = by_method(lowering, base, name, [other], node, hint)
    lowering.last_method = outer
    return found
