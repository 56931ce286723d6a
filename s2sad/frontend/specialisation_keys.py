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
    atoms: list[Atom] = []

    def shape_of(value: Value) -> Any:
        if keeps_options and isinstance(value, Const) and isinstance(value.value, (str, bool)):
            return value
        return _abstract(builder, value, atoms, objects, ())

    return tuple(map(shape_of, values)), atoms


def facts_of(lowering: Any, atoms: list[Atom]) -> tuple[tuple[K.Kind, bool], ...]:
    """What is known of the arguments of a function of the module: their kinds, and whether they vary."""
    return tuple((K.without_sites(lowering.kind(atom)), lowering.varies(atom)) for atom in atoms)


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


def _abstract(
    builder: Any, value: Any, atoms: list[Atom], objects: list[Object] | None, around: tuple[Function, ...]
) -> Any:
    def every(values: Any) -> tuple[Any, ...]:
        return tuple(_abstract(builder, item, atoms, objects, around) for item in values)

    value = unwrapped(value)
    if isinstance(value, Ref) and (callable(value.value) or builder.kind(value).name == "object"):
        return value
    if isinstance(value, Getter) or (isinstance(value, Const) and value.value is None):
        return value
    if isinstance(value, (Var, Const, Ref)):
        atoms.append(value)
        return "atom"
    if isinstance(value, Sequence):
        return "sequence", value.kind, every(value.items), value.names, value.cls
    if isinstance(value, Table):
        return "table", tuple(value.items), every(value.items.values())
    if isinstance(value, Bound):
        (function,) = every((value.function,))
        return type(value), function, every(value.args), tuple(value.kwargs), every(value.kwargs.values())
    if isinstance(value, Chosen):
        atoms.append(value.number)
        return "chosen", every(value.options)
    if isinstance(value, Derived):
        options = tuple(sorted(value.options.items()))
        return "derived", value.transform, *every((value.function,)), options
    if isinstance(value, Object) and objects is not None:
        for number, other in enumerate(objects):
            if other is value:
                return Same(number)
        objects.append(value)
        known = builder.dispatch.attributes_of(builder, value)
        joined = value.joined or id(value) in builder.parts
        held = every(known.values())
        return Opened(value.cls, tuple(known), held, joined, value.constant, value.is_item, value.sites)
    if isinstance(value, Once):
        reason = "a generator or iterator goes to a function that is not written out where it is called"
        raise builder.refusal(None, reason, "pass a list of its items: `list(...)`")
    if not isinstance(value, Function):
        atoms.append(materialise(builder, value, None))
        return "atom"
    for depth, outer in enumerate(reversed(around)):
        if outer.node is value.node and outer.scope is value.scope:
            return Again(depth)
    around = (*around, value)
    names = tuple(captured_names(value)) if value.scope else ()
    captured = every(captures_of(builder, value))
    keywords = tuple(value.keyword_defaults)
    source = value.scope.source if value.scope else None
    defaults, others = every(value.defaults), every(value.keyword_defaults.values())
    last = value.is_last
    return Closed(value.node, value.owner, source, names, captured, defaults, keywords, others, last)


def concrete(
    builder: Any, shape: Any, atoms: list[Atom], objects: list[Object], around: tuple[Function, ...] = ()
) -> Value:
    """The value of a shape, its atoms taken from the front of a list; captured names go to a scope of their own.

    The objects in it are added to `objects`.
    """

    def every(shapes: Any) -> tuple[Any, ...]:
        return tuple(concrete(builder, item, atoms, objects, around) for item in shapes)

    if isinstance(shape, (Ref, Const, Getter)):
        return shape
    if shape == "atom":
        return atoms.pop(0)
    if isinstance(shape, Again):
        return around[-1 - shape.depth]
    if isinstance(shape, Closed):
        return _reopened(builder, shape, atoms, objects, around)
    if isinstance(shape, Same):
        return objects[shape.number]
    if isinstance(shape, Opened):
        made = Object(
            shape.cls,
            joined=shape.joined,
            constant=shape.constant,
            is_item=shape.is_item,
            sites=shape.sites,
        )
        objects.append(made)
        builder.objects.append(made)
        made.fields.update(zip(shape.names, every(shape.held)))
        builder.env.update({(id(made), name): value for name, value in made.fields.items()})
        return made
    if shape[0] == "chosen":
        number = atoms.pop(0)
        return Chosen(number, every(shape[1]))
    if shape[0] == "sequence":
        return Sequence(every(shape[2]), *shape[1:2], *shape[3:])
    if shape[0] == "table":
        return Table(dict(zip(shape[1], every(shape[2]))))
    (function,) = every((shape[2] if shape[0] == "derived" else shape[1],))
    if shape[0] == "derived":
        return Derived(shape[1], function, dict(shape[3]))
    return shape[0](function, every(shape[2]), dict(zip(shape[3], every(shape[4]))))


def _reopened(
    builder: Any, shape: Closed, atoms: list[Atom], objects: list[Object], around: tuple[Function, ...]
) -> Function:
    scope = None
    if shape.source is not None:
        scope = Scope(
            shape.owner, shape.source, None, frozenset(shape.names), readonly=frozenset(shape.names)
        )
    keyword: dict[str, Value] = {}
    function = Function(shape.node, scope, shape.owner, (), keyword, is_last=shape.is_last)
    around = (*around, function)

    def every(shapes: Any) -> tuple[Any, ...]:
        return tuple(concrete(builder, item, atoms, objects, around) for item in shapes)

    captured = every(shape.captured)
    for name, value in zip(shape.names, captured):
        builder.env[builder.key(scope, name)] = value
    defaults = every(shape.defaults)
    keyword.update(zip(shape.keyword_names, every(shape.keyword_defaults)))
    object.__setattr__(function, "defaults", defaults)
    return function
