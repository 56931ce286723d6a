"""Numbers and arrays from outside of a function as arguments: machine code doesn't see what becomes of a global later.

def f(x):                    def f(x, W):
    return W @ x       →         return W @ x          and W is read at each call
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any, TypeGuard

import numpy as np

from s2sad.backend.references import Scope
from s2sad.frontend.assumptions import AttributeOf, PathOf, Place, Same
from s2sad.ir import kinds as K
from s2sad.ir import value_kinds
from s2sad.ir.names import Names
from s2sad.ir.nodes import Function, Param, Ref, Var
from s2sad.ir.rewrite import substitute, uses_of, walk
from s2sad.loops.call_arguments import as_array, as_read

_NUMBERS = (bool, int, float, np.floating, np.integer, np.bool_)


@dataclass(frozen=True, eq=False)
class Receiver:
    """The object that a method is of, in the place of a scope: paths within it begin with `self`."""

    value: Any


class OutsideParts:
    """Parts of what lives outside, by their paths: attributes of objects, items of containers."""

    def __init__(self) -> None:
        self.receivers: dict[int, Receiver] = {}

    def part(self, whole: Ref, place: Any, is_attribute: bool) -> Ref | None:
        """A part of something outside; None for what code of the user's gives."""
        try:
            value = _plain_attribute(whole.value, place) if is_attribute else whole.value[place]
        except (AttributeError, LookupError, TypeError):
            return None
        scope, path = whole.scope, whole.path
        if scope is None:
            scope, path = self.receivers.setdefault(id(whole.value), Receiver(whole.value)), "self"
        step = f".{place}" if is_attribute else f"[{place!r}]"
        return Ref(f"{path}{step}", value, scope)


def _plain_attribute(value: Any, name: str) -> Any:
    """What an object or its class has by a name, as it stands there."""
    own = getattr(value, "__dict__", {})
    if name in own:
        return own[name]
    found = inspect.getattr_static(type(value), name)
    if not isinstance(found, (*_NUMBERS, np.ndarray, list, tuple, dict)):
        raise AttributeError(name)
    return found


def is_container(atom: Any) -> TypeGuard[Ref]:
    """Whether it is a list, tuple or dict outside, of which the items are read."""
    return isinstance(atom, Ref) and type(atom.value) in (list, tuple, dict) and atom.scope is not None


def is_plain_object(atom: Any) -> TypeGuard[Ref]:
    """Whether it is an object outside whose attributes are read."""
    if not isinstance(atom, Ref) or isinstance(atom.value, (*_NUMBERS, np.ndarray, str, ModuleType, type)):
        return False
    return not callable(atom.value) or hasattr(atom.value, "__dict__")


def places_of(outside: Sequence[Ref]) -> list[tuple[Place, Any]]:
    """Where what is read from outside stands, and what it is: code that is compiled is right for its kind."""
    return [
        (
            (
                AttributeOf(Same(ref.scope.value), ref.path.removeprefix("self."))
                if isinstance(ref.scope, Receiver)
                else PathOf(getattr(ref.scope, "__func__", ref.scope), ref.path)
            ),
            ref.value,
        )
        for ref in outside
    ]


def with_outside_values(function: Function, names: Names) -> tuple[Function, tuple[Ref, ...]]:
    """The function with a parameter more for each number or array that it reads from outside, and these."""
    found: dict[Any, None] = {}
    for node in walk(function.body):
        found.update(dict.fromkeys(atom for atom in uses_of(node) if is_outside(atom)))
    found.update(dict.fromkeys(atom for atom in function.body.results if is_outside(atom)))
    return as_parameters(function, tuple(found), names)


def as_parameters(
    function: Function, refs: tuple[Ref, ...], names: Names
) -> tuple[Function, tuple[Ref, ...]]:
    """The function with a parameter more in the place of each of what is outside, and these."""
    if not refs:
        return function, ()
    new = {ref: Var(names.fresh(name_of(ref))) for ref in refs}
    params = tuple(Param(var, "positional" if _positional(function) else "either") for var in new.values())
    plain = tuple(replace(param, default=None) for param in function.params)
    return replace(function, params=(*plain, *params), body=substitute(function.body, new)), refs


def name_of(ref: Ref) -> str:
    """The last word of a path."""
    return re.findall(r"[A-Za-z_]\w*", ref.path)[-1]


def _positional(function: Function) -> bool:
    return any(param.kind == "positional" for param in function.params)


def is_outside(atom: Any) -> bool:
    """Whether an atom is a number or array that lives outside, and may be another one at the next call."""
    if not isinstance(atom, Ref) or atom.scope is None or not isinstance(atom.value, (*_NUMBERS, np.ndarray)):
        return False
    if isinstance(atom.scope, Receiver):
        return True
    head = getattr(Scope(atom.scope), atom.path.partition(".")[0].partition("[")[0], None)
    return not isinstance(head, ModuleType)


def kind_of_outside(ref: Ref) -> K.Kind:
    return value_kinds.kind_of(ref.value)


def reader(refs: Sequence[Ref]) -> FunctionType:
    """The function that reads values from outside as they are now: a list of them, in order."""
    scopes = list(dict.fromkeys(ref.scope for ref in refs))
    names = {scope: f"scope{k}" for k, scope in enumerate(scopes)}
    paths = [
        ref.path.removeprefix("self") if isinstance(ref.scope, Receiver) else f".{ref.path}" for ref in refs
    ]
    reads = [as_read(f"{names[ref.scope]}{path}", kind_of_outside(ref)) for ref, path in zip(refs, paths)]
    values = ", ".join(reads)
    text = (
        f"def factory({', '.join(names.values())}):\n def outside():\n  return [{values}]\n return outside\n"
    )
    made: dict[str, Any] = {"array": as_array}
    exec(compile(text, "<s2sad outside>", "exec"), made)
    own = [scope.value if isinstance(scope, Receiver) else Scope(scope) for scope in scopes]
    return made["factory"](*own)
