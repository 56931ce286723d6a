"""How a function is called: kinds of the arguments, and which of them are differentiated."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.annotations import (
    annotated_classes,
    annotated_kinds,
    annotated_lengths,
    annotated_names,
    keyword_only,
    places_of,
)
from s2sad.errors import ArgumentIndexError, NotANumber, ShapeMismatch, UnsupportedValue
from s2sad.frontend.parameters import parameter_names
from s2sad.frontend.program import Argument, Arguments
from s2sad.frontend.user_classes import changes_itself, is_of_a_library
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import lengths_of
from s2sad.ir.changed_kinds import with_floats
from s2sad.ir.class_code import classes_in
from s2sad.ir.kind_names import spoken
from s2sad.ir.records import is_record_class
from s2sad.ir.static_lookup import title_of
from s2sad.ir.value_kinds import kind_of
from s2sad.results import like
from s2sad.runtime.operands import is_sparse
from s2sad.trees import is_differentiated, is_floats, is_of_several_ranks, is_record, leaves


@dataclass(frozen=True)
class Call:
    """The kind of a call: what specialises a derivative. `wrt` are places among the parameters, in order asked for.

    With `has_aux` the function returns a pair, the second item of which is handed on.
    """

    arguments: Arguments
    wrt: tuple[int, ...]
    single: bool
    has_aux: bool = False

    @classmethod
    def from_annotations(cls, fun: Callable, argnums: Any, types: Mapping[str, str] | None = None) -> Call:
        """The call that the annotations of a function tell of; a parameter without one counts as float.

        `types` are annotations in the place of those that the function has: `{"x": "float", "A": "float64[:, :]"}`.
        """
        kinds, places = annotated_kinds(fun, types), places_of(fun)
        lengths, classes = annotated_lengths(fun, types), annotated_classes(fun, types)
        wrt, single = indices_of(fun, argnums, max(len(places), len(kinds)))
        known = {
            name: annotated_argument(name, kind, places[name] in wrt, classes.get(name, []))
            for name, kind in kinds
        }
        given = [(name, replace(argument, lengths=lengths.get(name))) for name, argument in known.items()]
        by_name = set(keyword_only(fun))
        leading = [name not in by_name and places[name] == i for i, (name, _) in enumerate(given)]
        first = leading.index(False) if False in leading else len(given)
        positional = tuple(argument for _, argument in given[:first])
        arguments = Arguments(positional, tuple(given[first:]), annotated=annotated_names(fun, types))
        return cls(arguments, wrt, single)


_ARRAYS = (np.ndarray, np.memmap)
_SCALARS = (float, int, bool, str, np.ndarray, type(None))
_OTHER_OPERATORS = "whose operators may be others than those of arrays"


def describe(
    fun: Callable, args: Sequence, kwargs: dict[str, Any], argnums: Any, closed: bool = False
) -> Call:
    """The kind of a call with these arguments. TypeError, as of the plain call, if they don't fit the function."""
    check_signature(fun, args, kwargs)
    names = parameter_names(fun)
    count = max(len(args), len(names))
    only = keyword_only(fun)
    wrt, single = indices_of(fun, argnums, count + len(only), count)
    positional = [argument_of(arg, i in wrt, i) for i, arg in enumerate(args)]
    places = {name: i for i, name in enumerate(names)}
    places.update((name, count + i) for i, name in enumerate(only))
    named = [argument_of(arg, places.get(name) in wrt, name) for name, arg in kwargs.items()]
    whole = with_lengths((*args, *kwargs.values()), [*positional, *named])
    by_name = tuple(zip(kwargs, whole[len(args) :])) + defaults_of(
        fun, [n for n, i in places.items() if i in wrt and i >= len(args) and n not in kwargs]
    )
    return Call(Arguments(tuple(whole[: len(args)]), by_name, closed), wrt, single)


def with_lengths(values: Sequence, arguments: Sequence[Argument]) -> list[Argument]:
    """Arguments with the lengths of the arrays in them."""
    lengths = lengths_of(values, [argument.kind for argument in arguments])
    return [
        argument if known is None else replace(argument, lengths=known)
        for argument, known in zip(arguments, lengths)
    ]


def defaults_of(fun: Callable, names: list[str]) -> tuple[tuple[str, Argument], ...]:
    """Differentiated parameters that aren't given: their defaults are differentiated."""
    if not names:
        return ()
    parameters = inspect.signature(fun).parameters
    return tuple((name, argument_of(parameters[name].default, True, name)) for name in names)


def check_signature(fun: Callable, args: Sequence, kwargs: dict[str, Any]) -> None:
    try:
        signature = inspect.signature(fun)
    except (TypeError, ValueError):  # builtins don't all tell
        return
    signature.bind(*args, **kwargs)


def annotated_argument(name: str, kind: K.Kind, varied: bool, classes: Sequence[type] = ()) -> Argument:
    """An argument of which only the kind is told, and the classes of the user's that its annotation names."""
    if varied and not (kind == K.INT or kind.name in K.CONTAINERS or K.is_differentiated(kind)):
        reason = f"argument {name!r} is {spoken(kind)}, which has no derivative"
        raise NotANumber(reason, "leave it out of argnums")
    if not varied and kind.cls is not None and is_record_class(kind.cls) and changes_itself(kind.cls):
        kind = K.OBJECT
    if varied:
        return Argument(with_floats(kind), varied)
    return Argument(
        kind, varied, cls=classes[0] if classes and kind == K.OBJECT else None, classes=frozenset(classes)
    )


def argument_of(value: Any, varied: bool, place: Any) -> Argument:
    # A constant object that changes when it is used stays the object that it is.
    kind = kind_of(value, opened=varied or (is_record(value) and not changes_itself(value.__class__)))
    if varied:
        check_argument(value, place)
        kind = with_floats(kind) if kind.name in K.CONTAINERS else kind
        kind = with_own_kinds(value, kind) if type(value) is list else kind
    elif isinstance(value, np.ndarray) and type(value) not in _ARRAYS:
        hint = "convert it: np.asarray(x)"
        raise UnsupportedValue(f"argument {place!r} is a {type(value).__name__}, {_OTHER_OPERATORS}", hint)
    held = value if not varied and is_told_apart(value) else None
    if varied or type(value) in _SCALARS or type(value) is list and is_floats(value):
        return Argument(kind, varied, held)
    cls = type(value) if kind.name == "object" else None
    return Argument(kind, varied, held, cls=cls, classes=classes_in(value))


def with_own_kinds(items: list, kind: K.Kind) -> K.Kind:
    """The kind of a list, with those of its items where they have several ranks."""
    if not is_of_several_ranks(items):
        return kind
    return K.known_list_kind(tuple(with_floats(kind_of(item)) for item in items))


def is_told_apart(value: Any) -> bool:
    """Whether a function is for good the one that it was: an object of a class with an `__eq__` of its own may change."""
    cls = type(value)
    if not callable(value) or isinstance(value, type) or cls.__hash__ is None:
        return False
    return cls.__hash__ is object.__hash__ or is_of_a_library(cls)


def check_argument(value: Any, place: Any) -> None:
    """A differentiated argument has to hold numbers: NotANumber if it, or an array in it, does not."""
    what = f"argument {place!r}" if isinstance(place, str) else f"argument number {place}"
    try:
        check_arrays(value, what)
    except RecursionError:
        hint = "leave it out of argnums, or pass the numbers and arrays in it"
        raise NotANumber(f"{what} holds itself, or is nested too deeply", hint) from None
    kind = kind_of(value, opened=True)
    if kind == K.INT or K.is_differentiated(kind):
        return
    if kind.name in K.CONTAINERS:
        return
    hint = "pass a float, or leave it out of argnums"
    if is_sparse(value):
        hint = "pass the vector of its numbers, and make the matrix of it; or leave it out of argnums"
    elif hasattr(value, "dtype"):
        hint = "convert it: " + (
            "float(x)" if isinstance(value, np.generic) else "np.asarray(x, dtype=float)"
        )
    raise NotANumber(f"{what} is a {type(value).__name__}, which has no derivative", hint)


def check_arrays(value: Any, what: str) -> None:
    """An array that is differentiated, alone or in a container, is one of NumPy's own, of floats or complex."""
    if type(value) is list and is_floats(value):
        return
    for path, leaf in leaves(value):
        if not isinstance(leaf, np.ndarray):
            continue
        if leaf.dtype.kind not in "fc":
            hint = "convert it: x.astype(float)" + (", or take it out of the argument" if path else "")
            raise NotANumber(f"{what}{path} is an array of {leaf.dtype}, which has no derivative", hint)
        if type(leaf) is not np.ndarray:
            hint = "convert it: np.asarray(x)"
            raise NotANumber(f"{what}{path} is a {type(leaf).__name__}, {_OTHER_OPERATORS}", hint)


def differentiated_arguments(primals: Sequence, tangents: Sequence | None) -> tuple[int, ...]:
    """The positions of the primals that have a tangent; without tangents, of those that can have one."""
    if tangents is None:
        return tuple([i for i, primal in enumerate(primals) if is_differentiated(primal, opened=True)])
    if len(primals) != len(tangents):
        reason = f"{len(primals)} primals but {len(tangents)} tangents"
        raise ShapeMismatch(reason, "pass one for each; None for what isn't differentiated")
    differentiated = tuple([i for i, tangent in enumerate(tangents) if not is_nothing(tangent)])
    for i in differentiated:
        check_argument(primals[i], i)
    return differentiated


def is_nothing(tangent: Any) -> bool:
    """Whether a tangent is None, or a structure of nothing else: the argument stays as it is."""
    if isinstance(tangent, dict):
        tangent = list(tangent.values())
    if isinstance(tangent, (list, tuple)):
        return len(tangent) > 0 and all(map(is_nothing, tangent))
    return tangent is None


def tangents_like(tangents: Sequence, primals: Sequence, differentiated: tuple[int, ...]) -> list:
    """The tangents of the primals that move, each in the structure of its primal, and of the type of NumPy's numbers."""
    given = [like(tangents[i], primals[i], f"the tangent of argument number {i}") for i in differentiated]
    return [
        type(primals[i])(dot) if isinstance(primals[i], np.floating) and type(dot) is float else dot
        for i, dot in zip(differentiated, given)
    ]


def checked_argnums(argnums: Any) -> int | str | tuple[int | str, ...]:
    """What says which arguments are differentiated: a position or a name, or a tuple of such. Raises ArgumentIndexError."""
    if isinstance(argnums, (list, tuple)):
        return tuple(map(_position_or_name, argnums))
    return _position_or_name(argnums)


def _position_or_name(entry: Any) -> int | str:
    if isinstance(entry, str):
        return entry
    if isinstance(entry, (int, np.integer)) and not isinstance(entry, bool):
        return int(entry)
    hint = "give a position such as 0, a name such as 'x', or a tuple of them"
    raise ArgumentIndexError(f"argnums is {entry!r:.60}, which is neither a position nor a name", hint)


def indices_of(
    fun: Callable, argnums: Any, count: int, first: int | None = None
) -> tuple[tuple[int, ...], bool]:
    """Positions from positions or names, and whether a single one was asked for.

    `count` is the number of parameters; those that are given by name only begin at `first`.
    """
    argnums = checked_argnums(argnums)
    single = isinstance(argnums, (int, str))
    chosen = argnums if isinstance(argnums, tuple) else (argnums,)
    names = parameter_names(fun)
    only = keyword_only(fun)
    start = max(len(names), count - len(only)) if first is None else first
    places = {**{name: i for i, name in enumerate(names)}, **{name: start + i for i, name in enumerate(only)}}
    return tuple(_index(fun, entry, places, start, count) for entry in chosen), single


def _index(fun: Callable, entry: Any, places: dict[str, int], start: int, count: int) -> int:
    """One position; `start` is that of the first parameter given by name only."""
    title = title_of(fun)
    hint = f"the parameters are {', '.join(places)}" if places else "give a position"
    if isinstance(entry, str):
        if entry not in places:
            raise ArgumentIndexError(f"{title} has no parameter {entry!r}", hint)
        return places[entry]
    if not -start <= entry < count:
        raise ArgumentIndexError(f"{title} is called with {count} arguments, and has no number {entry}", hint)
    return entry if entry >= 0 else start + entry


def by_position(
    fun: Callable, args: tuple, kwargs: dict[str, Any]
) -> tuple[tuple, dict[str, Any], inspect.Signature | None]:
    """The arguments by position as far as they can be, and the rest by name."""
    try:
        signature = inspect.signature(fun)
    except (TypeError, ValueError):
        return args, kwargs, None
    bound = signature.bind(*args, **kwargs)
    return bound.args, bound.kwargs, signature


def primals_of(fun: Callable, call: Call, args: Sequence, kwargs: dict[str, Any]) -> tuple:
    """The differentiated arguments, in the order asked for; where one isn't given, its default."""
    names = parameter_names(fun)
    count = max(len(args), len(names))
    found = []
    for i in call.wrt:
        if i < len(args):
            found.append(args[i])
        else:
            name = names[i] if i < len(names) else keyword_only(fun)[i - count]
            given = name in kwargs
            found.append(kwargs[name] if given else inspect.signature(fun).parameters[name].default)
    return tuple(found)
