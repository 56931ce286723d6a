"""Adjoints that are returned are the caller's own, and are copied only if they have to be."""

from __future__ import annotations

from s2sad.ad.contributions import COPY, zeros_like
from s2sad.ad.same_memory import memory_of
from s2sad.ad.sweep import Sweep
from s2sad.ir.nodes import Atom, Var


def own_arrays(sweep: Sweep, variables: list[Var]) -> list[Atom]:
    """The adjoints of arrays as arrays that nothing else refers to, and that can be written to."""
    handed_out: set[Atom] = set()
    found: list[Atom] = []
    for var in variables:
        bar = sweep.take(var)
        bar = zeros_like(sweep, var) if bar is None else bar
        memory = frozenset((bar,)) if bar in sweep.owned else memory_of(sweep, bar)
        if memory is None or memory & handed_out:
            bar = sweep.emit(COPY, (bar,), sweep.bar_hint(var))
        else:
            handed_out |= memory
        found.append(bar)
    return found
