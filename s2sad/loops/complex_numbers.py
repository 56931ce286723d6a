"""Complex numbers in what a derivative calls: helpers that are written for real ones only are refused.

numbers_like bar x      getattr bar 'real'       of a complex adjoint of what is real
numbers_like bar x      mul bar (1+0j)           of a real adjoint of what is complex
conjugate a             np.conj a                of what is complex
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.ir.operations import callee_of, is_one_of, op, operation_of
from s2sad.loops.dtypes import ZEROS
from s2sad.runtime import linalg, matrices
from s2sad.runtime.shaping import numbers_like, real_like

_ONE, _CONJ = Const(1 + 0j), Ref("np.conj", np.conj)
_PARTS = {"conj", "conjugate", "iscomplexobj", "real"}
"""What helpers ask of complex numbers; as machine code they are written for real ones."""


def is_real(kind: K.Kind) -> bool:
    return K.element(kind) in ZEROS and K.element(kind) != K.COMPLEX


def by_kind(node: Entry, kind: Callable[[Atom], K.Kind]) -> Entry | Atom | None:
    """What does the same for the kinds at hand, where they are known; what it is given if it does nothing to it."""
    if not is_one_of(callee_of(node), (numbers_like, real_like, linalg.conjugate)):
        return None
    amount, value = (K.element(kind(atom)) for atom in (node.args[0], node.args[-1]))
    if amount not in ZEROS or value not in ZEROS:
        return None
    if callee_of(node) is linalg.conjugate:
        return replace(node, fn=_CONJ) if amount == K.COMPLEX else node.args[0]
    if amount == K.COMPLEX and value != K.COMPLEX:
        return replace(node, fn=op("getattr"), args=(node.args[0], Const("real")))
    if value == K.COMPLEX and amount != K.COMPLEX and callee_of(node) is numbers_like:
        return replace(node, fn=op("mul"), args=(node.args[0], _ONE))
    return node.args[0]


def is_for_real_numbers(node: Entry, kind: Callable[[Atom], K.Kind]) -> bool:
    """Whether a helper gets complex numbers that it isn't written for, as machine code has it."""
    callee = callee_of(node)
    atoms = (*node.args, *(atom for _, atom in node.kwargs), *node.targets)
    is_helper = operation_of(node) is None and isinstance(callee, FunctionType)
    if not is_helper or not any(K.element(kind(atom)) == K.COMPLEX for atom in atoms):
        return False
    return callee.__module__ in (linalg.__name__, matrices.__name__) or _asks(callee, set())


def _asks(helper: Any, seen: set[Any]) -> bool:
    """Whether a helper, or one that it calls, treats complex numbers in a way of their own."""
    if (
        not isinstance(helper, FunctionType)
        or not helper.__module__.startswith("s2sad.runtime")
        or helper in seen
    ):
        return False
    seen.add(helper)
    names = helper.__code__.co_names
    return not _PARTS.isdisjoint(names) or any(_asks(helper.__globals__.get(name), seen) for name in names)
