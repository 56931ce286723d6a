"""Arguments of calls of functions that live outside, as these functions take them.

np.sin(*xs)              np.sin(xs[0])
max(of a dict's keys)    max(list(keys))
np.sum([x, y])           np.sum(np.array([x, y]))
"""

from __future__ import annotations

import ast
import inspect
import types
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import (
    Object,
    Sequence,
    Spread,
)
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import iterated
from s2sad.frontend.storage_entries import emit, unpacked
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref, Var

_ARRAY = Ref("np.array", np.array)
_LIST = Ref("list", list)
_WITH_PLACES = ("list", "tuple", "array", "text", "indexed")


def written_out(lowering: Lowering, function: Any, args: list[Any], node: ast.AST) -> list[Any]:
    """Arguments of which the last are spread, one by one if the function takes just so many."""
    *first, last = args
    count = arity_of(function)
    if count is None or count <= len(first) or any(isinstance(argument, Spread) for argument in first):
        return args
    kind = K.iterated(lowering.kind(last.value))
    return [*first, *unpacked(lowering, last.value, [kind] * (count - len(first)), node)]


def items_of_object(lowering: Lowering, argument: Any, node: ast.AST) -> Any:
    """What `__iter__` of an object gives, where a function goes through it."""
    is_object = isinstance(argument, Object) or is_of_several(lowering, argument)
    return iterated(lowering, argument, node) if is_object else argument


def items_by_place(lowering: Lowering, items: Any, node: ast.AST) -> Any:
    """What doesn't vary, and of which no kind is known, may be a dict or set, whose items have no places: a list of them."""
    if (
        not isinstance(items, (Var, Ref))
        or lowering.varies(items)
        or lowering.kind(items).name in _WITH_PLACES
    ):
        return items
    return emit(lowering, _LIST, (items,), node)


def with_arrays(lowering: Lowering, value: Any, call: Call) -> Call:
    """An active call with arrays in the place of lists from which the function makes them."""
    count, names = call.count, tuple(call.kwargs)

    def converted(place: int | str, argument: Any) -> Any:
        is_list = isinstance(argument, Sequence) or (
            isinstance(argument, Var) and lowering.kind(argument).name in ("list", "tuple", "indexed")
        )
        if not is_list or not lowering.program.rules.takes_array(value, count, names, place):
            return argument
        return emit(lowering, _ARRAY, (materialise(lowering, argument, call.node),), call.node)

    args = [converted(place, argument) for place, argument in enumerate(call.args)]
    return replace(call, args=args, kwargs={name: converted(name, v) for name, v in call.kwargs.items()})


def arity_of(function: Any) -> int | None:
    """How many arguments a function that isn't written in Python takes, if that is always the same number."""
    if isinstance(function, np.ufunc):
        return function.nin
    if not isinstance(function, types.BuiltinFunctionType):
        return None
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # some don't tell
        return None
    plain = all(p.kind is p.POSITIONAL_ONLY and p.default is p.empty for p in parameters)
    return len(parameters) if plain else None
