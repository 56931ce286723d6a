"""Comparisons of objects that are followed: each operand is asked by its method, as Python does it.

p == q      Point.__eq__(p, q); if that is NotImplemented, Point.__eq__(q, p); if that is so too, whether they are one object
p != q      not Point.__eq__(p, q), if the class has no `__ne__`
p > q       Point.__gt__(p, q), or Point.__lt__(q, p)
"""

from __future__ import annotations

import ast
import dataclasses
from functools import partial
from types import FunctionType
from typing import Any

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import (
    CALLABLES,
    Object,
    Sequence,
    Table,
    Value,
    is_not_implemented,
)
from s2sad.frontend.branches import choose
from s2sad.frontend.class_dispatch import is_of_several, operator_by_class
from s2sad.frontend.comparisons import comparison
from s2sad.frontend.container_classes import is_mapping
from s2sad.frontend.imports import raise_now
from s2sad.frontend.indexed_storage import sites_of
from s2sad.frontend.keyed_dicts import check_whole
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_records import holds_records, is_same
from s2sad.frontend.object_variables import by_method, class_of, own_attribute
from s2sad.frontend.operands import method_outside
from s2sad.frontend.queries import holds_objects
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import is_record, run_program
from s2sad.frontend.user_classes import is_generated
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var

_REFLECTED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_BOOL = Ref("bool", bool)
_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_KNOW_NO_OBJECTS = frozenset("bool int float complex text none list tuple dict".split())


def compared(
    lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str
) -> Value | None:
    """A comparison in which an object takes part; None for any other."""
    if name in ("is_", "is_not") and (class_of(left) is not None or class_of(right) is not None):
        return is_same(lowering, name, left, right, node, hint)
    if name in ("is_in", "not_in"):
        return contained(lowering, name, left, right, node, hint)
    if name not in _REFLECTED:
        return None
    if is_of_several(lowering, left) or is_of_several(lowering, right):
        return operator_by_class(lowering, compared, name, left, right, node, hint)
    if is_asked(lowering, name, left) or is_asked(lowering, _REFLECTED[name], right):
        return by_methods(lowering, name, left, right, node, hint)
    if isinstance(left, Sequence) and isinstance(right, Sequence) and left.kind == right.kind:
        if holds_objects(left) or holds_objects(right):
            return items_compared(lowering, name, left, right, node, hint)
    return None


def is_asked(lowering: Lowering, name: str, value: Value) -> bool:
    """Whether it is an object that is followed, or a named tuple of a class that has the method."""
    if isinstance(value, Object):
        return True
    cls = class_of(value)
    return cls is not None and isinstance(lowering.lookup(cls, f"__{name}__"), FunctionType)


def by_methods(
    lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str
) -> Value | None:
    """What the methods of the operands say: that of the right one first if its class is derived from the other's."""
    for value in (left, right):
        check_whole(lowering, value, node)
    ways = [(left, name, right), (right, _REFLECTED[name], left)]
    classes = class_of(left), class_of(right)
    if None not in classes and classes[0] is not classes[1] and issubclass(classes[1], classes[0]):  # type: ignore[arg-type]
        ways.reverse()
    for base, way, other in ways:
        if not is_asked(lowering, way, base) and not isinstance(base, Ref) and may_know(lowering, base):
            return None
        found = answer(lowering, way, base, other, node, hint)
        if found is not None and not is_not_implemented(found):
            return found
    if name in ("eq", "ne"):
        if None in classes:
            return Const(name == "ne")
        return is_same(lowering, "is_" if name == "eq" else "is_not", left, right, node, hint)
    error = TypeError(f"{_SIGNS[name]!r} not supported between these objects")
    raise_now(lowering, error, node)
    return Const(UNDEFINED)


def may_know(lowering: Lowering, value: Any) -> bool:
    """Whether a value that is no object of the user's may know how to compare itself with one."""
    if isinstance(value, (Sequence, Table, *CALLABLES)):
        return False
    return lowering.kind(value).name not in _KNOW_NO_OBJECTS or lowering.kind(value).may_be_none


def answer(
    lowering: Lowering, name: str, base: Value, other: Value, node: ast.AST, hint: str
) -> Value | None:
    """What an operand's method says of the other one; None if it has none that knows."""
    if isinstance(base, Ref):
        return method_outside(lowering, base, f"__{name}__", other, node, hint)
    cls = class_of(base)
    if cls is None:
        return None
    found = lowering.lookup(cls, f"__{name}__")
    if is_generated(found):
        return by_fields(lowering, name, base, other, found, node, hint)
    if isinstance(found, FunctionType):
        return by_method(lowering, base, f"__{name}__", [other], node, hint)
    if name != "ne":
        return None
    equal = answer(lowering, "eq", base, other, node, hint)
    return None if equal is None or is_not_implemented(equal) else negated(lowering, equal, node, hint)


def by_fields(
    lowering: Lowering, name: str, base: Value, other: Value, method: Any, node: ast.AST, hint: str
) -> Value | None:
    """What the method of a dataclass says, which compares the fields of objects of one class."""
    cls = class_of(base)
    if cls is not class_of(other) or not isinstance(base, Object):
        return None
    owner: Any = next(each for each in cls.__mro__ if vars(each).get(f"__{name}__") is method)
    names = [f.name for f in dataclasses.fields(owner) if f.compare]
    held = [[own_attribute(lowering, each, field) for field in names] for each in (base, other)]
    one, another = (Sequence(tuple(each)) for each in held)  # type: ignore[arg-type]
    return comparison(lowering, name, one, another, node, hint)


def items_compared(
    lowering: Lowering, name: str, left: Sequence, right: Sequence, node: ast.AST, hint: str
) -> Value:
    """Tuples or lists that hold objects, item by item."""
    pairs = list(zip(left.items, right.items))
    if name in ("eq", "ne"):
        if len(left.items) != len(right.items):
            return Const(name == "ne")
        equal = all_equal(lowering, pairs, node, hint)
        return equal if name == "eq" else negated(lowering, equal, node, hint)
    lengths = Const(len(left.items)), Const(len(right.items))
    return in_order(lowering, name, pairs, lengths, node, hint)


def all_equal(lowering: Lowering, pairs: list[tuple[Value, Value]], node: ast.AST, hint: str) -> Value:
    if not pairs:
        return Const(True)
    first = equal_items(lowering, *pairs[0], node, hint)
    rest = partial(all_equal, lowering, pairs[1:], node, hint)
    return first if len(pairs) == 1 else choose(lowering, first, rest, lambda: Const(False), node, hint)


def in_order(
    lowering: Lowering,
    name: str,
    pairs: list[tuple[Value, Value]],
    lengths: tuple[Const, Const],
    node: ast.AST,
    hint: str,
) -> Value:
    """The first items that aren't equal decide, or else the lengths."""
    if not pairs:
        return comparison(lowering, name, *lengths, node, hint)
    (one, other), *more = pairs
    rest = partial(in_order, lowering, name, more, lengths, node, hint)
    here = partial(comparison, lowering, name, one, other, node, hint)
    return choose(lowering, equal_items(lowering, one, other, node, hint), rest, here, node, hint)


def equal_items(lowering: Lowering, one: Value, other: Value, node: ast.AST, hint: str) -> Value:
    """Whether items are one object, or equal."""
    if one is other and isinstance(one, Object):
        return Const(True)
    return comparison(lowering, "eq", one, other, node, hint)


def negated(lowering: Lowering, truth: Value, node: ast.AST, hint: str) -> Value:
    known = lowering.dispatch.known_truth(lowering, truth)
    if known is not None:
        return Const(not known)
    return emit(
        lowering, "not_", (materialise(lowering, truth, node),), node, hint, kind=K.BOOL, varied=False
    )


def contained(
    lowering: Lowering, name: str, item: Value, base: Value, node: ast.AST, hint: str
) -> Value | None:
    """`item in base`, by the method of an object; None where it has none in Python."""
    found = by_method(lowering, base, "__contains__", [item], node, hint)
    if found is None and is_searched(lowering, item, base, node):
        found = run_program(lowering, storage_programs.holds, [base, item], node)
    if found is None:
        return None
    if name == "not_in":
        return negated(lowering, found, node, hint)
    if isinstance(found, Const):
        return Const(bool(found.value))
    truth = materialise(lowering, found, node)
    return emit(lowering, _BOOL, (truth,), node, hint, kind=K.BOOL, varied=False)


def is_searched(lowering: Lowering, item: Value, base: Value, node: ast.AST) -> bool:
    """Whether a list or tuple is gone through for an object, or has objects in it."""
    if class_of(base) is not None:
        return False
    if (
        isinstance(item, Const)
        and isinstance(base, Var)
        and issubclass(lowering.kind(base).cls or list, dict)
    ):
        return False  # a key
    if holds_records(lowering, base) or isinstance(base, Sequence):
        return isinstance(item, Object) or holds_records(lowering, base)
    if not isinstance(item, Object) or not isinstance(base, Var):
        return False
    if is_record(item) or value_varies(lowering, item):  # of a set, and whatever else may be followed
        lowering.follow(sites_of(lowering, base))
    lowering.follow(item.sites)  # or else one of its own would be made wherever it stands
    name = lowering.kind(base).name
    return name in ("list", "tuple") or (name == "indexed" and not is_mapping(lowering, base, node))
