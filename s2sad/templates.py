"""Derivatives of functions that are made anew from one code: lambdas in a loop, closures from one place.

    def of(k): return lambda x: k * x * x        all of these have one code, and each a cell `k` of its own

A template is what was made for one of them, without what belongs to that one alone: its closure cells, and those of the
functions in them, its defaults, its globals, the object that it is a method of. Bound to another one, it has those of that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

from s2sad.backend.references import Scope, function_of_scope
from s2sad.frontend.assumptions import KeywordDefaults, Same, seen

_MOST = 40
_LITERALS = (bool, int, float, complex, str, bytes, type(None))


@dataclass(frozen=True)
class Owner:
    """A function whose cells are read: the one that is differentiated, or one in a cell of an `outer` one."""

    code: CodeType
    outer: int
    cell: int
    in_same_globals: bool


@dataclass(frozen=True)
class Part:
    """What belongs to the function that a template is bound to: something of an owner, or of the emitted functions."""

    what: str
    place: Any
    number: int = 0


@dataclass(frozen=True)
class Outline:
    """A function without what it has from the one that it was made for; a closure holds parts and lasting cells."""

    name: str
    code: CodeType
    names: Part | dict[str, Any]
    closure: tuple[Part | CellType, ...]
    defaults: tuple
    keyword_defaults: dict[str, Any]
    doc: str | None
    attributes: dict[str, Any]


def owners_of(function: FunctionType) -> tuple[list[FunctionType], list[Owner]]:
    """The function itself, then the functions that are in closure cells, and how each is found."""
    found, owners = [function], [Owner(function.__code__, -1, -1, True)]
    for i, outer in enumerate(found):
        for k, cell in enumerate(outer.__closure__ or ()):
            inner = _content(cell)
            if type(inner) is FunctionType and len(found) < _MOST and all(f is not inner for f in found):
                found.append(inner)
                same = inner.__globals__ is function.__globals__
                owners.append(Owner(inner.__code__, i, k, same))
    return found, owners


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


class Template:
    """The functions that were made for one function, to be bound to others."""

    def __init__(self, target: Any, functions: dict[str, FunctionType], closed: bool) -> None:
        """`target` is the function or method, and the first of the functions the one that is called in its place.

        With `closed` the defaults are a part of the code that was made.
        """
        root: FunctionType = getattr(target, "__func__", target)
        held, self.owners = owners_of(root)
        self.receiver = type(target.__self__) if isinstance(target, MethodType) else None
        self.closed = closed or not has_defaults_of(next(iter(functions.values())), root)
        self.defaults = [
            defaults_by_name(function, i == 0 and not self.closed) for i, function in enumerate(held)
        ]
        self.given = [function.__defaults__ for function in held]
        self.cells: dict[int, Part] = {}
        self.objects: dict[int, Part] = {}
        for i, function in enumerate(held):
            for k, cell in enumerate(function.__closure__ or ()):
                self.cells.setdefault(id(cell), Part("cell", i, k))
            self.objects[id(function)] = Part("function", i)
            self.objects.setdefault(id(function.__globals__), Part("globals", i))
        if isinstance(target, MethodType):
            self.objects[id(target.__self__)] = Part("receiver", 0)
            self.objects[id(target)] = Part("target", 0)
        emitted = {id(function): name for name, function in functions.items()}
        self.outlines = [self.outline(name, function, emitted) for name, function in functions.items()]
        del self.cells, self.objects, self.given

    def outline(self, name: str, function: FunctionType, emitted: dict[int, str]) -> Outline:
        return Outline(
            name,
            function.__code__,
            self.objects.get(id(function.__globals__), function.__globals__),
            tuple([self.part(cell, emitted) for cell in function.__closure__ or ()]),
            function.__defaults__ or (),
            function.__kwdefaults__ or {},
            function.__doc__,
            dict(function.__dict__),
        )

    def part(self, cell: CellType, emitted: dict[int, str]) -> Part | CellType:
        """What a closure cell is: one of the owners', one with something of theirs in it, or one that lasts."""
        if id(cell) in self.cells:
            return self.cells[id(cell)]
        value = _content(cell)
        if id(value) in emitted:
            return Part("emitted", emitted[id(value)])
        if isinstance(value, Scope):
            own = self.objects.get(id(function_of_scope(value)))
            return cell if own is None else Part("scope", own.place)
        if isinstance(value, KeywordDefaults) and id(value.function) in self.objects:
            return Part("keywords", self.objects[id(value.function)].place)
        for i, defaults in enumerate(self.given):
            if value is defaults and value:
                return Part("defaults", i)
        return self.objects.get(id(value), cell)

    def bound(self, target: Any, codes: dict[str, CodeType]) -> dict[str, FunctionType] | None:
        """The functions for another function of the same code; None if they don't fit it.

        What runs is in `codes`, if it isn't what it was when the template was made.
        """
        method = isinstance(target, MethodType)
        if (type(target.__self__) if method else None) is not self.receiver:
            return None
        held = self.held_by(target.__func__ if method else target)
        if held is None:
            return None
        cells = {outline.name: CellType() for outline in self.outlines}
        made: dict[str, FunctionType] = {}
        for outline in self.outlines:
            names = outline.names
            closure = tuple(
                [c if type(c) is CellType else _cell(c, held, cells, target) for c in outline.closure]
            )
            own = held[names.place].__globals__ if isinstance(names, Part) else names
            function = made[outline.name] = FunctionType(
                codes.get(outline.name, outline.code), own, outline.name, None, closure
            )
            self.give_defaults(function, outline, held[0])
            function.__doc__ = outline.doc
            function.__dict__.update(outline.attributes)
            cells[outline.name].cell_contents = function
        return made

    def held_by(self, root: FunctionType) -> list[FunctionType] | None:
        """The owners, found from another function; None if one isn't as it was."""
        held = [root]
        for i, owner in enumerate(self.owners):
            if i:
                inner = _content((held[owner.outer].__closure__ or ())[owner.cell])
                if type(inner) is not FunctionType:
                    return None
                held.append(inner)
            function = held[i]
            if function.__code__ is not owner.code:
                return None
            if (function.__globals__ is root.__globals__) is not owner.in_same_globals:
                return None
            if (function.__defaults__ or function.__kwdefaults__ or self.defaults[i]) and (
                defaults_by_name(function, i == 0 and not self.closed) != self.defaults[i]
            ):
                return None
        return held

    def give_defaults(self, function: FunctionType, outline: Outline, root: FunctionType) -> None:
        """The defaults of the function that is differentiated are those of what was made for it."""
        if not outline.defaults and not outline.keyword_defaults:
            return
        own = named_defaults(root) if outline is self.outlines[0] else {}
        names = outline.code.co_varnames[: outline.code.co_argcount][-len(outline.defaults) or None :]
        if outline.defaults:
            values = zip(names, outline.defaults)
            function.__defaults__ = tuple([own.get(name, value) for name, value in values])
        if outline.keyword_defaults:
            keywords = outline.keyword_defaults.items()
            function.__kwdefaults__ = {name: own.get(name, value) for name, value in keywords}


def _cell(part: Part, held: list[FunctionType], emitted: dict[str, CellType], target: Any) -> CellType:
    """The closure cell that is meant for the function at hand."""
    if part.what == "cell":
        return (held[part.place].__closure__ or ())[part.number]
    if part.what == "emitted":
        return emitted[part.place]
    return CellType(_OBJECTS[part.what](held[part.place], target))


_OBJECTS: dict[str, Callable[[FunctionType, Any], Any]] = {
    "function": lambda function, target: function,
    "globals": lambda function, target: function.__globals__,
    "defaults": lambda function, target: function.__defaults__,
    "keywords": lambda function, target: KeywordDefaults(function),
    "scope": lambda function, target: Scope(function),
    "receiver": lambda function, target: target.__self__,
    "target": lambda function, target: target,
}


def has_defaults_of(emitted: FunctionType, function: FunctionType) -> bool:
    """Whether an emitted function has all the defaults of the user's, as they are."""
    own, given = named_defaults(function), named_defaults(emitted)
    return all(name in given and literal(given[name]) == literal(value) for name, value in own.items())


def named_defaults(function: FunctionType) -> dict[str, Any]:
    """The defaults of a function, by the names of its parameters."""
    defaults = function.__defaults__ or ()
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    by_place = dict(zip(names[len(names) - len(defaults) :], defaults))
    return {**by_place, **(function.__kwdefaults__ or {})}


def defaults_by_name(function: FunctionType, by_kind: bool) -> dict[str, Any]:
    """What has to be the same of the defaults: what kind they are of, or else the literals and objects that they are."""
    named = named_defaults(function)
    return {name: seen(value) if by_kind else literal(value) for name, value in named.items()}


def literal(value: Any) -> Any:
    """What tells a literal from others (1, 1.0 and True are three); any other object stands for itself."""
    if type(value) in _LITERALS:
        return type(value), repr(value)
    return tuple(map(literal, value)) if type(value) is tuple else Same(value)
