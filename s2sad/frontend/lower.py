"""From a Python function to the Wengert list: the functions of a module, each lowered for the kinds of its arguments.

    module = lower(function, arguments, rules)

`arguments` say how the function is called: the kind of every argument, and whether it is differentiated. Functions
that it calls and that aren't written out become further functions of the module (`instances`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Set
from dataclasses import dataclass, field, replace
from typing import Any

from s2sad.errors import DifferentiationError, NotCallable, UnsupportedSyntax
from s2sad.frontend import dispatch_table
from s2sad.frontend.abstract_values import Sequence, Table, Value
from s2sad.frontend.allocation_sites import Restart, Sites
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.container_arguments import entered
from s2sad.frontend.container_copies import written_arguments
from s2sad.frontend.derivatives import Nested
from s2sad.frontend.indexed_storage import whole
from s2sad.frontend.inlining import function_of, inline, open_scope
from s2sad.frontend.instance_cache import InstanceCache
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.lowering_state import no_scope
from s2sad.frontend.module_functions import lower_instance
from s2sad.frontend.object_variables import opened
from s2sad.frontend.parameters import as_float, fact_of, parameter, parameter_names, signature
from s2sad.frontend.program import Argument, Arguments, Endless, Instance, Program, Rules
from s2sad.frontend.returned import handed_out, results_of, returned
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.nodes import Atom, Entry, Function, Module, Param, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation
from s2sad.ir.outcomes import Outside, nothing_known
from s2sad.ir.rewrite import walk
from s2sad.stack import has_large_stack

_MOST_ATTEMPTS = 50
WRITES_BORROWED = (
    "a function that is known only when the program runs writes to what it gets",
    "call it by its name, or let it return the value",
)


def main(lowering: Lowering, function: Any, arguments: Arguments) -> Function:
    """The function that was asked for, with the parameters of the user's."""
    fn = function_of(lowering, function, None)
    lowering.scope = open_scope(lowering, fn)
    params, bound = signature(lowering, fn, function, arguments)
    lowering.parameters.update(param.var for param in params)
    for name, value in list(bound.items()):
        bound[name] = given_as(lowering, value, name, arguments)
    value = inline(lowering, fn, bound, None, lowering.result_hint)
    value = (
        returned(lowering, value)
        if lowering.results is None
        else returning(lowering, lowering.results, value)
    )
    structure, atoms = results_of(value)
    body = whole(lowering, atoms)
    doc = function.__doc__ or ""
    return Function(name_of(function), tuple(params), body, structure, doc, lowering.location(fn.node))


def other_callable(lowering: Lowering, function: Any, arguments: Arguments) -> Function:
    """A method, a `functools.partial`, an object with `__call__`, or a library function with a rule."""
    names = parameter_names(function)
    lowering.scope = no_scope()
    params: list[Param] = []
    given = [(names[i] if i < len(names) else f"x{i}", a) for i, a in enumerate(arguments.positional)]
    args = [parameter(lowering, lowering.names.fresh(n), a, None, "either", params) for n, a in given]
    named = {n: parameter(lowering, n, a, None, "either", params) for n, a in arguments.named}
    lowering.parameters.update(param.var for param in params)
    args = [taken_in(lowering, as_float(lowering, value), "t", arguments) for value in args]
    call = Ref(name_of(function), function)
    value = returned(lowering, call_value(lowering, call, Call(None, args, dict(named), "result")))
    structure, atoms = results_of(value)
    made = Function(name_of(function), tuple(params), whole(lowering, atoms), structure)
    if arguments.borrowed and writes_to(made, lowering.parameters):
        raise lowering.refusal(None, *WRITES_BORROWED)
    return made


def writes_to(function: Function, atoms: Set[Atom]) -> bool:
    """Whether an operation writes to one of some atoms."""
    return any(
        operation(node).effect is Effect.WRITING and not atoms.isdisjoint(node.args)
        for node in walk(function.body)
        if isinstance(node, Entry)
    )


def given_as(lowering: Lowering, value: Value, name: str, arguments: Arguments) -> Value:
    """What a parameter stands for, each of those in `*args` and `**named` by itself: a float, an object, a copy."""
    if isinstance(value, Sequence):
        return Sequence(tuple(given_as(lowering, each, name, arguments) for each in value.items), value.kind)
    if isinstance(value, Table):
        return Table({key: given_as(lowering, each, key, arguments) for key, each in value.items.items()})
    return taken_in(lowering, opened(lowering, as_float(lowering, value)), name, arguments)


def taken_in(lowering: Lowering, value: Value, name: str, arguments: Arguments) -> Value:
    """An argument, as a copy if the function writes to it; where the caller had to see that, it is refused."""
    taken = entered(lowering, value, name)
    if arguments.borrowed and taken is not value:
        raise lowering.refusal(lowering.scope.node, *WRITES_BORROWED)
    if taken is not value:
        lowering.copied_arguments.append(value)
    return taken


def returning(lowering: Lowering, count: int, value: Value) -> Value:
    """A returned value as so many objects."""
    if count == 1 or not isinstance(value, Sequence) or len(value.items) != count:
        return handed_out(lowering, value)
    return Sequence(tuple(handed_out(lowering, each) for each in value.items))


@dataclass(frozen=True)
class Lowered:
    """A module, and what is known of the parameters of its main function: kinds, whether they vary, `lengths` of arrays.

    Those that are `written` are containers and objects of which it has made copies; arrays aren't among them. `classes`
    are those of parameters that are objects, `given` what is known of the parameters of the other functions. The last
    parameters may stand for values from `outside`, the others for those in the arguments, if these were `opened`. What
    was found of calls that get nothing that varies is in `calls`, where it still holds.
    """

    module: Module
    facts: tuple[tuple[K.Kind, bool], ...]
    nested: dict[str, Nested] = field(default_factory=dict)
    written: tuple[Var, ...] = ()
    classes: dict[Atom, type] = field(default_factory=dict)
    given: dict[str, tuple[tuple[K.Kind, bool], ...]] = field(default_factory=dict)
    lengths: tuple[ArgumentLengths, ...] = ()
    outside: tuple[Ref, ...] = ()
    opened: Any = None
    calls: Any = None


def lower(
    function: Any,
    arguments: Arguments,
    rules: Rules,
    results: int | None = None,
    outside: Outside = nothing_known,
    assumed: Assumptions | None = None,
    reads_only: Callable[[Module, Instance], bool] = lambda module, instance: True,
    whole: bool = False,
    puts_off: bool = True,
) -> Lowered:
    """The Wengert list of a Python function, and of the functions that it calls.

    With `results` the function returns that many objects, whatever is known of their structure. `outside` tells what
    functions give that get nothing that varies, `reads_only` whether a function of the module keeps its hands off the
    arrays that it is given. What is looked at outside of the function goes to `assumed`. With `whole` functions of the user's
    are followed that get nothing that varies. With `puts_off` paths through libraries may be refused where the program takes them:
    not so in a function that is called as it is, and takes them.

    Raises DifferentiationError, at the user's line, for what can't be differentiated.
    """
    if not callable(function):
        raise NotCallable(f"{function!r} isn't callable", "pass a function")
    sites = Sites(shares=True, puts_off=puts_off, guesses=True)
    lower_once, attempts = InstanceCache(lower_instance), 0
    while attempts < _MOST_ATTEMPTS + sites.found_one_by_one:
        attempts += 1
        sites.begin()
        program = Program(rules, lower_once, sites, arguments.annotated, outside, assumed, whole)
        lowered = attempted(function, arguments, program, results)
        if lowered is not None:
            sites.check_guesses()
        if sites.misguessed:  # what was found on the way may be wrong
            sites, lower_once = Sites(shares=True, puts_off=puts_off), InstanceCache(lower_instance)
        elif lowered is None or sites.again or sites.grown or sites.puts_more_off:
            continue
        elif not (unshared(program, lowered.module, reads_only) or rewritten(program, lowered.module)):
            return lowered
    reason = "the types of what this function's lists and dicts hold can't be determined"
    raise UnsupportedSyntax(reason, "write into fewer of them")


def attempted(function: Any, arguments: Arguments, program: Program, results: int | None) -> Lowered | None:
    """The Wengert list by what is known; None if it has to be made again, with what was found on the way."""
    sites = program.sites
    try:
        return attempt(function, arguments, program, results)
    except Restart:
        return None
    except DifferentiationError:
        if sites.grown or sites.again or sites.puts_more_off:
            return None
        if sites.guessed:
            sites.misguessed = True
            return None
        if not sites.unshare_lent():
            if not sites.have_keyed:
                raise
            sites.without_keys()
        return None


def unshared(program: Program, module: Module, reads_only: Callable[[Module, Instance], bool]) -> set[Any]:
    """The functions that were called by name, but have to be written out, since they write to arrays of others."""
    shared = [i for i in program.instances.values() if i.of in program.sites.shared]
    shared = [i for i in shared if i.of not in program.sites.unshared]  # others can't be written out
    found = {instance.of for instance in shared if not reads_only(module, instance)}
    program.sites.unshared |= found
    return found


def rewritten(program: Program, module: Module) -> set[str]:
    """The attributes of objects that were taken to stay as calls made them, and may be written."""
    sites = program.sites
    found = program.outside.attributes_written(sites.attributes_read, module.functions)
    sites.attributes_read.clear()
    sites.attributes_written |= found
    return found


def attempt(function: Any, arguments: Arguments, program: Program, results: int | None) -> Lowered:
    """The Wengert list by what is known of the containers that are written."""
    program.names.reserve([name_of(function)])
    program.calls.begin(function)
    lowering = Lowering(program, dispatch_table)
    lowering.results = results
    plain = isinstance(function, types.FunctionType) and program.rules.marker_of(function) is None
    plain = (
        plain
        and program.rules.replacement(function, len(arguments.positional), dict(arguments.named)) is None
    )
    try:
        made = (main if plain else other_callable)(lowering, function, arguments)
    except RecursionError as error:
        if not has_large_stack():
            raise  # there it is done once more
        raise endless(program, function) from error
    except Endless as error:
        raise endless(program, function) from error
    facts = tuple(fact_of(lowering, param.var) for param in made.params)
    given = {instance.name: instance.given for instance in program.instances.values()}
    module = replace(program.module(made), memories=frozenset(lowering.memories.values()))
    written = written_arguments(lowering, made)
    lengths = tuple(lowering.lengths.get(param.var) for param in made.params)
    return Lowered(module, facts, program.nested, written, lowering.classes, given, lengths)


def endless(program: Program, function: Any) -> UnsupportedSyntax:
    """The error for calls that need ever new functions of the module."""
    reason = (
        f"the calls within `{name_of(function)}` are nested too deeply, or need a new function at every level"
    )
    hint = "pass numbers to a function that calls itself, in place of functions made anew for every call"
    if not isinstance(function, types.FunctionType):
        return UnsupportedSyntax(reason, hint)
    source = program.source_of(function)
    return UnsupportedSyntax(reason, hint, source.location(source.tree))


def name_of(function: Any) -> str:
    """A name for what is made from a function: its own, if that is an identifier."""
    name = str(getattr(function, "__name__", "") or getattr(getattr(function, "func", None), "__name__", ""))
    return name if name.isidentifier() else "function"


def lower_rule(
    define: Any, rules: Rules, xp: Any, args: tuple[Argument, ...], named: tuple[tuple[str, Argument], ...]
) -> Function:
    """A derivative rule as a function of its arguments; `xp` is a module that it gets first, or None."""
    first = (Argument(K.OBJECT, value=xp),) if xp is not None else ()
    lowering = Lowering(Program(rules, lower_instance, Sites()), dispatch_table)
    lowering.result_hint = "t"
    made = main(lowering, define, Arguments((*first, *args), named, closed=True))
    return replace(made, params=made.params[1:] if xp is not None else made.params)
