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
    kwargs, node = call.kwargs, call.node
    spec: ast.arguments = fn.node.args
    positional = [argument.arg for argument in (*spec.posonlyargs, *spec.args)]
    only = {argument.arg for argument in spec.posonlyargs}
    bound: dict[str, Value] = {}
    rest = list(call.args)
    for name in positional:
        if not rest or isinstance(rest[0], Spread):
            break
        bound[name] = rest.pop(0)
    if len(rest) == 1 and isinstance(rest[0], Spread) and not spec.vararg:
        rest = _spread(
            builder, fn, rest[0], [n for n in positional if n not in bound and n not in kwargs], node
        )
        bound.update(zip([n for n in positional if n not in bound and n not in kwargs], rest))
        rest = rest if any(isinstance(argument, Spread) for argument in rest) else []
    if spec.vararg:
        open_names = [name for name in positional if name not in bound and name not in kwargs]
        if open_names and len(rest) == 1:
            rest = _heads(builder, fn, rest[0], open_names, bound, node)
        bound[spec.vararg.arg] = _rest(builder, rest, node)
    elif rest:
        if any(isinstance(argument, Spread) for argument in rest):
            reason = "arguments are spread whose number is known only at run time"
            raise builder.refusal(node, reason, "pass them one by one")
        raise TypeError(
            f"{fn.name}() takes {len(positional)} positional arguments but {len(call.args)} were given"
        )
    extra: dict[str, Value] = {}
    keyword = [argument.arg for argument in spec.kwonlyargs]
    for name, value in kwargs.items():
        if name in bound and name not in only and name in positional:
            raise TypeError(f"{fn.name}() got multiple values for argument '{name}'")
        if (name in positional and name not in only) or name in keyword:
            bound[name] = value
        elif spec.kwarg:
            extra[name] = value
        else:
            raise TypeError(f"{fn.name}() got an unexpected keyword argument '{name}'")
    if spec.kwarg:
        bound[spec.kwarg.arg] = Table(extra)
    _defaults(fn, positional, keyword, bound, prepare(fn.node).names.readonly)
    return bound


def _spread(builder: Any, fn: Function, spread: Spread, names: list[str], node: ast.AST | None) -> list[Any]:
    """`*value` for parameters that all have to be given; as it is if some have defaults."""
    required = [a.arg for a in (*fn.node.args.posonlyargs, *fn.node.args.args)]
    required = required[: len(required) - len(fn.defaults)]
    if not names or any(name not in required for name in names):
        return [spread]
    item = K.iterated(builder.kind(spread.value))
    return unpacked(builder, spread.value, [item] * len(names), node)


def _heads(
    builder: Any, fn: Function, spread: Any, names: list[str], bound: dict[str, Value], node: ast.AST | None
) -> list[Any]:
    """`*value` for parameters that have to be given, whose values go to `bound`, and for `*args`: what is left."""
    required = [a.arg for a in (*fn.node.args.posonlyargs, *fn.node.args.args)]
    required = required[: len(required) - len(fn.defaults)]
    if not isinstance(spread, Spread) or any(name not in required for name in names):
        return [spread]
    items = emit(builder, builder.program.tuple_ref, (spread.value,), node)
    for place, name in enumerate(names):
        bound[name] = emit(builder, "getitem", (items, Const(place)), node)
    behind = emit(builder, "slice", (Const(len(names)), Const(None), Const(None)), node)
    return [Spread(emit(builder, "getitem", (items, behind), node))]


def _rest(builder: Any, rest: list[Any], node: ast.AST | None) -> Value:
    """What `*args` gets."""
    if not any(isinstance(argument, Spread) for argument in rest):
        return Sequence(tuple(builder.dispatch.kept(builder, argument, node) for argument in rest))
    if len(rest) == 1:
        return emit(builder, builder.program.tuple_ref, (rest[0].value,), node)
    reason = "arguments are spread between others, and their number is known only at run time"
    raise builder.refusal(node, reason, "pass one sequence")


def _default(name: str, value: Value, readonly: frozenset[str]) -> Value:
    """A default; an empty dict or list that the function only reads stays empty."""
    if isinstance(value, Ref) and name in readonly and type(value.value) in (dict, list) and not value.value:
        return Table({}) if type(value.value) is dict else Sequence((), "list")
    return value


def _defaults(
    fn: Function,
    positional: list[str],
    keyword: list[str],
    bound: dict[str, Value],
    readonly: frozenset[str],
) -> None:
    missing = []
    first = len(positional) - len(fn.defaults)
    for i, name in enumerate(positional):
        if name not in bound:
            if i < first:
                missing.append(name)
            else:
                bound[name] = _default(name, fn.defaults[i - first], readonly)
    for name in keyword:
        if name not in bound:
            if name in fn.keyword_defaults:
                bound[name] = _default(name, fn.keyword_defaults[name], readonly)
            else:
                missing.append(name)
    if missing:
        names = " and ".join(repr(name) for name in missing)
        plural = "s" if len(missing) > 1 else ""
        raise TypeError(f"{fn.name}() missing {len(missing)} required argument{plural}: {names}")
