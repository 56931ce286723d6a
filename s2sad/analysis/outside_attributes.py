"""Which attributes of objects have the kind all the time that they have when a derivative, or the object, is made.

x = getattr model 'W'       an array, as it is now
setattr model 'X' data      `X` may be of any kind from here on
t = f x                     any attribute may, if the source of f doesn't tell that it only reads
"""

from __future__ import annotations

import functools
from typing import Any

from s2sad.analysis.effects import effect_of, python_callee
from s2sad.analysis.outside_memory import NOWHERE
from s2sad.analysis.writes import may_change_objects
from s2sad.ir.nodes import Const, Entry, Function, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.outcomes import Outside
from s2sad.ir.rewrite import walk
from s2sad.ir.value_kinds import kind_of

_PARTS = ("getattr", "getitem", "unpack")
_NONE: frozenset[str] = frozenset()


class AttributesThatStay:
    """Whether an attribute keeps its kind while functions run, by its name, of objects that live outside or that calls make; None: all of them."""

    def __init__(self, functions: tuple[Function, ...], outside: Outside) -> None:
        self.functions = functions
        self.outside = outside

    def __call__(self, name: str | None) -> bool:
        if name is None or self.changing is None:
            return self.changing == frozenset()
        return name not in self.changing

    @functools.cached_property
    def changing(self) -> frozenset[str] | None:
        """The names of attributes that get something else, or another item; None if these may be any."""
        if may_change_objects(self.functions, self.outside):
            return None
        found: frozenset[str] = _NONE
        for function in self.functions:
            entries = [node for node in walk(function.body) if isinstance(node, Entry)]
            attributes = _attributes_read(entries)
            for node in entries:
                changed = _changed(node, attributes, self.outside)
                if changed is None:
                    return None
                found |= changed
        return found


def _attributes_read(entries: list[Entry]) -> dict[Var, frozenset[str] | None]:
    """Of which attributes the variables are parts; None: of any."""
    found: dict[Var, frozenset[str] | None] = {}
    for node in entries:
        if operation_of(node) not in _PARTS:
            continue
        base, name = node.args[0], node.args[1]
        within = found.get(base, _NONE) if isinstance(base, Var) else _NONE
        if operation_of(node) == "getattr" and within is not None:
            within = within | {name.value} if isinstance(name, Const) else None
        if within != _NONE:
            found.update((target, within) for target in node.targets)
    return found


def _writes_nowhere(node: Entry, callee: Any, outside: Outside) -> bool:
    """Whether a call that gets constants alone writes to nothing outside of it."""
    if node.kwargs or not all(isinstance(atom, Const) for atom in node.args):
        return False
    kinds = tuple(kind_of(atom.value) for atom in node.args if isinstance(atom, Const))
    return outside.memory_of_call(callee, kinds)[0] == NOWHERE


def _changed(
    node: Entry, attributes: dict[Var, frozenset[str] | None], outside: Outside
) -> frozenset[str] | None:
    """The names of attributes that an entry may change; None if it may be any."""
    if operation_of(node) == "setattr":
        name = node.args[1]
        return frozenset((name.value,)) if isinstance(name, Const) else None
    if operation_of(node) == "getattr" and node.args[1] == Const("__dict__"):
        return None
    if callee_of(node) in (globals, vars, exec, eval):
        return None
    callee = python_callee(node)
    if callee is not None and not outside.calls_reading(node) and not _writes_nowhere(node, callee, outside):
        return None
    base = node.args[0] if node.args else None
    if isinstance(base, Var) and base in attributes and effect_of(node) is Effect.WRITING:
        return attributes[base]
    return _NONE
