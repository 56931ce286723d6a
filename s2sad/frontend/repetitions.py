"""How often a list, tuple or text is repeated: a whole number, which has no derivative, wherever it comes from.

    settings = {"n": 3, "v": x}         n = operator.index(settings["n"])
    z = [x] * settings["n"]         →   z = [x] * n

Beside values that vary it counts as a float. A float raises TypeError here, as it does in the function; what may be an array as
well is asked for when the program runs.
"""

from __future__ import annotations

import ast
import numbers
import operator
from collections.abc import Callable

from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.indexed_storage import is_indexed
from s2sad.frontend.joinings import is_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

_INDEX = Ref("operator.index", operator.index)
_INTEGRAL = Ref("numbers.Integral", numbers.Integral)
_REPEATED = ("list", "tuple", "text")
Multiply = Callable[[Value, Value], Value]


def repetition(
    lowering: Lowering, left: Value, right: Value, multiply: Multiply, node: ast.AST, hint: str
) -> Value:
    """A product; the factor that tells how often the other is repeated is a whole number."""
    for place, (count, items) in enumerate(((left, right), (right, left))):
        if not isinstance(count, Var) or not is_repeated(lowering, items):
            continue

        def by_index(count: Var = count, items: Value = items, place: int = place) -> Value:
            given = lowering.as_given.get(count, count)
            n = emit(lowering, _INDEX, (given,), node, "n", kind=K.INT, varied=False)
            return multiply(items, n) if place else multiply(n, items)

        kind = lowering.kind(count)
        if kind == K.FLOAT and lowering.varies(count):
            return by_index()
        if (
            kind == K.UNKNOWN
            and lowering.varies(count)
            or K.is_opaque(kind)
            and any_varies(lowering, [items])
        ):
            is_count = is_of(lowering, count, _INTEGRAL, node)
            return choose(lowering, is_count, by_index, lambda: multiply(left, right), node, hint)
    return multiply(left, right)


def is_repeated(lowering: Lowering, value: Value) -> bool:
    """Whether a value is a list, tuple or text, or a list that is written."""
    if isinstance(value, Sequence):
        return True
    is_known = isinstance(value, (Var, Const)) and lowering.kind(value).name in _REPEATED
    return is_known or is_indexed(lowering, value)
