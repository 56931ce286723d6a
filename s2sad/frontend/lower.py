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
from s2sad.frontend.abstraction import Opened, concrete
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.copied_arguments import written_arguments
from s2sad.frontend.derivatives import CALL, Nested
from s2sad.frontend.markers import ADJOINT, CHECKPOINT, Markers
from s2sad.frontend.program import Argument, Arguments, Endless, Instance, Program, Rules
from s2sad.frontend.roots import ROOT
from s2sad.frontend.sites import Restart, Sites
from s2sad.frontend.values import Function as FunctionValue
from s2sad.frontend.values import Made, Object, Scope, Sequence, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import Outside, nothing_known
from s2sad.ir.lookup import plain_attribute
from s2sad.ir.nodes import Atom, Block, Const, Entry, Fields, Function, Module, Param, Ref, Var
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


class Lowering(Markers):
    """The lowering of one function of the module."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.results: int | None = None
        self.integers: set[Var] = set()
        self.moving: set[Var] = set()
        self.taken_copies: list[Value] = []

    def instance(
        self, made: Instance, names: tuple[str, ...], shape: Any, facts: tuple, roots: tuple[int, ...] = ()
    ) -> tuple:
        hints = self.leaf_names(names, shape)
        params = [self.var(hint, kind, varied) for hint, (kind, varied) in zip(hints, facts)]
        self.parameters.update(params)
        self.take_memories(roots)
        rest: list[Atom] = list(params)
        objects: list[Object] = []
        fn, *values = (concrete(self, part, rest, objects) for part in shape)
        where = None
        if names[0:1] in _CALLS:
            self.scope = Scope(_no_owner, None, None, frozenset())
            value = self.call(fn, values, {}, None, "result")  # type: ignore[arg-type]
        else:
            assert isinstance(fn, FunctionValue)
            self.scope = self.open_scope(fn)
            where = self.location(fn.node)
            value = self.inline(fn, dict(zip(names, values)), None, "result")
        outside = self.assigned_outside(fn)
        value = self.passed_out(value, made.recursive or bool(outside))
        made.written = self.attributes_left(objects, value)
        if outside or made.written:
            left = (self.env[(id(objects[number]), name)] for number, name in made.written)
            value = Sequence((value, *(self.passed_out(item, True) for item in (*outside, *left))))
        self.check_memories()
        structure, atoms = results_of(value)
        params += (self.memories[root] for root in roots)
        body = Block(self.whole(), tuple(atoms))
        function = Function(made.name, tuple(Param(p) for p in params), body, structure, loc=where)
        kept = tuple((self.kind(atom), self.varies(atom)) for atom in atoms)
        return function, shape_of_result(value), kept

    def leaf_names(self, names: tuple[str, ...], shape: Any) -> list[str]:
        """A hint for each atom in the shapes of an instance's arguments."""
        found: list[str] = []

        def visit(part: Any, name: str) -> None:
            if part == "atom":
                found.append(name)
            elif isinstance(part, tuple):
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

    def main(self, function: Any, arguments: Arguments) -> Function:
        """The function that was asked for, with the parameters of the user's."""
        fn = self.function_of(function, None)  # type: ignore[arg-type]
        self.scope = self.open_scope(fn)
        params, bound = self.signature(fn, function, arguments)
        self.parameters.update(param.var for param in params)
        for name, value in list(bound.items()):
            bound[name] = self.taken_in(self.opened(self.as_float(value)), name, arguments)
        value = self.inline(fn, bound, None, self.result_hint)
        value = self.returned(value) if self.results is None else self.returning(self.results, value)
        structure, atoms = results_of(value)
        body = Block(self.whole(), tuple(atoms))
        doc = function.__doc__ or ""
        return Function(name_of(function), tuple(params), body, structure, doc, self.location(fn.node))

    def other_callable(self, function: Any, arguments: Arguments) -> Function:
        """A method, a `functools.partial`, an object with `__call__`, or a library function with a rule."""
        names = parameter_names(function)
        self.scope = Scope(_no_owner, None, None, frozenset())
        params: list[Param] = []
        given = [(names[i] if i < len(names) else f"x{i}", a) for i, a in enumerate(arguments.positional)]
        args = [self.parameter(self.names.fresh(n), a, None, "either", params) for n, a in given]
        named = {n: self.parameter(n, a, None, "either", params) for n, a in arguments.named}
        self.parameters.update(param.var for param in params)
        args = [self.taken_in(self.as_float(value), "t", arguments) for value in args]
        call = Ref(name_of(function), function)
        value = self.returned(self.call(call, args, dict(named), None, "result"))  # type: ignore[arg-type]
        structure, atoms = results_of(value)
        return Function(name_of(function), tuple(params), Block(self.whole(), tuple(atoms)), structure)

    def taken_in(self, value: Value, name: str, arguments: Arguments) -> Value:
        """An argument, as a copy if the function writes to it; where the caller had to see that, it is refused."""
        taken = self.entered(value, name)
        if arguments.borrowed and taken is not value:
            raise self.refusal(self.scope.node, *WRITES_BORROWED)
        if taken is not value:
            self.taken_copies.append(value)
        return taken

    def as_float(self, value: Value) -> Value:
        """A differentiated argument that is given as an int counts as that float."""
        if isinstance(value, Var) and value in self.integers:
            return self.emit(Ref("float", float), (value,), None, value.name, varied=True)
        if isinstance(value, Sequence):
            return Sequence(tuple(map(self.as_float, value.items)), value.kind)
        return value

    def signature(self, fn: FunctionValue, function: Any, arguments: Arguments) -> tuple[list[Param], dict]:
        """The parameters of the emitted function, and what they give the user's."""
        spec = fn.node.args
        only = [a.arg for a in spec.posonlyargs]
        names = only + [a.arg for a in spec.args]
        keyword = [a.arg for a in spec.kwonlyargs]
        self.names.reserve(self.program.prepared(fn).names.locals)
        self.names.reserve(function.__code__.co_names)
        given = list(arguments.positional)
        named = dict(arguments.named)
        params: list[Param] = []
        bound: dict[str, Value] = {}
        more = len(arguments.positional) > len(names)
        for i, name in enumerate(names):
            default = None if more else self.default_of(fn, i - len(names))
            argument = given.pop(0) if given else named.pop(name, None)
            kind = "positional" if name in only else "either"
            if argument is None and default is not None and arguments.closed:
                bound[name] = default
            else:
                bound[name] = self.parameter(name, argument, default, kind, params)
        if spec.vararg:
            star = spec.vararg.arg
            if given:  # then all before them are given as well
                params[:] = [replace(param, default=None) for param in params]
            fresh = [self.names.fresh(f"{star}_{i}") for i in range(len(given))]
            rest = [self.parameter(n, a, None, "either", params) for n, a in zip(fresh, given)]
            bound[star] = Sequence(tuple(rest))
        for name in keyword:
            default = fn.keyword_defaults.get(name)
            argument = named.pop(name, None)
            if argument is None and default is not None and arguments.closed:
                bound[name] = default
            else:
                bound[name] = self.parameter(name, argument, default, "keyword", params)
        if spec.kwarg:
            extra = {n: self.parameter(n, a, None, "keyword", params) for n, a in named.items()}
            bound[spec.kwarg.arg] = Table(dict(extra))
        return params, bound

    def default_of(self, fn: FunctionValue, from_end: int) -> Value | None:
        return fn.defaults[from_end] if len(fn.defaults) >= -from_end else None

    def parameter(
        self, name: str, argument: Argument | None, default: Value | None, kind: str, params: list[Param]
    ) -> Value:
        atom: Atom | None = None
        if default is not None:
            literals = default if isinstance(default, Sequence) else None
            atom = default_atom(name, literals) if literals else self.materialise(default, None)
            if isinstance(atom, Ref) and not atom.path.isidentifier():
                atom = replace(atom, path=f"default_{name}")
        if argument is None:
            if atom is None:
                raise TypeError(f"missing a required argument: '{name}'")
            argument = Argument(self.kind(atom))
            if isinstance(atom, Ref) and callable(atom.value):
                argument = Argument(self.kind(atom), value=atom.value)
                if self.program.told is not None:  # the text may be called with another one
                    self.out.append(Entry((), _CHECK_SAME, (Var(name), atom)))
        var = Var(name)
        integer = argument.varied and argument.kind == K.INT
        empty = not argument.varied and argument.kind.item == K.BOTTOM
        given = K.with_unknown_items(argument.kind) if empty else argument.kind
        self.kinds[var] = self.sited(given, ("argument", name))
        if argument.varied and K.differentiable(argument.kind):
            self.varied.add(var)
            self.moving.add(var)
        if integer:
            self.integers.add(var)
        params.append(Param(var, kind, atom))
        if argument.known is not None:
            return argument.known
        if argument.value is not None:
            return Ref(plain_attribute(argument.value, "__name__", name), argument.value)
        return Const(None) if argument.kind == K.NONE else var

    def returning(self, count: int, value: Value) -> Value:
        """A returned value as so many objects."""
        if count == 1 or not isinstance(value, Sequence) or len(value.items) != count:
            return self.handed_out(value)
        return Sequence(tuple(map(self.handed_out, value.items)))

    def handed_out(self, value: Value) -> Atom:
        """What a function returns as an object; of a container that is written, what it holds."""
        return self.frozen(self.materialise(value, None, self.result_hint), None)

    def fact_of(self, var: Var) -> tuple[K.Kind, bool]:
        """The kind of a parameter, and whether it is differentiated."""
        if var in self.integers:
            return K.FLOAT, True
        # An array that only takes up active values is copied before.
        moves = self.moving if K.is_array(self.kinds[var]) else self.varied
        return K.without_sites(self.kinds[var]), var in moves

    def returned(self, value: Value) -> Value:
        """What a function returns: tuples item by item, everything else as an object."""
        value = self.as_fields(value)
        if isinstance(value, Sequence) and value.kind == "tuple":
            return Sequence(tuple(map(self.returned, value.items)), "tuple", value.names, value.cls)
        return self.handed_out(value)


def _no_owner() -> None:
    """Stands where there is no Python function whose globals could be looked up."""


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
    """A module, and what is known of the parameters of its main function: kinds, and whether they vary.

    Those that are `written` are containers and objects of which it has made copies; arrays aren't among them.
    """

    module: Module
    facts: tuple[tuple[K.Kind, bool], ...]
    nested: dict[str, Nested] = field(default_factory=dict)
    written: tuple[Var, ...] = ()


def lower(
    function: Any,
    arguments: Arguments,
    rules: Rules,
    results: int | None = None,
    outside: Outside = nothing_known,
    assumed: Assumptions | None = None,
    reads_only: Callable[[Module, Instance], bool] = lambda module, instance: True,
) -> Lowered:
    """The Wengert list of a Python function, and of the functions that it calls.

    With `results` the function returns that many objects, whatever is known of their structure. `outside` tells what
    functions give that get nothing that varies, `reads_only` whether a function of the module keeps its hands off the
    arrays that it is given. What is looked at outside of the function goes to `assumed`.

    Raises DifferentiationError, at the user's line, for what can't be differentiated.
    """
    if not callable(function):
        raise NotCallable(f"{function!r} isn't callable", "pass a function")
    sites = Sites(shares=True)
    attempts = 0
    while attempts < _MOST_ATTEMPTS + len(sites.unshared):
        attempts += 1
        sites.begin()
        try:
            program = Program(rules, Lowering, sites, arguments.told, outside, assumed)
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
    lowering = Lowering(program)
    lowering.results = results
    plain = isinstance(function, types.FunctionType) and program.marker_of(function) is None
    try:
        main = (lowering.main if plain else lowering.other_callable)(function, arguments)
    except RecursionError as error:
        if not has_large_stack():
            raise  # there it is done once more
        raise endless(program, function) from error
    except Endless as error:
        raise endless(program, function) from error
    facts = tuple((lowering.fact_of(param.var)) for param in main.params)
    return Lowered(program.module(main), facts, program.nested, written_arguments(lowering, main))


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
    lowering = Lowering(Program(rules, Lowering, Sites()))
    lowering.result_hint = "t"
    main = lowering.main(define, Arguments((*first, *args), named, closed=True))
    return replace(main, params=main.params[1:] if xp is not None else main.params)
