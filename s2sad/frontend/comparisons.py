"""Comparisons, and chains of them: known ones are answered before the program runs.

a < b < c           a < b and b < c, where b is evaluated once
x is None           False, if x is known to be a number
type(p) is Point    True, if p is known to be an object of this class
"""

from __future__ import annotations

import abc
import ast
import functools
import types
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Maybe, Sequence, Table, Value, unwrapped
from s2sad.frontend.array_namespaces import compared_dtype
from s2sad.frontend.branches import choose
from s2sad.frontend.enumerations import is_member
from s2sad.frontend.expressions import expr
from s2sad.frontend.indexed_storage import is_indexed
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.objects_or_none import absence, presence, presence_if_unsure, whole
from s2sad.frontend.outside_dicts import is_key
from s2sad.frontend.queries import nothing_beside_object
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var
from s2sad.ir.operations import FUNCTIONS

_COMPARE = {
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Is: "is_",
    ast.IsNot: "is_not",
    ast.In: "is_in",
    ast.NotIn: "not_in",
}


def known_comparison(name: str, left: Value, right: Value) -> Const | None:
    """The truth of a comparison of literals, or of a literal with a constant of the library's own."""
    values = []
    for value in (left, right):
        known = isinstance(value, Const) or (isinstance(value, Ref) and value.scope is None)
        if not known or not isinstance(value.value, (bool, int, float, str, type(None))):
            return None
        values.append(value.value)
    try:
        return Const(bool(FUNCTIONS[name](*values)))
    except TypeError:  # 1 < "a": the running program says so
        return None


def compared_constants(name: str, left: Value, right: Value) -> Const | None:
    """The truth of `Point is Line` and `Point in (Point, Line)`, which `type(p)` leads to; of members of enumerations too."""
    if name in ("is_in", "not_in") and isinstance(left, Ref) and isinstance(right, Sequence):
        found = [compared_constants("eq", left, item) for item in right.items]
        if not all(found):
            return None
        return Const(any(each.value for each in found if each) is (name == "is_in"))
    if name not in ("is_", "is_not", "eq", "ne"):
        return None
    for value in (left, right):
        is_class = isinstance(value, Ref) and type(value.value) in (type, abc.ABCMeta)
        if not is_class and not is_member(value):
            return None
    return Const(FUNCTIONS[name](left.value, right.value))


def expr_Compare(lowering: Lowering, node: ast.Compare, hint: str) -> Value:
    left = expr(lowering, node.left)
    return compare_chain(lowering, left, list(zip(node.ops, node.comparators)), node, hint)


def compare_chain(lowering: Lowering, left: Value, links: list[Any], node: ast.AST, hint: str) -> Value:
    (operator, comparator), *more = links
    right = expr(lowering, comparator)
    result = comparison(lowering, _COMPARE[type(operator)], left, right, node, hint)
    if not more:
        return result
    rest = functools.partial(compare_chain, lowering, right, more, node, hint)
    return choose(lowering, result, rest, lambda: result, node, hint)


_NEVER_NONE = (types.FunctionType, types.BuiltinFunctionType, np.ufunc, type, np.ndarray)


def told_of_none(lowering: Lowering, name: str, value: Value, node: ast.AST) -> Value | None:
    """`value is None` or `value is not None`, where it is known; None where the running program has to say."""
    if isinstance(value, Maybe):
        return absence(lowering, value) if name == "is_" else presence(lowering, value, node)
    other = unwrapped(value)
    if other == Const(None) or not isinstance(other, (Var, Ref)):
        return Const((other == Const(None)) is (name == "is_"))
    if isinstance(other, Ref) and isinstance(other.value, _NEVER_NONE):
        return Const(name == "is_not")
    if lowering.kind(other) == K.NONE:  # and if it comes to be something else, all this is lowered again
        return Const(name == "is_")
    kind = lowering.kind(other)
    is_made = kind.name == "object" and kind.item is not None
    is_known = is_made or kind.name not in ("unknown", "none", "object", "bottom")
    if isinstance(other, Var) and is_known and not K.holds_indexed(kind) and not kind.may_be_none:
        return Const(name == "is_not")
    return None


def comparison(lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value:
    if name in ("is_", "is_not") and Const(None) in (left, right):
        asked = right if left == Const(None) else left
        made = told_of_none(lowering, name, asked, node) or compared_values(
            lowering, name, left, right, node, hint
        )
        if isinstance(made, Var) and not isinstance(asked, Maybe):
            lowering.implied[made] = ((unwrapped(asked), name == "is_not", None),)
        return made
    return compared_values(lowering, name, left, right, node, hint)


def compared_values(
    lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str
) -> Value:
    """A comparison that may be known; not with None by identity."""
    if name in ("eq", "ne"):
        for one, other in ((left, right), (right, left)):
            there = presence_if_unsure(lowering, one, node)
            if there is not None:
                return equal_if_there(lowering, name, there, one, other, node, hint)
    left, right = (whole(lowering, value, node) for value in (left, right))
    nothing = nothing_beside_object(lowering, left, right)
    if nothing is not None:
        return lowering.plain_entry(name, (nothing, nothing), node, hint, kind=K.BOOL)
    size = size_beside_empty(lowering, left, right, node) if name in ("eq", "ne") else None
    if size is not None:
        return emit(lowering, name, (size, Const(0)), node, hint)
    of_objects = lowering.dispatch.compared(lowering, name, left, right, node, hint)
    if of_objects is not None:
        return of_objects
    folded = (
        known_comparison(name, left, right)
        or compared_constants(name, left, right)
        or compared_dtype(lowering, name, left, right)
    )
    if folded is not None:
        return folded
    if isinstance(left, Const) and isinstance(right, Table) and name in ("is_in", "not_in"):
        return Const((left.value in right.items) is (name == "is_in"))
    inside = is_key(lowering, left, right) if name in ("is_in", "not_in") else None
    if inside is not None:
        return Const(inside is (name == "is_in"))
    args = (materialise(lowering, left, node), materialise(lowering, right, node))
    return emit(lowering, name, args, node, hint)


def size_beside_empty(lowering: Lowering, left: Value, right: Value, node: ast.AST) -> Atom | None:
    """The length of a list or dict that is followed, if it is compared with an empty one; None for anything else."""
    for one, other in ((left, right), (right, left)):
        is_list = isinstance(other, Sequence) and other.kind == "list"
        if not (is_list or isinstance(other, Table)) or other.items or not isinstance(one, Var):
            continue
        if is_indexed(lowering, one) and lowering.kind(one).cls is (list if is_list else dict):
            return emit(lowering, Ref("len", len), (one,), node, kind=K.INT)
    return None


def equal_if_there(
    lowering: Lowering, name: str, there: Atom, value: Any, other: Value, node: ast.AST, hint: str
) -> Value:
    """`hit == x` of what may be None: that equals None alone."""

    def of_object() -> Value:
        return comparison(
            lowering, name, value.there if isinstance(value, Maybe) else value, other, node, hint
        )

    def of_none() -> Value:
        return comparison(lowering, "is_" if name == "eq" else "is_not", other, Const(None), node, hint)

    return choose(lowering, there, of_object, of_none, node, hint)
