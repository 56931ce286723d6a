"""What a list or tuple is added to: one like it, or an array; the running program says which where that isn't known.

    r = [0.0] * config.n
    z = r + [x]             →   z = list(r) + [x] if isinstance(r, list) else r + [x]

The sum of two lists has the adjoints of both, one after the other, where that of two arrays has one that both get.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref, Var

_ISINSTANCE = Ref("isinstance", isinstance)
_CLASSES = {"list": list, "tuple": tuple}
Add = Callable[[Value, Value], Value]


def joining(lowering: Lowering, left: Value, right: Value, add: Add, node: ast.AST, hint: str) -> Value:
    """A sum of what isn't known to a list or tuple."""
    for place, (known, other) in enumerate(((left, right), (right, left))):
        cls = class_of_sequence(lowering, known)
        if cls not in (list, tuple) or not isinstance(other, Var) or not K.is_opaque(lowering.kind(other)):
            continue
        if not any_varies(lowering, [left, right]):
            continue
        ref = Ref(cls.__name__, cls)

        def joined(ref: Ref = ref, known: Value = known, other: Var = other, place: int = place) -> Value:
            copy = emit(lowering, ref, (other,), node, other.name)
            return add(copy, known) if place else add(known, copy)

        return choose(
            lowering, is_of(lowering, other, ref, node), joined, lambda: add(left, right), node, hint
        )
    return add(left, right)


def is_of(lowering: Lowering, value: Var, cls: Ref, node: ast.AST) -> Var:
    """Whether a value of the running program is of a class."""
    return emit(lowering, _ISINSTANCE, (value, cls), node, kind=K.BOOL, varied=False)


def class_of_sequence(lowering: Lowering, value: Value) -> type | None:
    """`list` or `tuple`, if a value is sure to be one."""
    if isinstance(value, Sequence):
        return _CLASSES[value.kind]
    return class_of_kind(lowering.kind(value)) if isinstance(value, Var) else None


def class_of_kind(kind: K.Kind) -> type | None:
    if kind.may_be_none:
        return None
    return kind.cls if kind.name == "indexed" else _CLASSES.get(kind.name)
