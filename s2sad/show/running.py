"""The lists of a derivative for one call, and the events of its run: what every view of it begins with."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.ad.call_summaries import Outside
from s2sad.ad.context import Context
from s2sad.ad.nested import install_nested
from s2sad.ad.split import make_pair
from s2sad.analysis.activity import active as active_vars
from s2sad.analysis.aliases import Facts
from s2sad.analysis.array_use import uses_arrays
from s2sad.annotations import differentiable_places
from s2sad.arguments import Call, describe, differentiated_arguments
from s2sad.compile import compiler_for
from s2sad.compiling import COMPILING
from s2sad.dynamic import AT_RUN_TIME, leaves_of
from s2sad.errors import NotAScalar, NotCallable
from s2sad.ir.nodes import Function, Module, Var
from s2sad.pipeline import Compiler, Lowered, Request, Stage, variables_of
from s2sad.results import like
from s2sad.rules.declare import Rule
from s2sad.show.values import is_number
from s2sad.stack import deep
from s2sad.trees import mapped, opened


@dataclass(frozen=True)
class Subject:
    """What is looked at: a function, the kind of a call, and the arguments of that call if there are any."""

    function: Callable
    call: Call
    rules: tuple[Rule, ...]
    args: tuple | None

    @classmethod
    def of(
        cls,
        function: Callable,
        args: Sequence,
        argnums: Any = None,
        rules: Iterable[Rule] = (),
        types: Mapping[str, str] | None = None,
    ) -> Subject:
        """By these arguments, or without any by the annotations (and `types`, which count before them).

        `argnums` is as that of `grad`; None stands for all that can be differentiated.
        """
        if not callable(function):
            raise NotCallable(f"{function!r} isn't callable", "pass a function")
        if not args:
            chosen = _alone(differentiable_places(function, types)) if argnums is None else argnums
            return cls(function, Call.from_annotations(function, chosen, types), tuple(rules), None)
        chosen = _alone(differentiated_arguments(args, None)) if argnums is None else argnums
        return cls(function, describe(function, args, {}, chosen), tuple(rules), tuple(args))

    def at(self, args: Sequence) -> Subject:
        """The same function, by the same parameters, at these arguments."""
        wrt = self.call.wrt
        call = describe(self.function, args, {}, wrt[0] if self.call.single else wrt)
        return replace(self, call=call, args=tuple(args))

    @property
    def title(self) -> str:
        return getattr(self.function, "__name__", None) or "the function"


def _alone(places: tuple[int, ...]) -> Any:
    """Of a single argument the gradient is no tuple."""
    return places[0] if len(places) == 1 else places


@dataclass(frozen=True)
class Lists:
    """The Wengert list of a function, that of its derivative before the clean-up, and what is known of the first."""

    primal: Lowered
    derivative: Module
    cleaned: Module
    what: str
    context: Context
    facts: Facts
    active: set[Var]

    @property
    def main(self) -> Function:
        return self.primal.module.main

    @property
    def own(self) -> set[Var]:
        """The variables of the user's function."""
        return variables_of(self.main)


@deep
def derivative_of(compiler: Compiler, subject: Subject, what: str) -> tuple[Lowered, Module, str]:
    """The lists of a function and of its derivative, "grad" or "jvp", and which it is.

    Where the result is not one number, "vjp" comes in the place of "grad".
    """
    with COMPILING:
        primal = compiler.lowered(subject.function, subject.call.arguments)
        primal = replace(primal, module=compiler.named(primal.module))
        request = Request(primal.facts, subject.call.wrt, subject.call.single)
        try:
            return primal, compiler.differentiated(primal.module, request, what, primal.nested), what
        except NotAScalar:
            if what != "grad":
                raise
        return primal, compiler.differentiated(primal.module, request, "vjp", primal.nested), "vjp"


def lists_of(subject: Subject, what: str, style: str = "flat", probes: bool = True) -> Lists:
    """The lists for "grad" or "jvp"; where the result is not one number, "vjp" comes in the place of "grad"."""
    seen: dict[str, Module] = {}

    def observe(stage: Stage) -> None:
        seen[stage.name] = stage.module

    compiler = replace(compiler_for(subject.rules, style), probes=probes, observe=observe)
    primal, cleaned, what = derivative_of(compiler, subject, what)
    outside = Outside(compiler.view)
    context = Context.of(primal.module, compiler.view, AT_RUN_TIME, compiler.lower_more, outside, make_pair)
    install_nested(context, primal.nested)
    context.arrays = uses_arrays(primal.module.functions, primal.facts)
    facts = context.facts_of(primal.module.main, primal.facts)
    active = active_vars(primal.module.main, facts)
    return Lists(primal, seen["differentiate"], cleaned, what, context, facts, active)


def arguments_of(subject: Subject, main: Function) -> list[Any]:
    """The arguments as the emitted function takes them, with defaults; ints that are differentiated as floats."""
    assert subject.args is not None
    args = [opened(arg) for arg in subject.args]
    args += [getattr(param.default, "value", None) for param in main.params[len(args) :]]
    for i in subject.call.wrt:
        args[i] = float(args[i]) if type(args[i]) is int else args[i]
    return args


def value_of(subject: Subject) -> Any:
    """The value of the function itself."""
    assert subject.args is not None
    return subject.function(*copy.deepcopy(subject.args))


def cotangents_for(lists: Lists, value: Any, cotangent: Any) -> list[Any]:
    """The cotangents of a `vjp` list; ones in the structure of the value where none is given."""
    given = _all(value, 1.0) if cotangent is None else cotangent
    return list(leaves_of(lists.main.structure, opened(like(given, value, "the cotangent"))))


def directions(subject: Subject, tangents: Sequence | None) -> list[Any]:
    """A tangent for each differentiated argument: those given, or one in the first of them and zero in the others."""
    assert subject.args is not None
    if tangents is not None:
        given = [like(t, subject.args[i], "the tangent") for t, i in zip(tangents, subject.call.wrt)]
    else:
        given = [_all(subject.args[i], 0.0 if k else 1.0) for k, i in enumerate(subject.call.wrt)]
    return list(map(opened, given))


def _all(value: Any, number: float) -> Any:
    """A value of the same structure whose numbers are all this one."""
    return mapped(lambda leaf: leaf * 0.0 + number if _moves(leaf) else leaf, value)


def _moves(leaf: Any) -> bool:
    return is_number(leaf) or (isinstance(leaf, np.ndarray) and leaf.dtype.kind in "fc")
