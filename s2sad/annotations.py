"""The kinds that annotations tell of: for derivatives that are made before any call is at hand.

    x: float                     A: np.ndarray               rates: dict[str, float]
    xs: list[float]              A: NDArray[np.float64]      model: Spring            (a dataclass, or a named tuple)
    "x=float,A=float64[:, :]"    how types are written by hand; a `:` for each axis of an array
    "A=float64[n, m],b=float64[m]"    axes with names are equally long where these are the same, and aren't of one item

What isn't annotated, or with something that tells nothing (`Any`), counts as a float.
"""

from __future__ import annotations

import collections.abc
import contextlib
import inspect
import numbers
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from s2sad.annotation_texts import ArrayOf, Unresolved, resolved
from s2sad.errors import ArgumentIndexError, UnsupportedValue
from s2sad.frontend.parameters import parameter_names
from s2sad.ir import kinds as K
from s2sad.ir import value_kinds
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.records import field_names, is_record_class
from s2sad.ir.static_lookup import is_of_a_library, plain_attribute, title_of

_NUMBERS = (
    ((bool, np.bool_), K.BOOL),
    ((int, np.integer, numbers.Integral), K.INT),
    ((float, np.floating, numbers.Real), K.FLOAT),
    ((complex, np.complexfloating), K.COMPLEX),
    ((str, bytes), K.TEXT),
    ((type(None),), K.NONE),
)
_UNTOLD = (inspect.Parameter.empty, Any, object, numbers.Number, typing.SupportsFloat, np.generic, np.number)
_WRAPPERS = (
    *(typing.Annotated, typing.Final, typing.ClassVar),
    *(getattr(typing, name) for name in ("Required", "NotRequired", "ReadOnly") if hasattr(typing, name)),
)
KNOWN = "float, int, bool, str, complex, list[float], tuple[float, ...], dict[str, float], float64[:, :], float64[n, m], a dataclass"


def annotated_kinds(fun: Callable, given: Mapping[str, str] | None = None) -> list[tuple[str, K.Kind]]:
    """The parameters of a function with their kinds by their annotations.

    `given` counts before annotations. Parameters whose default isn't a number are left out: they keep it.
    Raises ArgumentIndexError for a name in `given` that is no parameter's, UnsupportedValue for a type that is none,
    and for a parameter that is a function.
    """
    given = given or {}
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return [("x", K.FLOAT)]
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    named = [p for p in parameters if p.kind not in variadic]
    unknown = set(given).difference(p.name for p in named)
    if unknown:
        title = title_of(fun)
        hint = f"the parameters are {', '.join(p.name for p in named)}"
        raise ArgumentIndexError(f"{title} has no parameter {min(unknown)!r}", hint)
    names = names_of(fun)
    found = []
    for p in named:
        if p.name in given:
            found.append((p.name, kind_of_text(given[p.name], names)))
        elif p.default is inspect.Parameter.empty or isinstance(p.default, (int, float)):
            found.append((p.name, _checked(p.name, annotated_kind(p.annotation, names))))
    return found


def annotated_names(fun: Callable, given: Mapping[str, str] | None = None) -> frozenset[str]:
    """The parameters whose kind an annotation tells, or `given`; all others count as floats."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return frozenset()
    return frozenset(p.name for p in parameters if p.annotation is not p.empty).union(given or ())


def annotated_lengths(fun: Callable, given: Mapping[str, str] | None = None) -> dict[str, ArgumentLengths]:
    """The lengths of the parameters that are arrays, where an annotation that is a text names them, or one in `given`."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return {}
    texts = {p.name: p.annotation for p in parameters if isinstance(p.annotation, str)} | dict(given or {})
    found: dict[str, ArgumentLengths] = {}
    for name, text in texts.items():
        with contextlib.suppress(Unresolved):
            declared = resolved(text, names_of(fun))
            if isinstance(declared, ArrayOf) and any(length is not None for length in declared.lengths):
                found[name] = declared.lengths
    return found


def annotated_classes(fun: Callable, given: Mapping[str, str] | None = None) -> dict[str, list[type]]:
    """The classes of the user's that annotations name, or `given`; that of the object itself comes first."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return {}
    declared = {p.name: p.annotation for p in parameters if p.annotation is not p.empty} | dict(given or {})
    return {name: list(_classes_in(value, names_of(fun))) for name, value in declared.items()}


def _classes_in(annotation: Any, names: Mapping[str, Any]) -> Iterator[type]:
    if isinstance(annotation, str):
        try:
            annotation = resolved(annotation, names)
        except Unresolved:
            return
    if isinstance(annotation, type) and not is_of_a_library(annotation):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _classes_in(part, names)


def _checked(name: str, kind: K.Kind) -> K.Kind:
    if kind == K.FUNCTION:
        hint = (
            "emit a function that calls this one with the function it gets, or take the source after a call"
        )
        raise UnsupportedValue(f"the parameter {name!r} is a function, which no annotation tells", hint)
    return kind


def differentiable_places(fun: Callable, given: Mapping[str, str] | None = None) -> tuple[int, ...]:
    """The parameters that can be differentiated, as the annotations (or `given`) tell."""
    places = places_of(fun)
    kinds = annotated_kinds(fun, given)
    return tuple([places[name] for name, kind in kinds if K.is_differentiated(kind)])


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


def names_of(fun: Callable) -> Mapping[str, Any]:
    """The names that the annotations of a function can use."""
    while hasattr(fun, "primal"):  # a derivative is unwrapped to what was emitted
        fun = fun.primal
    return getattr(inspect.unwrap(fun), "__globals__", {})


# --------------------------------------------------------------------------------------------- one annotation


def kind_of_text(text: str, names: Mapping[str, Any] | None = None) -> K.Kind:
    """The kind that a type written by hand tells of. Raises UnsupportedValue for what is none."""
    try:
        annotation = resolved(text, names or {})
    except Unresolved:
        annotation = None
    if annotation is None or isinstance(annotation, (int, float)):
        raise UnsupportedValue(f"{text!r} is not a known type", f"there are {KNOWN}")
    return annotated_kind(annotation, names)


def annotated_kind(annotation: Any, names: Mapping[str, Any] | None = None) -> K.Kind:
    """The kind that an annotation tells of; that of a float if it tells none."""
    found = _kind(annotation, names or {})
    return K.FLOAT if found is None else found


def _kind(annotation: Any, names: Mapping[str, Any]) -> K.Kind | None:
    """The kind that an annotation tells of, or None."""
    if isinstance(annotation, (str, typing.ForwardRef)):
        text = annotation if isinstance(annotation, str) else annotation.__forward_arg__
        try:
            return _kind(resolved(text, names), names)
        except Unresolved:
            return (
                K.array_kind(K.FLOAT, None)
                if text.partition("[")[0].endswith(("ndarray", "NDArray"))
                else None
            )
    if annotation is None:
        return K.NONE
    if isinstance(annotation, ArrayOf):
        return annotation.kind
    if annotation is npt.ArrayLike:
        return K.array_kind(K.FLOAT, None)
    supertype = plain_attribute(annotation, "__supertype__")
    if supertype is not None:
        return _kind(supertype, names)
    alias = plain_attribute(typing.get_origin(annotation) or annotation, "__value__")
    if alias is not None:  # `type X = ...`, and with arguments `type X[T] = ...`
        args = typing.get_args(annotation)
        return _kind(alias[args] if args else alias, names)
    if isinstance(annotation, typing.TypeVar):
        return (
            _kind(annotation.__bound__, names)
            if annotation.__bound__
            else _any_of(annotation.__constraints__, names)
        )
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is not None:
        return _generic(origin, args, names)
    if isinstance(annotation, type):
        return _class(annotation)
    return None


def _generic(origin: Any, args: tuple[Any, ...], names: Mapping[str, Any]) -> K.Kind | None:
    """The kind that `origin[args]` tells of."""
    if origin in (typing.Union, types.UnionType):
        return _any_of(args, names)
    if origin is typing.Literal:
        return K.join_all(tuple(map(value_kinds.kind_of, args)))
    if origin in _WRAPPERS:
        return _kind(args[0], names)
    if origin is np.ndarray:
        return _array(args)
    if origin is tuple and not (len(args) == 2 and args[1] is ...):
        return K.tuple_kind(tuple([annotated_kind(arg, names) for arg in args]))
    if isinstance(origin, type) and issubclass(origin, collections.abc.Callable):  # type: ignore[arg-type]
        return K.FUNCTION
    if isinstance(origin, type) and issubclass(origin, collections.abc.Mapping):
        return K.dict_kind(annotated_kind(args[1], names))
    if isinstance(origin, type) and issubclass(origin, collections.abc.Iterable):
        item = annotated_kind(args[0], names)
        return K.Kind("tuple", item) if origin is tuple else K.list_kind(item)
    return _class(origin) if isinstance(origin, type) else None


def _any_of(choices: tuple[Any, ...], names: Mapping[str, Any]) -> K.Kind | None:
    """The kind of what is one of several: an array that may be a number, if one of them is an array."""
    kinds = [kind for kind in (_kind(choice, names) for choice in choices) if kind not in (None, K.NONE)]
    declared: list[K.Kind] = [kind for kind in kinds if kind is not None]
    arrays = [kind for kind in declared if K.is_array(kind)]
    joined = K.join_all(tuple(declared))
    if arrays and joined == K.UNKNOWN:
        return K.array_kind(K.join_all(tuple(map(K.element, arrays))), None)
    return joined if declared and joined != K.UNKNOWN else None


def _array(args: tuple[Any, ...]) -> K.Kind:
    """`np.ndarray[shape, dtype]`: the rank if the shape is a tuple of so many, and the kind of the elements."""
    lengths = typing.get_args(args[0])
    rank = len(lengths) if lengths and ... not in lengths else None
    dtype = typing.get_args(args[1]) if len(args) > 1 else ()
    element = _class(dtype[0]) if dtype and isinstance(dtype[0], type) else None
    return K.array_kind(element if element in K.NUMBERS else K.FLOAT, rank)


def _class(cls: type) -> K.Kind | None:
    """The kind of the objects of a class."""
    if typing.is_typeddict(cls):
        return K.known_dict_kind(tuple(cls.__annotations__), _field_kinds(cls, cls.__annotations__))
    for classes, kind in _NUMBERS:
        if issubclass(cls, classes):
            return kind
    if any(cls is other for other in _UNTOLD):
        return None
    if issubclass(cls, np.ndarray):
        return K.array_kind(K.FLOAT, None)
    if is_record_class(cls):
        return K.tuple_kind(_field_kinds(cls, field_names(cls)), cls)
    if cls is dict or cls in (collections.abc.Mapping, collections.abc.MutableMapping):
        return K.dict_kind(K.UNKNOWN)
    if cls in (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.MutableSequence):
        return K.list_kind(K.FLOAT)
    if cls is tuple:
        return K.Kind("tuple", K.FLOAT)
    return K.FUNCTION if cls is collections.abc.Callable else K.OBJECT


def _field_kinds(cls: type, names: Iterable[str]) -> tuple[K.Kind, ...]:
    """The kinds of the attributes of a dataclass or named tuple, or of the items of a TypedDict."""
    kinds = {
        name: annotated_kind(annotation, {**vars(sys.modules.get(base.__module__, typing)), **vars(base)})
        for base in reversed(cls.__mro__)
        for name, annotation in vars(base).get("__annotations__", {}).items()
    }
    return tuple([kinds.get(name, K.FLOAT) for name in names])
