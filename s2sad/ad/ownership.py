"""Which memory an adjoint lies in, so that what is returned is the caller's own, and is copied only if it has to be.

b_bar = unbroadcast t b     the memory of t, perhaps
t     = mul u v             its own
s     = unreduce 1.0 …      a view that can't be written to
"""

from __future__ import annotations

import numpy as np

from s2sad.ad.array_products import COPY
from s2sad.ad.calls import Reverse
from s2sad.ir.array_kinds import outcome_of
from s2sad.ir.nodes import Atom, Entry, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.runtime.broadcasting import broadcast_like, unbroadcast, unbroadcast_to
from s2sad.runtime.reductions import unreduce

_READ_ONLY = (unreduce, np.broadcast_to, broadcast_like)
_DEPTH = 40


def own_arrays(sweep: Reverse, variables: list[Var]) -> list[Atom]:
    """The adjoints of arrays as arrays that nothing else refers to, and that can be written to."""
    handed_out: set[Var] = set()
    found: list[Atom] = []
    for var in variables:
        bar = sweep.take(var)
        bar = sweep.zeros_like(var) if bar is None else bar
        memory = memory_of(sweep, bar)
        if memory is None or memory & handed_out:
            bar = sweep.emit(COPY, (bar,), sweep.bar_hint(var))
        else:
            handed_out |= memory
        found.append(bar)
    return found


def memory_of(sweep: Reverse, atom: Atom, depth: int = 0) -> frozenset[Var] | None:
    """The arrays made in this function whose memory an adjoint may lie in; None if it may be another's, or read-only."""
    node = sweep.shapes.definitions.get(atom) if isinstance(atom, Var) else None  # type: ignore[call-overload]
    if node is None or not isinstance(node.fn, Ref) or depth > _DEPTH or node.fn.value in _READ_ONLY:
        return None
    shared = shared_places(sweep, node)
    if not shared:
        return frozenset((atom,))  # type: ignore[arg-type]
    parts = [memory_of(sweep, node.args[place], depth + 1) for place in shared]
    return None if None in parts else frozenset().union(*parts)  # type: ignore[arg-type]


def shared_places(sweep: Reverse, node: Entry) -> tuple[int, ...]:
    """The places of the arguments that the result of an entry may share memory with."""
    name = operation_of(node)
    if name in ("dup", "getattr", "getitem", "unpack") or node.fn.value in (unbroadcast, unbroadcast_to):  # type: ignore[union-attr]
        return (0,)
    if name in ("tuple_of", "list_of"):
        return tuple(range(len(node.args)))
    args = [(atom, sweep.facts.kind(atom)) for atom in node.args]
    named = [(key, (atom, sweep.facts.kind(atom))) for key, atom in node.kwargs]
    return outcome_of(name, node.fn.value, args, named).shared  # type: ignore[union-attr]
