"""Lists that a function of the module gets and writes to: their adjoints are written to by its reverse sweep.

@f values x                 values is written: f does, or a function that it calls
    append values x

@g values i                 values is handed on: all calls of g see the same list
    z = @g values (i - 1)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from s2sad.analysis.effects import effect_of
from s2sad.ir.nodes import Atom, Entry, Function, FunctionRef, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk


def written_lists(functions: Collection[Function]) -> dict[str, frozenset[int]]:
    """By the names of functions: the places of the parameters that they write to as containers."""
    found = {function.name: frozenset[int]() for function in functions}
    while True:
        again = {function.name: _written_by(function, found) for function in functions}
        if again == found:
            return found
        found = again


def _written_by(function: Function, known: dict[str, frozenset[int]]) -> frozenset[int]:
    places: dict[Atom, int] = {param.var: i for i, param in enumerate(function.params)}
    written: set[int] = set()
    for node in walk(function.body):
        if not isinstance(node, Entry):
            continue
        if operation_of(node) == "dup" and node.args[0] in places:
            places.update(dict.fromkeys(node.targets, places[node.args[0]]))
        written.update(places[atom] for atom in _writes(node, known) if atom in places)
    return frozenset(written)


def _writes(node: Entry, known: dict[str, frozenset[int]]) -> list[Atom]:
    if isinstance(node.fn, FunctionRef):
        return [node.args[i] for i in known.get(node.fn.name, ()) if isinstance(node.args[i], Var)]
    return list(node.args[:1]) if effect_of(node) is Effect.WRITING else []


def handed_on(name: str, functions: Mapping[str, Function]) -> frozenset[int]:
    """The places of the parameters of a function that it hands on to itself, or to others that call it."""
    places: dict[Atom, int] = {param.var: i for i, param in enumerate(functions[name].params)}
    back = [node for node in _calls_in(functions[name]) if name in reached(node.fn.name, functions)]
    return frozenset(places[atom] for node in back for atom in node.args if atom in places)


def reached(name: str, functions: Mapping[str, Function]) -> set[str]:
    """The functions that one calls, itself among them, directly or not."""
    seen: set[str] = set()
    open_ = [name]
    while open_:
        called = open_.pop()
        if called not in seen and called in functions:
            seen.add(called)
            open_ += [node.fn.name for node in _calls_in(functions[called])]
    return seen


def _calls_in(function: Function) -> list[Any]:
    return [n for n in walk(function.body) if isinstance(n, Entry) and isinstance(n.fn, FunctionRef)]
