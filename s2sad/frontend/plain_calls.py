"""Entries that call a function as it is.

math.sin(x)          t = math.sin x
np.linalg.eigh(a)    w, v = np.linalg.eigh a
f(*xs, **named)      t = apply f xs named
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import (
    Bound,
    Function,
    Sequence,
    Spread,
    Table,
    Value,
)
from s2sad.frontend.call import Call
from s2sad.frontend.default_keywords import without_defaults
from s2sad.frontend.half_known import text_read_again
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.operands import is_own_code
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Ref, Var

_NUMBERS_FROM_TEXT = (float, int, complex)
_RESULTS = {
    function: type(function(np.eye(2)))
    for function in (np.linalg.eigh, np.linalg.eig, np.linalg.svd, np.linalg.qr, np.linalg.slogdet)
}


def plain_call(lowering: Lowering, fn: Any, call: Call, varied: bool | None = None) -> Value:
    """An entry that calls the function as it is."""
    node = call.node
    check_text(lowering, fn, call.args, node)
    if not call.is_known:
        return spread_call(lowering, fn, call)

    def without_outer(value: Any) -> Any:
        return lowering.dispatch.constant_function(lowering, value, node) if is_nested(value) else value

    if is_of_constants(lowering, fn, call.values):
        call = replace(call, kwargs={name: without_outer(value) for name, value in call.kwargs.items()})
    elif isinstance(fn, Ref) and lowering.program.rules.is_constant(fn):
        call = replace(call, args=[without_outer(value) for value in call.args])
    atoms = tuple(materialise(lowering, argument, node) for argument in call.args)
    named = tuple((name, materialise(lowering, value, node)) for name, value in call.kwargs.items())
    if named and isinstance(fn, Ref) and is_own_code(lowering):
        named = without_defaults(fn.value, named)
    names = tuple(name for name, _ in named)
    outputs = lowering.program.rules.outputs_of(fn.value, len(atoms), names) if isinstance(fn, Ref) else 0
    if outputs and varied is not False:
        return several(lowering, fn, atoms, named, outputs, node)
    return emit(lowering, fn, atoms, node, call.hint, named, varied=varied)


def several(
    lowering: Lowering,
    fn: Ref,
    atoms: tuple[Atom, ...],
    named: tuple[tuple[str, Atom], ...],
    count: int,
    node: ast.AST,
) -> Value:
    """A call whose result is a tuple of so many numbers or arrays."""
    every = (*atoms, *(atom for _, atom in named))
    unknown = K.UNKNOWN if any(K.may_be_array(lowering.kind(atom)) for atom in every) else K.FLOAT
    kinds = lowering.outcome(fn, atoms, named).kind.fields or (unknown,) * count
    targets = tuple(lowering.var("t", kind, lowering.varies(*every)) for kind in kinds)
    lowering.out.append(Entry(targets, fn, atoms, named, lowering.location(node)))
    names = getattr(_RESULTS.get(fn.value), "_fields", ())
    return Sequence(targets, names=tuple(names))


def spread_call(lowering: Lowering, fn: Any, call: Call) -> Atom:
    node = call.node
    parts: Atom | None = None
    for argument in call.args:
        if isinstance(argument, Spread):
            part = emit(lowering, Ref("tuple", tuple), (argument.value,), node)
        else:
            part = emit(lowering, "tuple_of", (materialise(lowering, argument, node),), node)
        parts = part if parts is None else emit(lowering, "add", (parts, part), node)
    rest = call.kwargs.get("**")
    named = {name: value for name, value in call.kwargs.items() if name != "**"}
    if rest is None:
        table = materialise(lowering, Table(named), node)
    else:
        pairs = tuple((name, materialise(lowering, value, node)) for name, value in named.items())
        table = emit(lowering, Ref("dict", dict), (rest,), node, "t", pairs) if pairs else rest
    everything = materialise(lowering, Sequence(()), node) if parts is None else parts
    if lowering.varies(everything, table) and not (
        isinstance(fn, Ref) and lowering.program.rules.is_constant(fn)
    ):
        reason = "arguments are spread whose number is known only at run time, and they are active"
        raise lowering.refusal(node, reason, "pass the sequence itself")
    return emit(lowering, "apply", (fn, everything, table), node, call.hint)


def check_text(lowering: Lowering, fn: Any, args: list[Any], node: ast.AST) -> None:
    if isinstance(fn, Ref) and fn.value in _NUMBERS_FROM_TEXT:
        if any(argument in lowering.texts for argument in args if isinstance(argument, Var)):
            raise text_read_again(lowering, node)


def is_of_constants(lowering: Lowering, fn: Any, values: list[Any]) -> bool:
    """Whether a builtin calls the functions that it is given at once, and none of them gets or reads what varies."""
    at_once = isinstance(fn, Ref) and any(fn.value is other for other in (sorted, max, min))
    return at_once and not any_varies(lowering, values)


def is_nested(value: Any) -> bool:
    """Whether it is a function that may read variables of the one around it."""
    return isinstance(value, Bound) or (isinstance(value, Function) and value.scope is not None)
