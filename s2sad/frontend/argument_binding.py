"""Arguments of a call are bound to the parameters of a function, as Python does it."""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.abstract_values import Function, Sequence, Spread, Table, Value
from s2sad.frontend.call import Call
from s2sad.frontend.storage_entries import emit, unpacked
from s2sad.frontend.syntax import prepare
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref


def bind_arguments(builder: Any, fn: Function, call: Call) -> dict[str, Value]:
    """The value of every parameter, by name. TypeError, as of the plain call, if the arguments don't fit."""
    spec: ast.arguments = fn.node.args
    positional = [argument.arg for argument in (*spec.posonlyargs, *spec.args)]
    bound: dict[str, Value] = {}
    rest = list(call.args)
    for name in positional:
        if not rest or isinstance(rest[0], Spread):
            break
        bound[name] = rest.pop(0)
    open_names = [name for name in positional if name not in bound and name not in call.kwargs]
    if len(rest) == 1 and isinstance(rest[0], Spread) and are_required(fn, positional, open_names):
        spread = _heads if spec.vararg else _spread
        rest = spread(builder, rest[0], open_names, bound, call.node)
    if spec.vararg:
        bound[spec.vararg.arg] = _rest(builder, rest, call.node)
    elif rest:
        raise _too_many(builder, fn, positional, rest, call)
    _by_name(builder, fn, positional, call, bound)
    _defaults(fn, positional, bound)
    return bound


def are_required(fn: Function, positional: list[str], names: list[str]) -> bool:
    """Whether there are such parameters, and all of them have to be given."""
    return bool(names) and set(names) <= set(positional[: len(positional) - len(fn.defaults)])


def _too_many(builder: Any, fn: Function, positional: list[str], rest: list[Any], call: Call) -> Exception:
    """The error for arguments that no parameter takes."""
    if any(isinstance(argument, Spread) for argument in rest):
        reason = "arguments are spread whose number is known only at run time"
        error: Exception = builder.refusal(call.node, reason, "pass them one by one")
        return error
    given = len(call.args)
    return TypeError(f"{fn.name}() takes {len(positional)} positional arguments but {given} were given")


def _by_name(builder: Any, fn: Function, positional: list[str], call: Call, bound: dict[str, Value]) -> None:
    """Bind what is given by name."""
    spec: ast.arguments = fn.node.args
    only = {argument.arg for argument in spec.posonlyargs}
    takes = {*positional, *(argument.arg for argument in spec.kwonlyargs)} - only
    extra: dict[str, Value] = {}
    for name, value in call.kwargs.items():
        if name == "**":
            continue
        if name in bound and name in takes:
            raise TypeError(f"{fn.name}() got multiple values for argument '{name}'")
        if name not in takes and not spec.kwarg:
            raise TypeError(f"{fn.name}() got an unexpected keyword argument '{name}'")
        if name in takes:
            bound[name] = value
        else:
            extra[name] = builder.dispatch.as_item(builder, value, call.node)
    if spec.kwarg:
        bound[spec.kwarg.arg] = _named(builder, extra, call.kwargs.get("**"), call.node)


def _spread(
    builder: Any, spread: Spread, names: list[str], bound: dict[str, Value], node: ast.AST | None
) -> list[Any]:
    """`*value` for parameters that all have to be given, whose values go to `bound`: nothing is left."""
    item = K.iterated(builder.kind(spread.value))
    bound.update(zip(names, unpacked(builder, spread.value, [item] * len(names), node)))
    return []


def _heads(
    builder: Any, spread: Spread, names: list[str], bound: dict[str, Value], node: ast.AST | None
) -> list[Any]:
    """`*value` for parameters that have to be given, whose values go to `bound`, and for `*args`: what is left."""
    items = emit(builder, builder.program.tuple_ref, (spread.value,), node)
    for place, name in enumerate(names):
        bound[name] = emit(builder, "getitem", (items, Const(place)), node)
    behind = emit(builder, "slice", (Const(len(names)), Const(None), Const(None)), node)
    return [Spread(emit(builder, "getitem", (items, behind), node))]


def _rest(builder: Any, rest: list[Any], node: ast.AST | None) -> Value:
    """What `*args` gets."""
    if not any(isinstance(argument, Spread) for argument in rest):
        return Sequence(tuple(builder.dispatch.as_item(builder, argument, node) for argument in rest))
    if len(rest) == 1:
        return emit(builder, builder.program.tuple_ref, (rest[0].value,), node)
    reason = "arguments are spread between others, and their number is known only at run time"
    raise builder.refusal(node, reason, "pass one sequence")


def _named(builder: Any, extra: dict[str, Value], others: Value | None, node: ast.AST | None) -> Value:
    """What `**named` gets: what no parameter takes, and `others` that only the running program knows."""
    if others is None or not extra:
        return Table(extra) if others is None else others
    pairs = [*((Const(name), value) for name, value in extra.items()), (None, others)]
    return builder.dispatch.dict_of_pairs(builder, pairs, node, "named")


def _default(name: str, value: Value, readonly: frozenset[str]) -> Value:
    """A default; an empty dict or list that the function only reads stays empty."""
    if isinstance(value, Ref) and name in readonly and type(value.value) in (dict, list) and not value.value:
        return Table({}) if type(value.value) is dict else Sequence((), "list")
    return value


def _defaults(fn: Function, positional: list[str], bound: dict[str, Value]) -> None:
    """Bind what isn't given to its default."""
    readonly = prepare(fn.node).names.readonly
    first = len(positional) - len(fn.defaults)
    known = {**dict(zip(positional[first:], fn.defaults)), **fn.keyword_defaults}
    missing = []
    for name in (*positional, *(argument.arg for argument in fn.node.args.kwonlyargs)):
        if name not in bound and name in known:
            bound[name] = _default(name, known[name], readonly)
        elif name not in bound:
            missing.append(repr(name))
    if missing:
        plural = "s" if len(missing) > 1 else ""
        names = " and ".join(missing)
        raise TypeError(f"{fn.name}() missing {len(missing)} required argument{plural}: {names}")
