"""What is asked of values everywhere: what they hold, what a name stands for, what comes together under one name."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Object,
    Scope,
    Sequence,
    Super,
    Table,
    Value,
)
from s2sad.frontend.indexed_storage import holds_indexed, is_indexed, unmixed
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.syntax import names_read_outside
from s2sad.frontend.user_classes import is_transparent
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var


def has_functions(values: Iterable[Any]) -> bool:
    """Whether a function, or an object that is followed, is among values."""
    return any(isinstance(v, (Function, Bound, Derived, Chosen)) or holds_objects(v) for v in values)


def is_fixed(lowering: Lowering, value: Value) -> bool:
    """Whether nothing can change a value: no list, array or object."""
    if isinstance(value, Sequence):
        return value.kind == "tuple" and all(is_fixed(lowering, each) for each in value.items)
    if isinstance(value, Var):
        return lowering.kind(value) in K.NUMBERS or lowering.kind(value) in (K.TEXT, K.NONE)
    return isinstance(value, (Const, Ref, Function))


def is_made_here(lowering: Lowering, value: Value) -> bool:
    """Whether it is a list or dict that the function which is called may write to."""
    return isinstance(value, Var) and bool(K.sites_in(lowering.kind(value)) or holds_indexed(lowering, value))


def look_in(lowering: Lowering, scope: Scope, name: str) -> Value:
    holder = scope.holder(name)
    value = lowering.env.get(lowering.key(holder, name), Const(UNDEFINED)) if holder else Const(UNDEFINED)
    if isinstance(value, Var):
        lowering.looked_up.add(value)
    return value


def holds_objects(value: Value) -> bool:
    """Whether a value is an object that is followed, or has one in it."""
    if isinstance(value, Sequence):
        return value.cls is not None or any(holds_objects(each) for each in value.items)
    if isinstance(value, Table):
        return any(holds_objects(each) for each in value.items.values())
    if isinstance(value, Chosen):
        return any(holds_objects(each) for each in value.options)
    if isinstance(value, Bound):
        return any(holds_objects(each) for each in (value.function, *value.args, *value.kwargs.values()))
    return isinstance(value, (Object, Super))


def opened_record(lowering: Lowering, value: Value) -> Value:
    """A variable that holds a record as the object that it is."""
    if not isinstance(value, Var) or not is_indexed(lowering, value):
        return value
    cls = lowering.kinds[value].cls
    return Object(cls, record=value) if cls is not None and is_transparent(cls) else value


def classes_of(lowering: Lowering, value: Any) -> tuple[type, ...]:
    """The classes that a record may be of; none for anything else."""
    if not is_indexed(lowering, value):
        return ()
    kind = lowering.kinds[value]
    if kind.cls is not None:
        return (kind.cls,) if is_transparent(kind.cls) else ()
    return lowering.program.sites.classes_at(kind.sites)


def check_one_class(lowering: Lowering, value: Any, node: ast.AST | None) -> None:
    """Refuse to ask a tuple for its class, or by its class, where it stands for an object of one of several classes."""
    if isinstance(value, Var) and lowering.kind(value).cls is K.SeveralClasses:
        reason = "named tuples of several classes, or with plain tuples among them, are in one place, and are asked for their class"
        raise lowering.refusal(node, reason, "make them dataclasses, whose objects tell their class")


def classes_chosen(lowering: Lowering, function: Atom) -> list[Ref]:
    """The classes of the user's of which a name stands for one, by the path that was taken; none if it may be anything else."""
    if isinstance(function, Ref):
        return [function] if is_transparent(function.value) else []
    found: dict[Any, Ref] = {}
    for atom in lowering.choices.get(function, ()) if isinstance(function, Var) else ():
        classes = classes_chosen(lowering, atom)
        if not classes and atom != Const(UNDEFINED):
            return []
        found.update((each.value, each) for each in classes)
    return list(found.values())


def nothing_beside_object(lowering: Lowering, left: Any, right: Any) -> Var | None:
    """Of an object and what nothing is known to be yet, which may be one as well, the latter; None for any other pair."""
    for one, other in ((left, right), (right, left)):
        nothing = isinstance(one, Var) and lowering.kind(one) == K.BOTTOM
        if nothing and (isinstance(other, Object) or classes_of(lowering, other)):
            return one
    return None


def is_none(lowering: Lowering, value: Atom) -> bool:
    """Whether nothing but None is known to be here, which may be all until the function is lowered again."""
    return value != Const(None) and lowering.kind(value) in (K.NONE, K.BOTTOM)


def raise_error(lowering: Lowering, error: Atom, cause: Atom, node: ast.AST | None) -> None:
    lowering.effect("raise_", (error, cause) if cause != Const(None) else (error,), node)
    lowering.dead = True


def captured_names(fn: Function) -> list[str]:
    """The variables of the scopes around it that a nested function reads, in a fixed order."""
    names = names_read_outside(fn.node) if fn.scope is not None else ()
    return [name for name in names if fn.scope is not None and fn.scope.holder(name) is not None]


def captures_of(lowering: Lowering, fn: Function) -> list[Value]:
    """The values that a nested function reads from the scopes around it."""
    return [look_in(lowering, fn.scope, name) for name in captured_names(fn) if fn.scope is not None]


def phi(
    lowering: Lowering, atoms: list[Atom], targets: list[Var], results: list[list[Atom]], hint: str
) -> Atom:
    if all(atom == atoms[0] for atom in atoms) and (len(atoms) > 1 or not isinstance(atoms[0], Var)):
        return atoms[0]
    kind = unmixed(lowering, K.join_all(tuple(map(lowering.kind, atoms))), None)
    target = lowering.var(hint.lstrip("%").rstrip("0123456789") or "t", kind, lowering.varies(*atoms))
    targets.append(target)
    if not lowering.powers.isdisjoint(atoms):
        lowering.powers.add(target)
    if K.is_array(kind) or kind == K.FUNCTION:
        lowering.choices[target] = tuple(atoms)
    if any(atom in lowering.texts for atom in atoms if isinstance(atom, Var)):
        lowering.texts[target] = None
    for result, atom in zip(results, atoms):
        result.append(atom)
        lowering.note_alias(atom, None)
    return target
