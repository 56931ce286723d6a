"""From a Python function to the Wengert list: the functions of a module, each lowered for the kinds of its arguments.

    module = lower(function, arguments, rules)

`arguments` say how the function is called: the kind of every argument, and whether it is differentiated. Functions
that it calls and that aren't written out become further functions of the module (`instances`).
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from s2sad.errors import DifferentiationError, NotCallable, UnsupportedSyntax
from s2sad.frontend import dispatch_table
from s2sad.frontend.abstract_values import Function as FunctionValue
from s2sad.frontend.abstract_values import Made, Object, Sequence, Table, Value
from s2sad.frontend.allocation_sites import Restart, Sites
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.calls import call_value
from s2sad.frontend.container_arguments import assigned_outside, check_memories, passed_out, take_memories
from s2sad.frontend.container_copies import written_arguments
from s2sad.frontend.derivatives import CALL, Nested
from s2sad.frontend.indexed_storage import entered, sited, whole
from s2sad.frontend.inlining import function_of, inline, open_scope
from s2sad.frontend.instance_cache import KeptInstances
from s2sad.frontend.lowering import Lowering, no_scope
from s2sad.frontend.marker_calls import ADJOINT, CHECKPOINT
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import opened
from s2sad.frontend.program import Argument, Arguments, Endless, Instance, Program, Rules
from s2sad.frontend.returned import handed_out, returned
from s2sad.frontend.root_programs import ROOT
from s2sad.frontend.sharing import attributes_left
from s2sad.frontend.specialisation_keys import Opened, concrete
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.syntax import prepare
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.array_kinds import Outside, nothing_known
from s2sad.ir.nodes import Atom, Const, Entry, Fields, Function, Module, Param, Ref, Var
from s2sad.ir.static_lookup import plain_attribute
from s2sad.runtime.refusals import check_same
from s2sad.stack import has_large_stack

_MOST_ATTEMPTS = 50
WRITES_BORROWED = (
    "a function that is known only when the program runs writes to what it gets",
    "call it by its name, or let it return the value",
)
_CHECK_SAME = Ref("check_same", check_same)
_CALLS = ((CALL,), (CHECKPOINT,), (ADJOINT,), (ROOT,))
"""What stands before the names of the arguments of an instance that is given the function that it calls."""


def lower_instance(
    program: Program,
    made: Instance,
    names: tuple[str, ...],
    shape: Any,
    facts: tuple,
    roots: tuple[int, ...] = (),
) -> tuple:
    """The function of the module for a kind of call; the shape of what it gives, and the facts of that."""
    lowering = Lowering(program, dispatch_table)
    lowering.instance = made.name, facts
    hints = leaf_names(names, shape)
    params = [lowering.var(hint, kind, varied) for hint, (kind, varied) in zip(hints, facts)]
    lowering.parameters.update(params)
    take_memories(lowering, roots)
    rest: list[Atom] = list(params)
    objects: list[Object] = []
    fn, *values = (concrete(lowering, part, rest, objects) for part in shape)
    where = None
    if names[0:1] in _CALLS:
        lowering.scope = no_scope()
        value = call_value(lowering, fn, values, {}, None, "result")  # type: ignore[arg-type]
    else:
        assert isinstance(fn, FunctionValue)
        lowering.scope = open_scope(lowering, fn)
        where = lowering.location(fn.node)
        value = inline(lowering, fn, dict(zip(names, values)), None, "result")
    outside = assigned_outside(lowering, fn)
    value = passed_out(lowering, value, made.recursive or bool(outside))
    made.written = attributes_left(lowering, objects, value)
    if outside or made.written:
        left = (lowering.env[(id(objects[number]), name)] for number, name in made.written)
        value = Sequence((value, *(passed_out(lowering, item, True) for item in (*outside, *left))))
    check_memories(lowering)
    structure, atoms = results_of(value)
    params += (lowering.memories[root] for root in roots)
    body = whole(lowering, atoms)
    function = Function(made.name, tuple(Param(p) for p in params), body, structure, loc=where)
    kept = tuple((lowering.kind(atom), lowering.varies(atom)) for atom in atoms)
    return function, shape_of_result(value), kept


def leaf_names(names: tuple[str, ...], shape: Any) -> list[str]:
    """A hint for each atom in the shapes of an instance's arguments."""
    found: list[str] = []

    def visit(part: Any, name: str) -> None:
        if part == "atom":
            found.append(name)
        elif isinstance(part, tuple):
            if part[:1] == ("chosen",):  # the number of the one that was chosen
                found.append(name)
            for inner in part:
                visit(inner, name)
        elif hasattr(part, "captured"):
            for inner, own in zip(part.captured, part.names):
                visit(inner, own)
            for inner in (*part.defaults, *part.keyword_defaults):
                visit(inner, name)
        elif isinstance(part, Opened):
            for inner, own in zip(part.held, part.names):
                visit(inner, own)

    visit(shape[0], "t")
    for name, part in zip(names[1:] if names[:1] in _CALLS else names, shape[1:]):
        visit(part, name)
    return found


def main(lowering: Lowering, function: Any, arguments: Arguments) -> Function:
    """The function that was asked for, with the parameters of the user's."""
    fn = function_of(lowering, function, None)
    lowering.scope = open_scope(lowering, fn)
    params, bound = signature(lowering, fn, function, arguments)
    lowering.parameters.update(param.var for param in params)
    for name, value in list(bound.items()):
        bound[name] = taken_in(lowering, opened(lowering, as_float(lowering, value)), name, arguments)
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
    value = returned(lowering, call_value(lowering, call, args, dict(named), None, "result"))  # type: ignore[arg-type]
    structure, atoms = results_of(value)
    return Function(name_of(function), tuple(params), whole(lowering, atoms), structure)


def taken_in(lowering: Lowering, value: Value, name: str, arguments: Arguments) -> Value:
    """An argument, as a copy if the function writes to it; where the caller had to see that, it is refused."""
    taken = entered(lowering, value, name)
    if arguments.borrowed and taken is not value:
        raise lowering.refusal(lowering.scope.node, *WRITES_BORROWED)
    if taken is not value:
        lowering.copied_arguments.append(value)
    return taken


def as_float(lowering: Lowering, value: Value) -> Value:
    """A differentiated argument that is given as an int counts as that float."""
    if isinstance(value, Var) and value in lowering.integers:
        return emit(lowering, Ref("float", float), (value,), None, value.name, varied=True)
    if isinstance(value, Sequence):
        return Sequence(tuple(as_float(lowering, each) for each in value.items), value.kind)
    return value


def signature(
    lowering: Lowering, fn: FunctionValue, function: Any, arguments: Arguments
) -> tuple[list[Param], dict]:
    """The parameters of the emitted function, and what they give the user's."""
    spec = fn.node.args
    only = [a.arg for a in spec.posonlyargs]
    names = only + [a.arg for a in spec.args]
    keyword = [a.arg for a in spec.kwonlyargs]
    lowering.names.reserve(prepare(fn.node).names.locals)
    lowering.names.reserve(function.__code__.co_names)
    given = list(arguments.positional)
    named = dict(arguments.named)
    params: list[Param] = []
    bound: dict[str, Value] = {}
    more = len(arguments.positional) > len(names)
    for i, name in enumerate(names):
        default = None if more else default_of(fn, i - len(names))
        argument = given.pop(0) if given else named.pop(name, None)
        kind = "positional" if name in only else "either"
        if argument is None and default is not None and arguments.closed:
            bound[name] = default
        else:
            bound[name] = parameter(lowering, name, argument, default, kind, params)
    if spec.vararg:
        star = spec.vararg.arg
        if given:  # then all before them are given as well
            params[:] = [replace(param, default=None) for param in params]
        fresh = [lowering.names.fresh(f"{star}_{i}") for i in range(len(given))]
        rest = [parameter(lowering, n, a, None, "either", params) for n, a in zip(fresh, given)]
        bound[star] = Sequence(tuple(rest))
    for name in keyword:
        default = fn.keyword_defaults.get(name)
        argument = named.pop(name, None)
        if argument is None and default is not None and arguments.closed:
            bound[name] = default
        else:
            bound[name] = parameter(lowering, name, argument, default, "keyword", params)
    if spec.kwarg:
        extra = {n: parameter(lowering, n, a, None, "keyword", params) for n, a in named.items()}
        bound[spec.kwarg.arg] = Table(dict(extra))
    return params, bound


def default_of(fn: FunctionValue, from_end: int) -> Value | None:
    return fn.defaults[from_end] if len(fn.defaults) >= -from_end else None


def parameter(
    lowering: Lowering,
    name: str,
    argument: Argument | None,
    default: Value | None,
    kind: str,
    params: list[Param],
) -> Value:
    atom: Atom | None = None
    if default is not None:
        literals = default if isinstance(default, Sequence) else None
        atom = default_atom(name, literals) if literals else materialise(lowering, default, None)
        if isinstance(atom, Ref) and not atom.path.isidentifier():
            atom = replace(atom, path=f"default_{name}")
    if argument is None:
        if atom is None:
            raise TypeError(f"missing a required argument: '{name}'")
        argument = Argument(lowering.kind(atom))
        if isinstance(atom, Ref) and callable(atom.value):
            argument = Argument(lowering.kind(atom), value=atom.value)
            if lowering.program.annotated is not None and has_name(
                atom.value
            ):  # the text may be given another one
                lowering.out.append(Entry((), _CHECK_SAME, (Var(name), atom)))
    var = Var(name)
    integer = argument.varied and argument.kind == K.INT
    empty = not argument.varied and argument.kind.item == K.BOTTOM
    given = K.with_unknown_items(argument.kind) if empty else argument.kind
    lowering.kinds[var] = sited(lowering, given, ("argument", name))
    if argument.cls is not None:
        lowering.classes[var] = argument.cls
    if argument.varied and K.differentiable(argument.kind):
        lowering.varied.add(var)
        lowering.differentiated.add(var)
    if integer:
        lowering.integers.add(var)
    if argument.lengths is not None:
        lowering.lengths[var] = argument.lengths
    params.append(Param(var, kind, atom))
    if argument.known is not None:
        return argument.known
    if argument.value is not None:
        return Ref(plain_attribute(argument.value, "__name__", name), argument.value)
    return Const(None) if argument.kind == K.NONE else var


def returning(lowering: Lowering, count: int, value: Value) -> Value:
    """A returned value as so many objects."""
    if count == 1 or not isinstance(value, Sequence) or len(value.items) != count:
        return handed_out(lowering, value)
    return Sequence(tuple(handed_out(lowering, each) for each in value.items))


def fact_of(lowering: Lowering, var: Var) -> tuple[K.Kind, bool]:
    """The kind of a parameter, and whether it is differentiated."""
    if var in lowering.integers:
        return K.FLOAT, True
    # An array that only takes up active values is copied before.
    moves = lowering.differentiated if is_of_arrays(lowering.kinds[var]) else lowering.varied
    return K.without_sites(lowering.kinds[var]), var in moves


def is_of_arrays(kind: K.Kind) -> bool:
    """Whether it is an array, or a tuple of arrays and of what takes up nothing."""
    if kind.name == "tuple" and kind.fields is not None:
        return all(
            is_of_arrays(part) or part in K.NUMBERS or part.name in ("text", "none") for part in kind.fields
        )
    return K.is_array(kind)


def has_name(function: Any) -> bool:
    """Whether a text can say a function: a lambda, or one made within another, has no name that leads to it."""
    return "<" not in (plain_attribute(function, "__qualname__") or "<")


def parameter_names(function: Any) -> list[str]:
    """The names of the positional parameters of any callable, as far as it tells them."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [parameter.name for parameter in parameters if parameter.kind in kinds]


def default_atom(name: str, default: Sequence) -> Ref:
    """A default that is a tuple of literals, as the object that it is."""
    return Ref(f"default_{name}", tuple(item.value for item in default.items if isinstance(item, Const)))


def results_of(value: Value) -> tuple[Any, list[Atom]]:
    """The structure of a returned value, and its atoms."""
    if isinstance(value, Sequence):
        parts = [results_of(item) for item in value.items]
        structure = tuple(structure for structure, _ in parts)
        atoms = [atom for _, atoms in parts for atom in atoms]
        return (structure if value.cls is None else Fields.of(value.cls, structure)), atoms
    return "one", [value]  # type: ignore[list-item]


def shape_of_result(value: Value) -> Any:
    """A returned value as the shape of what the call of a function of the module gives."""
    if not isinstance(value, Sequence):
        return "atom"
    parts = tuple(map(shape_of_result, value.items))
    if not value.names:
        return "tuple", parts
    return Made(value.cls, value.names, value.cls is None or issubclass(value.cls, tuple)), parts


@dataclass(frozen=True)
class Lowered:
    """A module, and what is known of the parameters of its main function: kinds, whether they vary, `lengths` of arrays.

    Those that are `written` are containers and objects of which it has made copies; arrays aren't among them. `classes`
    are those of parameters that are objects, `given` what is known of the parameters of the other functions. The last
    parameters may stand for values from `outside`, the others for those in the arguments, if these were `opened`.
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
    sites, lower_once = Sites(shares=True, puts_off=puts_off), KeptInstances(lower_instance)
    attempts = 0
    while attempts < _MOST_ATTEMPTS + len(sites.unshared) + len(sites.varying) + len(sites.refused) + len(
        sites.filled
    ):
        attempts += 1
        sites.begin()
        try:
            program = Program(rules, lower_once, sites, arguments.annotated, outside, assumed, whole)
            lowered = attempt(function, arguments, program, results)
        except Restart:
            continue
        except DifferentiationError:
            if sites.grown or sites.again:
                continue
            raise
        if not sites.again and not sites.grown and not unshared(program, lowered.module, reads_only):
            return lowered
    raise UnsupportedSyntax(
        "the types of what this function's lists and dicts hold can't be determined",
        "write into fewer of them",
    )


def unshared(program: Program, module: Module, reads_only: Callable[[Module, Instance], bool]) -> set[Any]:
    """The functions that were called by name, but have to be written out, since they write to arrays of others."""
    shared = [i for i in program.instances.values() if i.of in program.sites.shared]
    found = {instance.of for instance in shared if not reads_only(module, instance)}
    program.sites.unshared |= found
    return found


def attempt(function: Any, arguments: Arguments, program: Program, results: int | None) -> Lowered:
    """The Wengert list by what is known of the containers that are written."""
    program.names.reserve([name_of(function)])
    program.calls.begin(function)
    lowering = Lowering(program, dispatch_table)
    lowering.results = results
    plain = isinstance(function, types.FunctionType) and program.marker_of(function) is None
    plain = plain and program.replacement(function, len(arguments.positional), dict(arguments.named)) is None
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
    module, written = program.module(made), written_arguments(lowering, made)
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
