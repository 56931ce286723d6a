"""Numbers and arrays from outside of a function as arguments: machine code doesn't see what becomes of a global later.

def f(x):                    def f(x, W):
    return W @ x       →         return W @ x          and W is read at each call
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.backend.references import Scope
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Function, Param, Ref, Var
from s2sad.ir.rewrite import substitute, uses_of, walk

_NUMBERS = (bool, int, float, np.floating, np.integer, np.bool_)


def with_outside_values(function: Function, names: Names) -> tuple[Function, tuple[Ref, ...]]:
    """The function with a parameter more for each number or array that it reads from outside, and these."""
    found: dict[Any, None] = {}
    for node in walk(function.body):
        found.update(dict.fromkeys(atom for atom in uses_of(node) if is_outside(atom)))
    found.update(dict.fromkeys(atom for atom in function.body.results if is_outside(atom)))
    refs = tuple(found)
    if not refs:
        return function, ()
    new = {ref: Var(names.fresh(ref.path.rpartition(".")[2])) for ref in refs}
    params = tuple(Param(var, "positional" if _positional(function) else "either") for var in new.values())
    plain = tuple(replace(param, default=None) for param in function.params)
    return replace(function, params=(*plain, *params), body=substitute(function.body, new)), refs


def _positional(function: Function) -> bool:
    return any(param.kind == "positional" for param in function.params)


def is_outside(atom: Any) -> bool:
    """Whether an atom is a number or array that lives outside, and may be another one at the next call."""
    if not isinstance(atom, Ref) or atom.scope is None or not isinstance(atom.value, (*_NUMBERS, np.ndarray)):
        return False
    head = getattr(Scope(atom.scope), atom.path.partition(".")[0].partition("[")[0], None)
    return not isinstance(head, ModuleType)


def kind_of_outside(ref: Ref) -> K.Kind:
    return K.kind_of(ref.value)


def reader(refs: Sequence[Ref]) -> FunctionType:
    """The function that reads values from outside as they are now: a list of them, in order."""
    scopes = list(dict.fromkeys(ref.scope for ref in refs))
    names = {scope: f"scope{k}" for k, scope in enumerate(scopes)}
    values = ", ".join(f"{names[ref.scope]}.{ref.path}" for ref in refs)
    text = f"def factory({', '.join(names.values())}):\n def outside():\n  return [{values}]\n return outside\n"
    made: dict[str, Any] = {}
    exec(compile(text, "<s2sad outside>", "exec"), made)
    return made["factory"](*map(Scope, scopes))  # type: ignore[no-any-return]
