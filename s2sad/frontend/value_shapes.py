"""Values that stand for several, as their shape and the variables in it, and back.

Sequence((x, Object(p, q)))      its shape, and [x, p, q]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Function,
    Made,
    Maybe,
    Object,
    Sequence,
    Snapshot,
    Table,
    Value,
    View,
    parts_of,
    unwrapped,
)
from s2sad.frontend.user_classes import is_own_record
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var

_NONE, _UNDEFINED = Const(None), Const(UNDEFINED)


def flatten(value: Value) -> tuple[Any, list[Atom]]:
    """A value as its shape (hashable; what has no atoms in it stands for itself) and its atoms."""
    value = unwrapped(value)
    if isinstance(value, (Var, Const, Ref)):
        return "atom", [value]
    if isinstance(value, (Sequence, Table, Snapshot)):
        shapes, atoms = flatten_each(parts_of(value))
        return (_keys(value), tuple(shapes)), atoms
    if isinstance(value, Bound):
        shape, atoms = flatten(Sequence((*value.args, *value.kwargs.values())))
        inner, more = (value.function, []) if isinstance(value, View) else flatten(value.function)
        return ("bound", inner, len(value.args), tuple(value.kwargs), shape, type(value)), more + atoms
    if isinstance(value, Maybe):
        shape, atoms = flatten(value.there)
        return ("maybe", ("atom", shape)), [value.absent, *atoms]
    if isinstance(value, Chosen):
        shapes, atoms = flatten_each(value.options)
        return ("chosen", ("atom", *shapes)), [value.number, *atoms]
    if isinstance(value, Function) and (value.defaults or value.keyword_defaults or value.attributes):
        parts = *value.defaults, *value.keyword_defaults.values(), *value.attributes.values()
        shapes, atoms = flatten_each(parts)
        names = tuple(value.keyword_defaults), tuple(value.attributes)
        return ("function", tuple(shapes), value.node, value.scope, value.owner, *names), atoms
    return value, []


def flatten_each(values: Iterable[Value]) -> tuple[list[Any], list[Atom]]:
    """The shapes of values, and all their atoms."""
    shapes, atoms = [], []
    for value in values:
        shape, more = flatten(value)
        shapes.append(shape)
        atoms += more
    return shapes, atoms


def mapped(value: Sequence | Table, change: Callable[[Any], Any]) -> Value:
    """The value with each of its items changed."""
    if isinstance(value, Table):
        return Table({key: change(item) for key, item in value.items.items()})
    return replace(value, items=tuple(map(change, value.items)))


def _keys(value: Sequence | Table | Snapshot) -> Any:
    if isinstance(value, Snapshot):
        return Made(value.cls, tuple(value.fields), False, value.sites)
    if isinstance(value, Table):
        return tuple(value.items)
    return Made(value.cls, value.names, True) if value.names else value.kind


def unflatten(shape: Any, atoms: list[Atom]) -> Value:
    """The value of a shape, its atoms taken from the front of a list."""
    if shape == "atom":
        return atoms.pop(0)
    if not isinstance(shape, tuple):
        return shape
    if shape[0] == "bound":
        function = unflatten(shape[1], atoms)
        parts = unflatten(shape[4], atoms)
        assert isinstance(parts, Sequence)
        count = shape[2]
        return shape[5](function, parts.items[:count], dict(zip(shape[3], parts.items[count:])))
    items = tuple(unflatten(part, atoms) for part in shape[1])
    if shape[0] == "maybe":
        absent, there = items
        assert isinstance(absent, (Var, Const, Ref)) and isinstance(there, (Object, Sequence))
        return Maybe(absent, there)
    if shape[0] == "chosen":
        number, *options = items
        assert isinstance(number, (Var, Const, Ref))
        return Chosen(number, tuple(options))
    if shape[0] == "function":
        first, last = len(items) - len(shape[5]) - len(shape[6]), len(items) - len(shape[6])
        keywords = dict(zip(shape[5], items[first:last]))
        attributes: Any = dict(zip(shape[6], items[last:]))
        return Function(shape[2], shape[3], shape[4], items[:first], keywords, attributes)
    if isinstance(shape[0], Made):
        made = shape[0]
        if made.is_tuple:
            return Sequence(items, "tuple", made.names, made.cls)
        assert made.cls is not None
        return Object(made.cls, dict(zip(made.names, items)), joined=True, sites=made.sites)
    return Sequence(items, shape[0]) if isinstance(shape[0], str) else Table(dict(zip(shape[0], items)))


# ------------------------------------------------------------------------------------------- objects or None


def shape_with_none(values: list[Any] | tuple[Any, ...]) -> Any:
    """The shape of objects or tuples that have one shape, some of which are None; None for any other values."""
    shapes = {flatten(value)[0] for value in values if value != _NONE}
    if _NONE not in values and not any(map(is_maybe, shapes)):
        return None
    objects = {shape[1][1] if is_maybe(shape) else shape for shape in shapes}
    if len(objects) != 1:
        return None
    (shape,) = objects
    made = shape[0] if isinstance(shape, tuple) else None
    is_whole = made == "tuple" or (isinstance(made, Made) and not is_own_record(made.cls))
    return ("maybe", ("atom", shape)) if is_whole else None


def is_maybe(shape: Any) -> bool:
    return isinstance(shape, tuple) and shape[0] == "maybe"


def fits(shape: Any, value: Value) -> bool:
    """Whether a value is of a shape, or one of those that may be None: an object, or None itself."""
    own = flatten(value)[0]
    return own == shape or (is_maybe(shape) and (value == _NONE or own == shape[1][1]))


def leaves_of(value: Value, shape: Any) -> list[Atom]:
    """The atoms of a value of a shape; an undefined one has undefined atoms."""
    if value == _UNDEFINED and shape != "atom":
        return [_UNDEFINED] * count_atoms(shape)
    if is_maybe(shape) and not isinstance(value, Maybe):
        absent = value == _NONE
        return [Const(absent), *leaves_of(_UNDEFINED if absent else value, shape[1][1])]
    return flatten(value)[1]


def count_atoms(shape: Any) -> int:
    if shape == "atom":
        return 1
    if not isinstance(shape, tuple):
        return 0
    if shape[0] == "bound":
        return count_atoms(shape[1]) + count_atoms(shape[4])
    return sum(map(count_atoms, shape[1]))


def hints_of(shape: Any, hint: str) -> list[str]:
    """Names for the atoms of a shape: an attribute is named by the object and by its own name."""
    if not isinstance(shape, tuple):
        return [hint] * count_atoms(shape)
    if is_maybe(shape):
        return [f"{hint}_absent", *hints_of(shape[1][1], hint)]
    if isinstance(shape[0], Made):
        named = zip(shape[0].names, shape[1])
        return [each for name, part in named for each in hints_of(part, f"{hint}_{name.lstrip('%')}")]
    return [hint] * count_atoms(shape)
