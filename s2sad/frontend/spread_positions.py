"""Arguments that are spread, of a number that only the running program knows, for parameters that have defaults.

    SEIR(*p)            →       check_count(p, 0, 3, 4, "SEIR")
                                SEIR(p[0], p[1], p[2], p[3] if len(p) > 3 else 1000.0)

A default that is neither a number nor None is what the parameter gets: what it may come together with isn't known. Should it
be given after all, the running program says so.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any

from s2sad.frontend.abstract_values import Function, Spread, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.call import Call
from s2sad.frontend.imports import raise_now
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import run_program
from s2sad.frontend.storage_programs import check_count
from s2sad.frontend.subscripts import item_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Ref
from s2sad.runtime.refusals import RefusedType


def with_positions(lowering: Lowering, fn: Function, call: Call) -> Call:
    """A call in which each parameter that `*items` may give something gets its own, if some of them have defaults."""
    spec = fn.node.args
    if spec.vararg is not None or not ends_in_spread(call):
        return call
    plain = [argument.arg for argument in (*spec.posonlyargs, *spec.args)]
    defaults = dict(zip(reversed(plain), reversed(fn.defaults)))
    names = takewhile(lambda name: name not in call.kwargs, plain[len(call.args) - 1 :])
    return given_by_position(lowering, fn.name, {name: defaults.get(name) for name in names}, call)


def ends_in_spread(call: Call) -> bool:
    """Whether what is spread is the last argument by position, and the only one of an unknown number."""
    spread = [argument for argument in call.args if isinstance(argument, Spread)]
    return len(spread) == 1 and spread[0] is call.args[-1]


def given_by_position(
    lowering: Lowering, name: str, parameters: Mapping[str, Value | None], call: Call
) -> Call:
    """A call with what `*items` gives to these parameters in the place of that; each has its default, or None."""
    node, items = call.node, call.args[-1].value
    least = sum(default is None for default in parameters.values())
    if least == len(parameters):
        return call
    before = len(call.args) - 1
    counts = (before, before + least, before + len(parameters))
    run_program(lowering, check_count, [items, *map(Const, counts), Const(name)], node)
    size = emit(lowering, Ref("len", len), (items,), node, "size", kind=K.INT, varied=False)
    args: list[Any] = list(call.args[:-1])
    for place, (each, default) in enumerate(parameters.items()):
        read = partial(item_of, lowering, items, Const(place), node, each)
        args.append(
            read() if default is None else item_or_default(lowering, size, place, read, default, node)
        )
    return replace(call, args=args)


def item_or_default(
    lowering: Lowering, size: Any, place: int, read: Any, default: Value, node: ast.AST
) -> Value:
    """`items[place] if len(items) > place else default`"""
    is_given = emit(lowering, "gt", (size, Const(place)), node, kind=K.BOOL, varied=False)
    is_number = isinstance(default, Const) and (default.value is None or type(default.value) in _NUMBERS)
    there = read if is_number else partial(refused, lowering, node)
    return choose(lowering, is_given, there, lambda: default, node, "t")


_NUMBERS = (bool, int, float, complex)


def refused(lowering: Lowering, node: ast.AST) -> Value:
    """The error of the running program where what is spread gives what no number may be given for."""
    reason = "what is spread gives an argument whose default is no number: pass it by itself"
    raise_now(lowering, RefusedType(reason), node)
    return Const(UNDEFINED)
