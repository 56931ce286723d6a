"""What loops carry, and what loops and branches hand out, that is defined whichever way it came.

for i in r with xs = undefined -> last          xs and last may be undefined
if c -> ys
    yield a                                     ys is bound
else
    yield b
"""

from __future__ import annotations

from s2sad.analysis.list_families import flows
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Function, Var
from s2sad.ir.rewrite import walk


def bound_by_regions(function: Function) -> frozenset[Var]:
    """The variables of loops and branches into which nothing undefined flows."""
    flowing = [flow for node in walk(function.body) for flow in flows(node)]
    unbound: set[Atom] = {Const(UNDEFINED)}
    before = 0
    while len(unbound) > before:
        before = len(unbound)
        unbound.update(target for target, sources in flowing if not unbound.isdisjoint(sources))
    return frozenset(target for target, _ in flowing if target not in unbound)
