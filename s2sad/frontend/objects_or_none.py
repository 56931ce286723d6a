"""Objects and tuples that are None on some paths: variables still, beside one that tells whether they are there.

hit = None                          hit_absent, hit_t = True, undefined
if disc >= 0:                       if disc >= 0:
    hit = Hit(-b - sqrt(disc))  →       hit_absent, hit_t = False, -b - sqrt(disc)
if hit is not None:                 if not hit_absent:
    best = hit.t                        best = hit_t

Where such a value goes on as a whole, into a list or to a function that isn't known, it becomes an object of the running program.
"""

from __future__ import annotations

import ast
from functools import partial

from s2sad.frontend.abstract_values import Maybe, Object, Sequence, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.imports import raise_now
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var


def absence(lowering: Lowering, value: Maybe) -> Atom:
    """Whether it is None."""
    known = lowering.truths.get(value.absent)
    return value.absent if known is None else Const(known)


def presence(lowering: Lowering, value: Maybe, node: ast.AST) -> Atom:
    """Whether it is an object."""
    absent = absence(lowering, value)
    if isinstance(absent, Const):
        return Const(not absent.value)
    there = emit(lowering, "not_", (absent,), node, kind=K.BOOL, varied=False)
    lowering.implied[there] = ((absent, False, None),)
    return there


def presence_if_unsure(lowering: Lowering, value: Value, node: ast.AST) -> Atom | None:
    """Whether it is an object, of what may be None; None for what is one for sure."""
    if isinstance(value, Maybe):
        return presence(lowering, value, node)
    record = value.record if isinstance(value, Object) else None
    if record is None or not lowering.kind(record).may_be_none or lowering.truths.get(record):
        return None
    there = emit(lowering, "is_not", (record, Const(None)), node, kind=K.BOOL, varied=False)
    lowering.implied[there] = ((record, True, None),)
    return there


def is_true(lowering: Lowering, value: Maybe, node: ast.AST) -> Value:
    """Whether it counts as true: if it is there, unless its class says more."""
    cls = value.there.cls
    if cls is not None and any(lowering.lookup(cls, name) for name in ("__bool__", "__len__")):
        return value
    is_empty = isinstance(value.there, Sequence) and not value.there.items
    return Const(False) if is_empty else presence(lowering, value, node)


def where_there(lowering: Lowering, value: Value, error: str, node: ast.AST, cls: type = TypeError) -> Value:
    """The object or tuple of what is looked into; an error of Python's where it is None. Any other value is as it is."""
    if not isinstance(value, Maybe):
        return value

    def fail() -> Value:
        raise_now(lowering, cls(error), node)
        return Const(None)

    choose(lowering, absence(lowering, value), fail, lambda: Const(None), node, "t")
    return value.there


def tuple_or_none(lowering: Lowering, value: Maybe, node: ast.AST | None, hint: str) -> Atom:
    """As an object of the running program, or None."""
    there = partial(materialise, lowering, value.there, node, hint)
    made = choose(lowering, absence(lowering, value), lambda: Const(None), there, node or ast.Pass(), hint)
    assert isinstance(made, (Var, Const, Ref))
    return made


def whole(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """An operand: what may be None as an object of the running program, any other value as it is."""
    return materialise(lowering, value, node) if isinstance(value, Maybe) else value
