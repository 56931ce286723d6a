"""Which memory an array of the reverse sweep lies in.

b_bar = unbroadcast t b     the memory of t, perhaps
t     = mul u v             its own
s     = unreduce 1.0 …      a view that can't be written to
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from s2sad.ad.sweep import Sweep
from s2sad.analysis.effects import effect_of
from s2sad.ir.all_known import all_known
from s2sad.ir.array_kinds import outcome_of_entry
from s2sad.ir.nodes import Atom, Entry, Node, Ref, Var, targets_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads
from s2sad.runtime.broadcasting import broadcast_like, unbroadcast, unbroadcast_to
from s2sad.runtime.reductions import unreduce

_READ_ONLY = (unreduce, np.broadcast_to, broadcast_like)
_DEPTH = 40


def entry_making(sweep: Sweep, atom: Atom) -> Entry | None:
    """The entry that makes a variable, of either sweep."""
    return sweep.shapes.definitions.get(atom) if isinstance(atom, Var) else None


def memory_of(sweep: Sweep, atom: Atom, depth: int = 0) -> frozenset[Var] | None:
    """The arrays made in this function whose memory an adjoint may lie in; None if it may be another's, or read-only."""
    node = entry_making(sweep, atom)
    if node is None or not isinstance(node.fn, Ref) or depth > _DEPTH or node.fn.value in _READ_ONLY:
        return None
    shared = shared_places(sweep, node)
    if not shared:
        return frozenset((atom,)) if isinstance(atom, Var) else None
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
    node = entry_making(sweep, atom)
    if node is None or not isinstance(node.fn, Ref) or depth > _DEPTH:
        return False
    return any(may_lie_in(sweep, node.args[i], arrays, depth + 1) for i in shared_places(sweep, node))


def take_over(sweep: Sweep, var: Atom, bar: Atom) -> bool:
    """Whether an adjoint that was shared is now that of one variable alone, so that it may be written; it is its own then.

    y_bar, t = dup x_bar 2      y_bar may be written: t is only computed with, and nothing else needs x_bar
    v_bar = mul k t
    """
    source = bar
    made = entry_making(sweep, source)
    while made is not None and operation_of(made) == "dup":
        source = made.args[0]
        made = entry_making(sweep, source)
    if source not in sweep.owned:
        return False
    names = {source}
    for node in sweep.out:
        if names.isdisjoint(node_reads(node)):
            continue
        if operation_of(node) == "dup":
            names.update(targets_of(node))
        elif not _only_computes(sweep, node, names):
            return False
    others = (other for each, other in sweep.bars.items() if each != var)
    if any(may_lie_in(sweep, other, names) for other in others):
        return False
    sweep.accumulated |= names
    return True


def _only_computes(sweep: Sweep, node: Node, names: set[Atom]) -> bool:
    """Whether an entry makes something new of arrays, or adds them to another."""
    if not isinstance(node, Entry) or not isinstance(node.fn, Ref):
        return False
    if not node.targets:
        return operation_of(node) == "iadd" and node.args[0] not in names
    return not shared_places(sweep, node) and effect_of(node) <= Effect.READING


def is_still_made(sweep: Sweep, atom: Atom, made: Entry) -> bool:
    """Whether the entry that makes an adjoint of another one would give it here again: neither was added to since."""
    source = made.args[0]
    if atom in sweep.accumulated or source in sweep.accumulated:
        return False
    if isinstance(source, Var) and sweep.facts.classes.is_written(source):
        return False
    return not is_of_shadow(sweep, source)


def is_of_shadow(sweep: Sweep, atom: Atom) -> bool:
    """Whether an adjoint is a shadow, or lies in the memory of one."""
    made = entry_making(sweep, atom)
    if made is not None and operation_of(made) in ("dup", "getitem"):
        return is_of_shadow(sweep, made.args[0])
    return atom in sweep.shadows.values()
