"""From a function and the kind of a call to a derivative that runs."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ad.implicit_calls import asked_parts
from s2sad.analysis.aliases import Fact
from s2sad.analysis.effects import pure_functions
from s2sad.arguments import Call
from s2sad.compiled import Compiled, Plan
from s2sad.compiling import COMPILING
from s2sad.dynamic import AT_RUN_TIME
from s2sad.errors import DifferentiationError, NotCallable, UnsupportedSyntax
from s2sad.exact_calls import OfValues, exact_calls
from s2sad.fixed_lengths import OfLengths, with_fixed_lengths
from s2sad.frontend.assumptions import Assumptions, seen
from s2sad.frontend.lower import Lowered
from s2sad.guards import guard_of
from s2sad.ir.argument_lengths import ArgumentLengths, is_more_than_ranks, written
from s2sad.ir.class_code import Condition, Within
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Const, Entry, Function, Module, Ref, Var, atoms_of
from s2sad.ir.operations import op
from s2sad.ir.printer import print_module
from s2sad.ir.rewrite import walk, with_body
from s2sad.pipeline import IN_LOOPS, Compiler, Request, all_variables
from s2sad.rules.book import Book, for_machine_code, standard
from s2sad.rules.declare import Rule
from s2sad.rules.view import View
from s2sad.short_axes import with_short_axes
from s2sad.stack import deep
from s2sad.transform.argument_attributes import read_attributes
from s2sad.transform.dead import remove_dead
from s2sad.transform.memory import Memory

# Derivatives of the gradient, by what they are as derivatives of it.
_SECOND = {"hvp": "jvp", "hvps": "bundle", "hvp_sets": "sets"}


def compiler_for(rules: tuple[Rule, ...], style: str) -> Compiler:
    """The compiler with the rules of the book, and those of the user's own."""
    return _compiler_with(for_machine_code() if style in IN_LOOPS else standard(), rules, style)


@functools.lru_cache(maxsize=256)
def _compiler_with(book: Book, rules: tuple[Rule, ...], style: str) -> Compiler:
    return Compiler(View(book.extended(*rules) if rules else book), AT_RUN_TIME, style)


@deep
def list_of(fun: Callable, call: Call, rules: tuple[Rule, ...]) -> str:
    """The Wengert list of a function, as text."""
    with COMPILING:
        return print_module(compiler_for(rules, "folded").lowered(fun, call.arguments).module)


@deep
def compile_call(
    fun: Callable,
    call: Call,
    what: str,
    rules: tuple[Rule, ...],
    style: str,
    own_code: bool = True,
    args: Sequence | None = None,
) -> Compiled:
    """The derivative `what` of a function: "grad", "value_and_grad", "pair", "jvp", "jvps" or "hvp".

    With `own_code` it is right only while the function has the code that it has now. The arguments are given, if there
    is a call, for what their parts are.
    """
    if isinstance(fun, type):
        raise NotCallable(f"{fun.__name__} is a class", "pass a function, or a method of an object")
    with COMPILING:
        while True:
            compiler = compiler_for(rules, style)
            try:
                made = _made_for(compiler, fun, call, what, own_code, args)
            except DifferentiationError:
                if compiler_for(rules, style) is compiler:
                    raise
            else:
                if compiler_for(rules, style) is compiler:
                    return made
            # otherwise the function has imported a library that there are rules for


def _made_for(
    compiler: Compiler, fun: Callable, call: Call, what: str, own_code: bool, args: Sequence | None
) -> Compiled:
    """The derivative for the kinds of the arguments; machine code also for their values, where it can't be otherwise."""
    short = with_short_axes(call, args) if compiler.style in IN_LOOPS and args is not None else None
    if short is not None:
        with contextlib.suppress(DifferentiationError):
            return _compiled(compiler, fun, short[0], what, own_code, args, short[1])
    try:
        return _compiled(compiler, fun, call, what, own_code, args)
    except UnsupportedSyntax as error:
        if compiler.style not in IN_LOOPS or args is None:
            raise
        for exact, condition in exact_calls(call, args):
            with contextlib.suppress(DifferentiationError):
                return _compiled(compiler, fun, exact, what, own_code, args, condition)
        raise error


def _compiled(
    compiler: Compiler,
    fun: Callable,
    call: Call,
    what: str,
    own_code: bool,
    args: Sequence | None,
    condition: OfValues | OfLengths | None = None,
) -> Compiled:
    assumed = Assumptions()
    lowered = compiler.lowered(fun, call.arguments, assumed)
    if compiler.style not in IN_LOOPS and args is not None:
        lowered, condition = with_fixed_lengths(lowered, call, args)
    module = derived_module(compiler, lowered, call, what, assumed)
    finished = with_shapes_noted(compiler.finished(module), lowered.lengths)
    wrt, _ = places_in(lowered, call, what)
    module, tuples = with_attributes(finished, lowered.facts, wrt, what)
    if compiler.style in IN_LOOPS:
        module, loaded = compiled_loops(compiler, fun, lowered, module, call, what)
    else:
        loaded = compiler.loaded(module)
    assumed.function(fun)
    for names, name, value in loaded.meanings:
        assumed.meaning(names, name, value)
    if compiler.style in IN_LOOPS:
        note_outside(lowered, assumed)
    parts = asked_parts(lowered.module.main, lowered.facts) if args is not None else ()
    within: Condition | None = Within(parts, args or ()) if parts else None
    if condition is not None:
        within = replace(condition, within=within)
    plan = Plan.of(lowered.module, module, tuples, what, within)
    if compiler.style in IN_LOOPS:
        plan = replace(plan, params=tuple(loaded.own), structure=loaded.structure)
    lists = lowered.module, module
    return Compiled(plan, call, loaded, guard_of(assumed, fun, own_code), lambda: lists)


def note_outside(lowered: Lowered, assumed: Assumptions) -> None:
    """Machine code gets what it reads outside as arguments, by what that is now."""
    from s2sad.loops.outside_values import places_of

    for place, value in places_of(lowered.outside):
        assumed.add(place, seen(value))


def compiled_loops(
    compiler: Compiler, fun: Callable, lowered: Lowered, module: Module, call: Call, what: str
) -> tuple[Module, Any]:
    """The derivative in the form that Numba compiles, and what it compiles."""
    from s2sad.loops.numba_module import Asked, NumbaModule, defaults_of  # most programs never need it

    wrt, _ = places_in(lowered, call, what)
    module = compiler.for_numba(module, kinds_of_params(lowered.facts, wrt, what), lowered.lengths)
    asked = Asked(lowered.opened, call.wrt, call.single and what not in _SECOND, what, call.has_aux)
    return module, NumbaModule(module, lowered.outside, asked, defaults_of(fun))


def places_in(lowered: Lowered, call: Call, what: str) -> tuple[tuple[int, ...], bool]:
    """Which parameters of the list are differentiated for a call, and whether it is a single one, by itself."""
    if lowered.opened is None or lowered.opened.are_plain:
        return call.wrt, call.single and what not in _SECOND
    return lowered.opened.places(call.wrt), False


def kinds_of_params(facts: Sequence[Fact], wrt: Sequence[int], what: str) -> tuple[Kind, ...]:
    """The kinds of the parameters of a derivative: those of the function, and of their tangents."""
    kinds = tuple(kind for kind, _ in facts)
    is_forward = what in ("jvp", "jvps", "hvp", "bundle", "hvps", "sets", "hvp_sets")
    return (*kinds, *(kinds[i] for i in sorted(wrt))) if is_forward else kinds


def with_shapes_noted(module: Module, lengths: Sequence[ArgumentLengths]) -> Module:
    """The derivative with a comment that tells for which shapes it is right, where these aren't just any."""
    main = module.main
    named = zip(main.params, lengths) if is_more_than_ranks(lengths) else ()
    shapes = [f"{p.var.name} {written(each)}" for p, each in named if each is not None]
    shapes += [f"{path} {shape}" for path, shape in shapes_outside(module).items()]
    if not shapes:
        return module
    note = Entry((), op("comment"), (Const(f"for arrays of the shapes {', '.join(shapes)}"),))
    return replace(
        module,
        functions=(with_body(main, (note, *main.body.entries), main.body.results), *module.functions[1:]),
    )


def shapes_outside(module: Module) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays that a derivative reads by names of the user's."""
    return {
        atom.path: atom.value.shape
        for function in module.functions
        for node in walk(function.body)
        for atom in atoms_of(node)
        if type(atom) is Ref and atom.scope is not None and type(atom.value) is np.ndarray
    }


def with_attributes(
    module: Module, facts: Sequence[Fact], wrt: Sequence[int], what: str
) -> tuple[Module, frozenset[str]]:
    """The derivative, which reads attributes of the objects that it is given, and the parameters that it takes as tuples."""
    kinds = kinds_of_params(facts, wrt, what)
    by_param = {param.var: kind for param, kind in zip(module.main.params, kinds)}
    main, tuples = read_attributes(module.main, by_param)
    return replace(module, functions=(main, *module.functions[1:])), tuples


def derived_module(
    compiler: Compiler, lowered: Lowered, call: Call, what: str, assumed: Assumptions | None = None
) -> Module:
    """The Wengert list of the derivative of a function; what is looked at outside of it goes to `assumed`."""
    wrt, single = places_in(lowered, call, what)
    request = Request(lowered.facts, wrt, single, has_aux=call.has_aux, lengths=lowered.lengths)
    if what not in _SECOND:
        return compiler.differentiated(lowered.module, request, what, lowered.nested, assumed, lowered.calls)
    gradient = compiler.differentiated(
        lowered.module, request, "grad", lowered.nested, assumed, lowered.calls
    )
    whole = compiler.differentiated(gradient, request, _SECOND[what], assumed=assumed)
    return without_gradient(whole, frozenset(all_variables(compiler.named(lowered.module))))


def without_gradient(module: Module, own: frozenset[Var]) -> Module:
    """A tangent function of a gradient without what only the gradient needs; `own` are the variables of the user's function."""
    main, pure = products_only(module.main), pure_functions(module)
    memory = Memory.where_written(main, pure)
    main = remove_dead(main, exact=own, pure_functions=pure, memory=memory)
    return replace(module, functions=(main, *module.functions[1:]))


def products_only(function: Function) -> Function:
    """A tangent function of a gradient without the gradient itself."""
    count = len(function.body.results) // 2
    body = replace(function.body, results=function.body.results[count:])
    structure = function.structure[1]
    return replace(function, body=body, structure=structure, name=function.name.replace("_grad_jvp", "_hvp"))
