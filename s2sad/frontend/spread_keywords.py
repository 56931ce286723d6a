"""Keywords that are spread of a dict whose keys only the running program knows: each parameter asks for its own.

payoff(spot, **options)     →       check_names(options, ("strike", "rate"))
                                    payoff(spot, strike=options["strike"],
                                           rate=options["rate"] if "rate" in options else 0.1)

What is left goes to the `**named` of the function, if it has one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Function, Sequence, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.call import Call
from s2sad.frontend.indexed_storage import sites_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import run_program
from s2sad.frontend.storage_programs import check_names, other_names
from s2sad.frontend.subscripts import item_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const


def with_open_parameters(lowering: Lowering, fn: Function, call: Call) -> Call:
    """A call in which each parameter of a function that `**table` may give something gets its own."""
    spec = fn.node.args
    if call.count is None:
        reason = "arguments and keywords are spread that are known only at run time"
        raise lowering.refusal(call.node, reason, "write them out")
    plain = [argument.arg for argument in (*spec.posonlyargs, *spec.args)]
    defaults = {**dict(zip(reversed(plain), reversed(fn.defaults))), **fn.keyword_defaults}
    by_name = [*plain[len(spec.posonlyargs) :], *(argument.arg for argument in spec.kwonlyargs)]
    taken = {*plain[: call.count], *call.kwargs} - {"**"}
    parameters = {name: defaults.get(name) for name in by_name if name not in taken}
    if spec.kwarg is None:
        return given_by_name(lowering, fn.name, parameters, call)
    if call.kwargs["**"] in lowering.born_at:  # by its keys, which the function passes on
        lowering.follow(sites_of(lowering, call.kwargs["**"]))
    names = [
        Sequence(tuple(map(Const, each))) for each in (parameters, sorted(taken & {*by_name, *call.kwargs}))
    ]
    others = run_program(lowering, other_names, [call.kwargs["**"], *names, Const(fn.name)], call.node)
    given = with_named(lowering, parameters, call)
    return replace(given, kwargs={**given.kwargs, "**": others})


def given_by_name(lowering: Lowering, name: str, parameters: Mapping[str, Value | None], call: Call) -> Call:
    """A call of a function of this name, which takes nothing by name but these parameters; each has its default, or None."""
    allowed = Sequence(tuple(map(Const, parameters)))
    run_program(lowering, check_names, [call.kwargs["**"], allowed, Const(name)], call.node)
    return with_named(lowering, parameters, call)


def with_named(lowering: Lowering, parameters: Mapping[str, Value | None], call: Call) -> Call:
    """A call with what `**table` gives to these parameters, in the place of that."""
    node, table = call.node, call.kwargs["**"]
    named: dict[str, Any] = {key: value for key, value in call.kwargs.items() if key != "**"}
    for key, default in parameters.items():
        read = partial(item_of, lowering, table, Const(key), node, key, False)
        if default is None:
            named[key] = read()
            continue
        there = emit(lowering, "is_in", (Const(key), table), node, kind=K.BOOL)
        named[key] = choose(lowering, there, read, partial(_as_it_is, default), node, key)
    return replace(call, kwargs=named)


def _as_it_is(value: Value) -> Value:
    return value
