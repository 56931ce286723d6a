"""How a function is called: kinds of the arguments, and which of them are differentiated."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.dispatch import is_floats
from s2sad.errors import ArgumentIndexError, NotANumber
from s2sad.frontend.lower import parameter_names
from s2sad.frontend.program import Argument, Arguments
from s2sad.ir import kinds as K


@dataclass(frozen=True)
class Call:
    """The kind of a call: what specialises a derivative. `wrt` are places among the parameters, in order asked for."""

    arguments: Arguments
    wrt: tuple[int, ...]
    single: bool

    @classmethod
    def from_annotations(cls, fun: Callable, argnums: Any) -> Call:
        """The call that the annotations of a function tell of; a parameter without one counts as float."""
        kinds, places = annotated_kinds(fun), places_of(fun)
        wrt, single = indices_of(fun, argnums, max(len(places), len(kinds)))
        given = [
            (name, Argument(K.FLOAT if places[name] in wrt and kind == K.INT else kind, places[name] in wrt))
            for name, kind in kinds
        ]
        by_name = set(keyword_only(fun))
        leading = [name not in by_name and places[name] == i for i, (name, _) in enumerate(given)]
        first = leading.index(False) if False in leading else len(given)
        return cls(
            Arguments(tuple(argument for _, argument in given[:first]), tuple(given[first:])), wrt, single
        )


_ARRAYS = ("f", "c")
_SCALARS = frozenset((float, int, bool, str, type(None)))


def quick_key(args: Sequence) -> tuple | None:
    """What tells the kind of a call with numbers, texts and lists of floats at little cost; None for any other."""
    key = []
    for arg in args:
        kind = type(arg)
        if kind is list:
            if not is_floats(arg):
                return None
        elif kind not in _SCALARS:
            return None
        key.append(kind)
    return tuple(key)


def describe(
    fun: Callable, args: Sequence, kwargs: dict[str, Any], argnums: Any, closed: bool = False
) -> Call:
    """The kind of a call with these arguments. TypeError, as of the plain call, if they don't fit the function."""
    check_signature(fun, args, kwargs)
    names = parameter_names(fun)
    count = max(len(args), len(names))
    only = keyword_only(fun)
    wrt, single = indices_of(fun, argnums, count + len(only), count)
    positional = tuple(argument_of(arg, i in wrt, i) for i, arg in enumerate(args))
    places = {name: i for i, name in enumerate(names)}
    places.update((name, count + i) for i, name in enumerate(only))
    named = tuple((name, argument_of(arg, places.get(name) in wrt, name)) for name, arg in kwargs.items())
    named += defaults_of(
        fun, [n for n, i in places.items() if i in wrt and i >= len(args) and n not in kwargs]
    )
    return Call(Arguments(positional, named, closed), wrt, single)


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


def argument_of(value: Any, varied: bool, place: Any) -> Argument:
    kind = K.kind_of(value)
    if varied:
        check_argument(value, place)
        kind = with_floats(kind)
    function = callable(value) and not isinstance(value, type)
    return Argument(kind, varied, value if function else None)


def with_floats(kind: K.Kind) -> K.Kind:
    """The kind of a differentiated container: the ints in it count as floats."""
    if kind.name not in K.CONTAINERS:
        return kind
    item = kind.item and _float_or(kind.item)
    return K.Kind(kind.name, item, kind.fields and tuple(map(_float_or, kind.fields)))


def _float_or(kind: K.Kind) -> K.Kind:
    return K.FLOAT if kind == K.INT else with_floats(kind)


def refuse_arrays(value: Any) -> None:
    """Arrays of floats, alone or in a container, are not differentiated by this version."""
    if isinstance(value, (list, tuple)):
        for item in value:
            refuse_arrays(item)
    elif isinstance(value, dict):
        refuse_arrays(list(value.values()))
    elif getattr(getattr(value, "dtype", None), "kind", "") in _ARRAYS and not isinstance(value, float):
        reason = f"a {type(value).__name__} of {value.dtype} is differentiated"
        raise NotANumber(reason, "arrays are not differentiated by this version: pass a list of floats")


def check_argument(value: Any, place: Any) -> None:
    """A differentiated argument has to hold numbers."""
    if isinstance(value, (list, tuple, dict)):
        refuse_arrays(value)
    kind = K.kind_of(value)
    if kind == K.INT or (K.differentiable(kind) and kind not in (K.OBJECT, K.FUNCTION)):
        return
    if kind.name in K.CONTAINERS:
        return
    what = f"argument {place!r}" if isinstance(place, str) else f"argument number {place}"
    hint = "pass a float, or leave it out of argnums"
    if getattr(getattr(value, "dtype", None), "kind", "") in "iub" and hasattr(value, "dtype"):
        hint = "convert it: x.astype(float)"
    elif hasattr(value, "dtype"):
        hint = "arrays are not differentiated by this version: pass a list of floats"
    raise NotANumber(f"{what} is a {type(value).__name__}, which holds no derivative", hint)


def is_moving(value: Any) -> bool:
    """Whether an argument is differentiated where it isn't said which are: floats, and what holds floats."""
    refuse_arrays(value)
    kind = K.kind_of(value)
    return K.differentiable(kind) and kind not in (K.OBJECT, K.FUNCTION)


def indices_of(
    fun: Callable, argnums: Any, count: int, first: int | None = None
) -> tuple[tuple[int, ...], bool]:
    """Positions from positions or names, and whether a single one was asked for.

    `count` is the number of parameters; those that are given by name only begin at `first`.
    """
    single = isinstance(argnums, (int, str))
    chosen = (argnums,) if single else tuple(argnums)
    names = parameter_names(fun)
    only = keyword_only(fun)
    start = max(len(names), count - len(only)) if first is None else first
    places = {**{name: i for i, name in enumerate(names)}, **{name: start + i for i, name in enumerate(only)}}
    return tuple(_index(fun, entry, places, start, count) for entry in chosen), single


def _index(fun: Callable, entry: Any, places: dict[str, int], start: int, count: int) -> int:
    """One position; `start` is that of the first parameter given by name only."""
    title = getattr(fun, "__name__", repr(fun))
    hint = f"the parameters are {', '.join(places)}" if places else "give a position"
    if isinstance(entry, str):
        if entry not in places:
            raise ArgumentIndexError(f"{title} has no parameter {entry!r}", hint)
        return places[entry]
    if not -start <= entry < count:
        raise ArgumentIndexError(f"{title} is called with {count} arguments, and has no number {entry}", hint)
    return entry if entry >= 0 else start + entry


def places_of(fun: Callable) -> dict[str, int]:
    """Where the parameters stand in the emitted function; those that are given by name only come last."""
    names = parameter_names(fun) + keyword_only(fun)
    return {name: i for i, name in enumerate(names or ["x"])}


def keyword_only(fun: Callable) -> list[str]:
    """The names of the parameters that are given by name only."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY]


_ANNOTATIONS = {"float": K.FLOAT, "int": K.INT, "bool": K.BOOL, "str": K.TEXT, "complex": K.COMPLEX}


def annotated_kinds(fun: Callable) -> list[tuple[str, K.Kind]]:
    """The parameters with their kinds by their annotations: numbers, and lists and tuples of them."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return [("x", K.FLOAT)]
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        (p.name, annotated_kind(p.annotation)) for p in parameters if p.kind not in variadic and _needed(p)
    ]


def differentiable_places(fun: Callable) -> tuple[int, ...]:
    """The parameters that can be differentiated, as the annotations tell."""
    places = places_of(fun)
    return tuple(places[name] for name, kind in annotated_kinds(fun) if K.differentiable(kind))


def _needed(parameter: inspect.Parameter) -> bool:
    return parameter.default is inspect.Parameter.empty or isinstance(parameter.default, (int, float))


def annotated_kind(annotation: Any) -> K.Kind:
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    text = str(annotation) if hasattr(annotation, "__args__") else text
    head, _, inner = text.replace("typing.", "").partition("[")
    if head in ("list", "List", "Sequence", "tuple", "Tuple"):
        item = annotated_kind(inner.rstrip("]").partition(",")[0].strip() or "float")
        return K.list_kind(item) if head[0] in "lLS" else K.Kind("tuple", item)
    return _ANNOTATIONS.get(head.strip(), K.FLOAT)
