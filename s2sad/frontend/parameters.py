"""The parameters of the function that is asked for: what is emitted takes them, and the user's function gets them."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

from s2sad.frontend.abstract_values import Function as FunctionValue
from s2sad.frontend.abstract_values import Sequence, Table, Value
from s2sad.frontend.indexed_storage import sited
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.program import Argument, Arguments
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.syntax import prepare
from s2sad.ir import kinds as K
from s2sad.ir.changed_kinds import with_unknown_items, without_sites
from s2sad.ir.nodes import Atom, Const, Entry, Param, Ref, Var
from s2sad.ir.static_lookup import plain_attribute
from s2sad.runtime.refusals import check_same

_CHECK_SAME = Ref("check_same", check_same)


def as_float(lowering: Lowering, value: Value) -> Value:
    """A differentiated argument that is given as an int counts as that float."""
    if isinstance(value, Var) and value in lowering.integers:
        number = emit(lowering, Ref("float", float), (value,), None, value.name, varied=True)
        lowering.as_given[number] = value
        return number
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
    lowering.names.reserve(prepare(fn.node).names.locals)
    lowering.names.reserve(function.__code__.co_names)
    given = list(arguments.positional)
    named = dict(arguments.named)
    params: list[Param] = []
    bound: dict[str, Value] = {}

    def bind(name: str, argument: Argument | None, default: Value | None, kind: str) -> None:
        if argument is None and default is not None and arguments.closed:
            bound[name] = default
        else:
            bound[name] = parameter(lowering, name, argument, default, kind, params)

    more = len(arguments.positional) > len(names)
    for i, name in enumerate(names):
        default = None if more else default_of(fn, i - len(names))
        kind = "positional" if name in only else "either"
        bind(name, given.pop(0) if given else named.pop(name, None), default, kind)
    if spec.vararg:
        star = spec.vararg.arg
        if given:  # then all before them are given as well
            params[:] = [replace(param, default=None) for param in params]
        fresh = [lowering.names.fresh(f"{star}_{i}") for i in range(len(given))]
        rest = [parameter(lowering, n, a, None, "either", params) for n, a in zip(fresh, given)]
        bound[star] = Sequence(tuple(rest))
    for name in [a.arg for a in spec.kwonlyargs]:
        bind(name, named.pop(name, None), fn.keyword_defaults.get(name), "keyword")
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
    atom = None if default is None else default_atom(lowering, name, default)
    argument = from_default(lowering, name, atom) if argument is None else argument
    var = Var(name)
    integer = argument.varied and argument.kind == K.INT
    empty = not argument.varied and argument.kind.item == K.BOTTOM
    given = with_unknown_items(argument.kind) if empty else argument.kind
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


def default_atom(lowering: Lowering, name: str, default: Value) -> Atom:
    """A default as an atom; a tuple of literals is the object that it is."""
    if isinstance(default, Sequence):
        items = tuple(item.value for item in default.items if isinstance(item, Const))
        return Ref(f"default_{name}", items)
    atom = materialise(lowering, default, None)
    if isinstance(atom, Ref) and not atom.path.isidentifier():
        return replace(atom, path=f"default_{name}")
    return atom


def from_default(lowering: Lowering, name: str, atom: Atom | None) -> Argument:
    """How an argument is given that has its default; of a function it has to be this one."""
    if atom is None:
        raise TypeError(f"missing a required argument: '{name}'")
    if not isinstance(atom, Ref) or not callable(atom.value):
        return Argument(lowering.kind(atom))
    if lowering.program.annotated is not None and has_name(atom.value):  # the text may be given another one
        lowering.out.append(Entry((), _CHECK_SAME, (Var(name), atom)))
    return Argument(lowering.kind(atom), value=atom.value)


def fact_of(lowering: Lowering, var: Var) -> tuple[K.Kind, bool]:
    """The kind of a parameter, and whether it is differentiated."""
    if var in lowering.integers:
        return K.FLOAT, True
    # An array that only takes up active values is copied before.
    moves = lowering.differentiated if is_of_arrays(lowering.kinds[var]) else lowering.varied
    return without_sites(lowering.kinds[var]), var in moves


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
