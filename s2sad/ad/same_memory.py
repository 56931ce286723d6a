"""Which memory an array of the reverse sweep lies in.

b_bar = unbroadcast t b     the memory of t, perhaps
t     = mul u v             its own
s     = unreduce 1.0 …      a view that can't be written to
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from s2sad.ad.sweep import Sweep
from s2sad.ir.all_known import all_known
from s2sad.ir.array_kinds import outcome_of_entry
from s2sad.ir.nodes import Atom, Entry, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.runtime.broadcasting import broadcast_like, unbroadcast, unbroadcast_to
from s2sad.runtime.reductions import unreduce

_READ_ONLY = (unreduce, np.broadcast_to, broadcast_like)
_DEPTH = 40


def memory_of(sweep: Sweep, atom: Atom, depth: int = 0) -> frozenset[Var] | None:
    """The arrays made in this function whose memory an adjoint may lie in; None if it may be another's, or read-only."""
    node = sweep.shapes.definitions.get(atom) if isinstance(atom, Var) else None
    if node is None or not isinstance(node.fn, Ref) or depth > _DEPTH or node.fn.value in _READ_ONLY:
        return None
    shared = shared_places(sweep, node)
    if not shared:
        return frozenset((atom,))  # type: ignore[arg-type]
    parts = all_known(memory_of(sweep, node.args[place], depth + 1) for place in shared)
    return None if parts is None else frozenset().union(*parts)


def shared_places(sweep: Sweep, node: Entry) -> tuple[int, ...]:
    """The places of the arguments that the result of an entry may share memory with."""
    name = operation_of(node)
    if name in ("dup", "getattr", "getitem", "unpack") or node.fn.value in (unbroadcast, unbroadcast_to):
        return (0,)
    if name in ("tuple_of", "list_of"):
        return tuple(range(len(node.args)))
    return outcome_of_entry(node, sweep.facts.kind).shared


def may_lie_in(sweep: Sweep, atom: Atom, arrays: Collection[Atom], depth: int = 0) -> bool:
    """Whether an array may be one of others, or a part of one."""
    if not arrays or atom in arrays:
        return bool(arrays)
    node = sweep.shapes.definitions.get(atom) if isinstance(atom, Var) else None
    if node is None or not isinstance(node.fn, Ref) or depth > _DEPTH:
        return False
    return any(may_lie_in(sweep, node.args[i], arrays, depth + 1) for i in shared_places(sweep, node))
