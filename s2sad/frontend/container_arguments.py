"""Containers and objects that are passed to functions of the module, and returned by them.

    def term(n):                            @term memo memo_values n
        if n not in memo:                       …
            memo[n] = …             →           setitem memo n k
        return memo[n]                          append memo_values t

An indexed container goes there as it is, and with it the lists of values that it, and all it holds, has its places
in. What such a function returns of what it got is the container itself; what it made is handed out as a plain list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from s2sad.frontend.abstract_values import Function, Object, Sequence, Super, Value, unwrapped
from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.frozen_storage import frozen
from s2sad.frontend.indexed_storage import has_followed, holds_indexed, memory_of, placed
from s2sad.frontend.known_contents import contents_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.queries import look_in
from s2sad.frontend.syntax import names_assigned_outside
from s2sad.frontend.user_classes import is_transparent
from s2sad.frontend.value_shapes import mapped
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Var


def reach(lowering: Lowering, kinds: Iterable[K.Kind]) -> list[int]:
    """The classes of indexed containers that values of these kinds are or hold."""
    sites = lowering.program.sites
    found: dict[int, None] = {}
    stack = list(kinds)
    while stack:
        kind = stack.pop()
        if kind.name != "indexed":
            stack += K.parts_of(kind)
            continue
        parts = [kind.sites]
        if kind.cls is None or is_transparent(kind.cls):
            places = list(sites.numbers.items())
            parts += [
                frozenset((n,)) for place, n in places if place[0] == "attribute" and place[1] in kind.sites
            ]
        for part in parts:
            if sites.root(part) not in found:
                found[sites.root(part)] = None
                stack.append(sites.of(part).kind)
    return list(found)


def roots_passed(lowering: Lowering, kinds: Iterable[K.Kind]) -> tuple[int, ...]:
    """The classes whose lists of values go to a function that gets arguments of these kinds."""
    sites = lowering.program.sites
    roots = {
        sites.find(root) for root in (*reach(lowering, kinds), *sites.handed_on)
    }  # some were united since
    return tuple(root for root in sorted(roots) if sites.held_by(root).varied)


def take_memories(lowering: Lowering, roots: tuple[int, ...]) -> None:
    """The lists of values that a function of the module gets; all is lowered again if two of them were found to be one."""
    if any(lowering.program.sites.find(root) != root for root in roots):
        raise Restart
    lowering.given.update(memory_of(lowering, each) for each in roots)


def passed_out(lowering: Lowering, value: Value, whole: bool) -> Value:
    """What a function of the module returns; with `whole` as one object."""
    value = unwrapped(value)
    if isinstance(value, Sequence) and value.kind == "tuple" and not whole:
        return mapped(value, lambda item: passed_out(lowering, item, False))
    if isinstance(value, Object) and not whole and not value.sites:
        return lowering.dispatch.returned(lowering, value)
    atom = materialise(lowering, value, None, lowering.result_hint)
    return atom if stays_itself(lowering, atom) else frozen(lowering, atom, None)


def stays_itself(lowering: Lowering, atom: Atom) -> bool:
    """Whether what is returned is, or holds, a container that the caller may know, or an object."""
    if not holds_indexed(lowering, atom):
        return False
    sites = lowering.program.sites
    reached = reach(lowering, [lowering.kind(atom)])
    known = {root for var in lowering.parameters for root in reach(lowering, [lowering.kinds[var]])}
    if known.isdisjoint(reached) and not holds_record(lowering, lowering.kind(atom)):
        return False
    on = {sites.find(root) for root in sites.handed_on}
    sites.grown = sites.grown or not on.issuperset(reached)
    sites.handed_on.update(reached)
    return True


def check_memories(lowering: Lowering) -> None:
    """What was found to be held by an argument is passed the next time that the function is lowered."""
    known = {root for var in lowering.parameters for root in reach(lowering, [lowering.kinds[var]])}
    own = {
        lowering.program.sites.find(root)
        for root, var in lowering.memories.items()
        if var not in lowering.given
    }
    lowering.program.sites.grown = lowering.program.sites.grown or not known.isdisjoint(own)


def assigned_outside(lowering: Lowering, fn: Any) -> list[Value]:
    """What a function of the module leaves in the variables around it (`nonlocal`)."""
    if not isinstance(fn, Function) or fn.scope is None:
        return []
    return [look_in(lowering, fn.scope, name) for name in names_assigned_outside(fn.node)]


def follow_objects(lowering: Lowering, values: Iterable[Any], fn: Function, node: ast.AST) -> None:
    """Objects that go to a function which calls itself are records."""
    for value in contents_of(lowering, values):
        if isinstance(value, Function) and value.scope is not None and value.node is not fn.node:
            check_assigned(lowering, value, fn, node)
        elif isinstance(value, Super) or (isinstance(value, Object) and value.record is None):
            if isinstance(value, Object):
                lowering.program.sites.passed_on.add(value.cls)
                lowering.follow(value.sites)
            reason = f"`{fn.name}` calls itself, and gets an object with active attributes"
            raise lowering.refusal(node, reason, "pass its attributes")


def check_assigned(lowering: Lowering, inner: Function, fn: Function, node: ast.AST) -> None:
    """A function that another one calls, of the module, must not assign variables around both."""
    if names_assigned_outside(inner.node):
        reason = (
            f"`{fn.name}` calls itself, and `{inner.name}`, which assigns variables of the function around it"
        )
        raise lowering.refusal(node, reason, "assign them in the function that calls itself, or return them")


def holds_record(lowering: Lowering, kind: K.Kind) -> bool:
    """Whether it is the kind of an object that is a record, or of what holds one."""
    is_record = kind.name == "indexed" and bool(kind.sites)
    if is_record and all(map(is_transparent, lowering.program.sites.classes_at(kind.sites) or (kind.cls,))):
        return True
    return any(holds_record(lowering, part) for part in K.parts_of(kind))


def entered(lowering: Lowering, value: Value, hint: str) -> Value:
    """An argument: as an indexed container if the function writes to it, so that the caller's stays as it was."""
    if not isinstance(value, Var) or not has_followed(lowering, lowering.kinds[value]):
        return value
    kind = lowering.kinds[value]
    if kind.name == "tuple":
        parts = [
            lowering.plain_entry("getitem", (value, Const(i)), None, hint, kind=part)
            for i, part in enumerate(kind.fields or ())
        ]
        return Sequence(tuple(entered(lowering, part, hint) for part in parts), cls=kind.cls)
    lowering.follow(K.sites_in(kind))
    return placed(lowering, value, kind.sites, lowering.scope.node, hint)
