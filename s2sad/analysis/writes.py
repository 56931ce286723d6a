"""What an entry writes to in place: arrays, and lists and dicts.

store A i v             the array A
append xs v             the list xs
t = f A xs              what the source of f tells; both, if it isn't known
"""

from __future__ import annotations

from collections.abc import Iterable
from types import BuiltinMethodType
from typing import Any

from s2sad.analysis.aliases import Facts, Summaries, kinds_of_call, outcome_of_call
from s2sad.analysis.effects import effect_of, python_callee, writes_array
from s2sad.analysis.outside_memory import (
    CALLERS,
    NAMES,
    NOWHERE,
    Memory,
    is_memory,
    is_named_number,
    memory_of,
)
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import holds_array, is_of_arrays
from s2sad.ir.nodes import Atom, Entry, Function, FunctionRef, Node, Ref, Var, With
from s2sad.ir.notes import NOTES
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.outcomes import Outside
from s2sad.ir.rewrite import uses_of, walk
from s2sad.ir.static_lookup import is_of_a_library

_READING_METHODS = frozenset(
    """all any argmax argmin argsort astype clip conj conjugate copy cumprod cumsum diagonal dot dump flatten item items keys
    max mean min nonzero prod ravel repeat reshape round searchsorted squeeze std sum swapaxes take tolist trace transpose
    values var view choice integers normal permutation random standard_normal uniform
    endswith format join lower replace split startswith strip upper""".split()
)
"""Methods of arrays, dicts, texts and generators of random numbers that write to nothing."""

OF_NAMES = CALLERS | NAMES
Write = tuple[Atom, bool]
"""What is written to, and whether as a container."""


def written_by(node: Entry, facts: Facts, summary: Summaries, outside: Outside) -> list[Write]:
    """What an entry writes to. Of a container its items may be changed, or (as an array) what these hold."""
    if type(node.fn) is FunctionRef:
        written, _, grown = summary(node.fn.name, tuple(map(facts.fact, node.args)))
        return [*((node.args[i], False) for i in written), *((node.args[i], True) for i, _ in grown)]
    effect = effect_of(node)
    if effect <= Effect.RAISING and node.note not in NOTES:
        return []
    if writes_array(node) or node.note in NOTES:
        return [(node.args[0], False)]
    if effect is Effect.WRITING:
        if operation_of(node) == "setattr" or not node.args:
            return []
        kind = facts.kind(node.args[0])
        if K.is_opaque(kind):
            return [(node.args[0], False), (node.args[0], True)]
        return [] if kind in K.NUMBERS else [(node.args[0], not K.is_array(kind))]
    if runs_code(node):
        return [(atom, False) for atom in uses_of(node) if K.is_opaque(facts.kind(atom))]
    if effect is not Effect.UNKNOWN or is_of_arrays(callee_of(node)):
        return []
    every = (*node.args, *(atom for _, atom in node.kwargs))
    outcome = outcome_of_call(node, facts, outside)
    if outcome is not None:
        changed = [every[place] for place in outcome.written]
        return [
            *((atom, False) for atom in changed),
            *((atom, True) for atom in changed if facts.kind(atom).name in K.CONTAINERS),
        ]
    found: list[Write] = [(atom, False) for atom in every if _is_array(atom, facts)]
    found += [(atom, True) for atom in every if facts.kind(atom).name in K.CONTAINERS]
    if node.fn in facts.container_aliases.methods:
        found.append((facts.container_aliases.methods[node.fn][0], True))
    if type(node.fn) is Var and not facts.varies(*every):  # a method may write to what its object holds
        found.append((node.fn, False))
    return found


def _is_array(atom: Atom, facts: Facts) -> bool:
    """Whether an atom is an array or holds one, or is of no known kind and written as an array is."""
    kind = facts.kind(atom)
    written = type(atom) is Var and facts.classes.is_written(atom)
    return holds_array(kind) or (written and K.may_be_array(kind))


def runs_code(node: Entry) -> bool:
    """Whether an operation runs code of the class of an object, which may write to anything."""
    return type(node.fn) is Ref and node.fn.runs_code


def may_write_outside(node: Node) -> bool:
    """Whether an entry may write to what lives outside of the function, itself or by what it calls."""
    if type(node) is not Entry:
        return True
    return effect_of(node) in (Effect.UNKNOWN, Effect.WRITING)


def outside_written(
    function: Function, facts: Facts, summary: Summaries, outside: Outside
) -> set[tuple[bool, int]] | None:
    """The memory outside of a function that it writes to, or what it calls as it stands; None if that may be any."""
    found: set[tuple[bool, int]] = set()
    names: dict[Any, Any] = {}
    for node in walk(function.body):
        if type(node) is With:
            found |= memory_of_manager(node.manager)
        if type(node) is not Entry:
            continue
        if operation_of(node) == "getattr":
            names[node.targets[0]] = getattr(node.args[1], "value", None)
        for atom, as_container in written_by(node, facts, summary, outside):
            found.update(one for one in facts.origins(atom) - OF_NAMES if one[0] is as_container)
        if runs_code(node):
            return None
        found |= renamed_by(node, facts) | memory_of_receiver(node)
        callee = python_callee(node)
        varies = facts.varies(*node.args, *(atom for _, atom in node.kwargs))
        name = names.get(node.fn, "__call__")
        writing = type(node.fn) is Var and outside.method_may_write(name)
        # What is differentiated at run time writes to nothing that it gets, but a method may write to its object.
        if varies and writing:
            return None
        unknown = type(node.fn) is Var and (writing or name not in _READING_METHODS)
        table = unknown or _is_one(callee_of(node), (exec, eval))
        if (callee is None and not table) or varies:
            continue
        if table:  # a function out of a table, a method of what isn't known, or a text, may do anything
            return None
        written, _ = outside.memory_of_call(callee, *kinds_of_call(node, facts))
        if written is None:
            return None
        found |= written
    return found


def may_change_objects(functions: Iterable[Function], outside: Outside) -> bool:
    """Whether a method of the user's that functions call, or what an operation runs, may write to what objects hold."""
    nodes = [node for function in functions for node in walk(function.body) if type(node) is Entry]
    names = {
        node.targets[0]: node.args[1] for node in nodes if operation_of(node) == "getattr" and node.targets
    }
    called = {getattr(names.get(node.fn), "value", "__call__") for node in nodes if type(node.fn) is Var}
    return any(map(runs_code, nodes)) or any(map(outside.method_may_write, called))


def renamed_by(node: Entry, facts: Facts) -> Memory:
    """Whether an entry gives another value to a name outside, of a global variable or of an attribute."""
    if operation_of(node) == "setattr":
        return NAMES if facts.origins(node.args[0]) else NOWHERE
    return NAMES if callee_of(node) is globals else NOWHERE


def memory_of_receiver(node: Entry) -> Memory:
    """What a method of a list, dict or array outside writes to, which is called as it stands."""
    callee = callee_of(node)
    receiver = getattr(callee, "__self__", None)
    if not isinstance(callee, BuiltinMethodType) or not is_memory(receiver):
        return NOWHERE
    return NOWHERE if callee.__name__ in _READING_METHODS else memory_of(receiver)


def _is_one(value: Any, functions: tuple) -> bool:
    return any(value is function for function in functions)


def memory_of_manager(manager: Atom) -> Memory:
    """What the methods by which a `with` statement begins and ends may write to, of an object of the user's."""
    if type(manager) is not Ref or not is_memory(manager.value) or is_of_a_library(type(manager.value)):
        return NOWHERE
    return memory_of(manager.value)


def reads_memory_outside(function: Function) -> bool:
    """Whether anything outside of a function that may be written in place is an atom of it, or may be given by a call.

    What is called by a variable may write to what the function gets.
    """
    return any(
        any(
            [type(atom) is Ref and (is_memory(atom.value) or is_named_number(atom)) for atom in uses_of(node)]
        )
        or (type(node) is Entry and may_write_by_call(node))
        for node in walk(function.body)
    )


def may_write_by_call(node: Entry) -> bool:
    """Whether an entry calls code of the user's, or of a package, as it stands, or what is known only at run time."""
    return type(node.fn) is Var or runs_code(node) or python_callee(node) is not None
