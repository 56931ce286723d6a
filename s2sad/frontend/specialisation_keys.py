"""Values that leave their scope, as arguments of a function of the module.

`abstract` takes values apart into a shape, which is hashable and says all that is known before the program runs, and
the atoms that are left. A nested function becomes its syntax and what it captures; `concrete` puts it together again
in a scope of its own. A function that captures itself (recursion) is a `Again` in its own shape. An object becomes its
class and what its attributes hold; where it comes again, it is the `Same`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Getter,
    Object,
    Once,
    Scope,
    Sequence,
    Table,
    Value,
    unwrapped,
)
from s2sad.frontend.materialise import materialise
from s2sad.frontend.queries import captured_names, captures_of
from s2sad.ir import kinds as K
from s2sad.ir.changed_kinds import without_sites
from s2sad.ir.nodes import Atom, Const, Entry, FunctionRef, Ref, Var


@dataclass(frozen=True)
class Again:
    """The function, so many levels further out, that is being taken apart."""

    depth: int


@dataclass(frozen=True)
class Closed:
    """A nested function without its scope: `names` are those that it reads from there."""

    node: Any
    owner: Any
    source: Any
    names: tuple[str, ...]
    captured: tuple[Any, ...]
    defaults: tuple[Any, ...]
    keyword_names: tuple[str, ...]
    keyword_defaults: tuple[Any, ...]
    is_last: bool


@dataclass(frozen=True)
class Opened:
    """An object of the user's: what its attributes hold, and whether it may be written."""

    cls: type
    names: tuple[str, ...]
    held: tuple[Any, ...]
    joined: bool
    constant: bool
    is_item: bool
    sites: frozenset[int] = field(compare=False)


@dataclass(frozen=True)
class Same:
    """An object that has been taken apart already, by its number."""

    number: int


def abstract(
    builder: Any, values: list[Value], objects: list[Object] | None = None, keeps_options: bool = False
) -> tuple[tuple[Any, ...], list[Atom]]:
    """The shapes of values, and the atoms in them; the objects in them are added to `objects`, if that is given.

    A function that `keeps_options` is another one for each text and each truth value that it gets.
    """
    apart = _Abstraction(builder, objects)

    def shape_of(value: Value) -> Any:
        is_option = isinstance(value, Const) and isinstance(value.value, (str, bool))
        return value if keeps_options and is_option else apart.shape(value, ())

    return tuple(map(shape_of, values)), apart.atoms


def abstract_each(builder: Any, values: list[Value]) -> tuple[tuple[Any, ...], list[Atom], list[range]]:
    """The shapes of values, the atoms in them, and which of these are in each value."""
    apart = _Abstraction(builder, [])
    shapes, places = [], []
    for value in values:
        first = len(apart.atoms)
        shapes.append(apart.shape(value, ()))
        places.append(range(first, len(apart.atoms)))
    return tuple(shapes), apart.atoms, places


def is_in_shape(builder: Any, value: Any) -> bool:
    """Whether a value that isn't taken apart is part of the shape, and no atom: a function or object outside, or None."""
    if isinstance(value, Ref):
        return callable(value.value) or builder.kind(value).name == "object"
    return isinstance(value, Const) and value.value is None


class _Abstraction:
    """Takes values apart; a function that captures itself is known by the functions `around` it."""

    def __init__(self, builder: Any, objects: list[Object] | None) -> None:
        self.builder, self.objects = builder, objects
        self.atoms: list[Atom] = []

    def every(self, values: Iterable[Any], around: tuple[Function, ...]) -> tuple[Any, ...]:
        return tuple(self.shape(item, around) for item in values)

    def shape(self, value: Any, around: tuple[Function, ...]) -> Any:
        value = unwrapped(value)
        if isinstance(value, Getter) or is_in_shape(self.builder, value):
            return value
        if isinstance(value, Function):
            return self.closed(value, around)
        if isinstance(value, Object) and self.objects is not None:
            return self.opened(value, self.objects, around)
        return self.of_parts(value, around)

    def of_parts(self, value: Any, around: tuple[Function, ...]) -> Any:
        """The shape of what consists of other values, or is an atom."""
        every = partial(self.every, around=around)
        if isinstance(value, Sequence):
            return "sequence", value.kind, every(value.items), value.names, value.cls
        if isinstance(value, Table):
            return "table", tuple(value.items), every(value.items.values())
        if isinstance(value, Bound):
            function, args = self.shape(value.function, around), every(value.args)
            return type(value), function, args, tuple(value.kwargs), every(value.kwargs.values())
        if isinstance(value, Chosen):
            self.atoms.append(value.number)
            return "chosen", every(value.options)
        if isinstance(value, Derived):
            options = tuple(sorted(value.options.items()))
            return "derived", value.transform, self.shape(value.function, around), options
        if isinstance(value, Once):
            reason = "a generator or iterator goes to a function that is not written out where it is called"
            raise self.builder.refusal(None, reason, "pass a list of its items: `list(...)`")
        is_atom = isinstance(value, (Var, Const, Ref))
        self.atoms.append(value if is_atom else materialise(self.builder, value, None))
        return "atom"

    def opened(self, value: Object, objects: list[Object], around: tuple[Function, ...]) -> Any:
        for number, other in enumerate(objects):
            if other is value:
                return Same(number)
        objects.append(value)
        known = self.builder.dispatch.attributes_of(self.builder, value)
        joined = value.joined or id(value) in self.builder.parts
        held = self.every(known.values(), around)
        return Opened(value.cls, tuple(known), held, joined, value.constant, value.is_item, value.sites)

    def closed(self, value: Function, around: tuple[Function, ...]) -> Any:
        for depth, outer in enumerate(reversed(around)):
            if outer.node is value.node and outer.scope is value.scope:
                return Again(depth)
        every = partial(self.every, around=(*around, value))
        names = tuple(captured_names(value)) if value.scope else ()
        captured = every(captures_of(self.builder, value))
        source = value.scope.source if value.scope else None
        defaults, others = every(value.defaults), every(value.keyword_defaults.values())
        keywords, last = tuple(value.keyword_defaults), value.is_last
        return Closed(value.node, value.owner, source, names, captured, defaults, keywords, others, last)


def facts_of(lowering: Any, atoms: list[Atom]) -> tuple[tuple[K.Kind, bool], ...]:
    """What is known of the arguments of a function of the module: their kinds, and whether they vary."""
    return tuple((without_sites(lowering.kind(atom)), lowering.varies(atom)) for atom in atoms)


def call_by_name(
    lowering: Any,
    name: str,
    atoms: Iterable[Atom],
    facts: Iterable[tuple[K.Kind, bool]],
    node: ast.AST | None,
    hint: str = "t",
) -> list[Var]:
    """The entry that calls a function of the module, and its targets, of which these are the facts."""
    targets = [lowering.var(hint, kind, varied) for kind, varied in facts]
    entry = Entry(tuple(targets), FunctionRef(name), tuple(atoms), (), lowering.location(node))
    lowering.out.append(entry)
    return targets


def concrete(builder: Any, shape: Any, atoms: list[Atom], objects: list[Object]) -> Value:
    """The value of a shape, its atoms taken from the front of a list; captured names go to a scope of their own.

    The objects in it are added to `objects`.
    """
    return _Concretion(builder, atoms, objects).value(shape, ())


class _Concretion:
    """Puts values together again."""

    def __init__(self, builder: Any, atoms: list[Atom], objects: list[Object]) -> None:
        self.builder, self.atoms, self.objects = builder, atoms, objects

    def every(self, shapes: Iterable[Any], around: tuple[Function, ...]) -> tuple[Any, ...]:
        return tuple(self.value(item, around) for item in shapes)

    def value(self, shape: Any, around: tuple[Function, ...]) -> Value:
        if isinstance(shape, (Ref, Const, Getter)):
            return shape
        if shape == "atom":
            return self.atoms.pop(0)
        if isinstance(shape, Again):
            return around[-1 - shape.depth]
        if isinstance(shape, Closed):
            return self.function(shape, around)
        if isinstance(shape, Same):
            return self.objects[shape.number]
        return self.opened(shape, around) if isinstance(shape, Opened) else self.of_parts(shape, around)

    def of_parts(self, shape: tuple[Any, ...], around: tuple[Function, ...]) -> Value:
        every = partial(self.every, around=around)
        if shape[0] == "chosen":
            number = self.atoms.pop(0)
            return Chosen(number, every(shape[1]))
        if shape[0] == "sequence":
            return Sequence(every(shape[2]), *shape[1:2], *shape[3:])
        if shape[0] == "table":
            return Table(dict(zip(shape[1], every(shape[2]))))
        if shape[0] == "derived":
            return Derived(shape[1], self.value(shape[2], around), dict(shape[3]))
        function = self.value(shape[1], around)
        made: Value = shape[0](function, every(shape[2]), dict(zip(shape[3], every(shape[4]))))
        return made

    def opened(self, shape: Opened, around: tuple[Function, ...]) -> Object:
        is_item, sites = shape.is_item, shape.sites
        made = Object(shape.cls, {}, shape.joined, shape.constant, is_item, sites=sites)
        self.objects.append(made)
        self.builder.objects.append(made)
        made.fields.update(zip(shape.names, self.every(shape.held, around)))
        self.builder.env.update({(id(made), name): value for name, value in made.fields.items()})
        return made

    def function(self, shape: Closed, around: tuple[Function, ...]) -> Function:
        scope = None
        if shape.source is not None:
            names = frozenset(shape.names)
            scope = Scope(shape.owner, shape.source, None, names, readonly=names)
        keyword: dict[str, Value] = {}
        function = Function(shape.node, scope, shape.owner, (), keyword, is_last=shape.is_last)
        every = partial(self.every, around=(*around, function))
        for name, value in zip(shape.names, every(shape.captured)):
            self.builder.env[self.builder.key(scope, name)] = value
        defaults = every(shape.defaults)
        keyword.update(zip(shape.keyword_names, every(shape.keyword_defaults)))
        object.__setattr__(function, "defaults", defaults)
        return function
