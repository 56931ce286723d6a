"""Sums of what may be lists or tuples, which the running program tells: these stand one after the other.

z = add x y         x_bar = left_of_sum z_bar x y       the first items of z_bar, or all of it, summed to the shape of x
                    y_bar = right_of_sum z_bar x y
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.ad.contributions import contribute
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Ref
from s2sad.ir.operations import operation_of
from s2sad.runtime.broadcasting import left_of_sum, right_of_sum

_PARTS = (Ref("left_of_sum", left_of_sum), Ref("right_of_sum", right_of_sum))


def may_join(node: Entry, kind: Callable[[Atom], K.Kind]) -> bool:
    """Whether an entry adds two values that may be lists or tuples, of which it isn't known what they make."""
    if operation_of(node) not in ("add", "iadd") or not K.is_opaque(kind(node.targets[0])):
        return False
    return all(K.is_opaque(kind(atom)) or kind(atom).name in ("list", "tuple") for atom in node.args)


def reverse_sum(sweep: Sweep, node: Entry, bar: Atom) -> None:
    args = [sweep.root(atom) for atom in node.args]
    for place, atom in enumerate(args):
        if sweep.is_active(atom):
            kind = sweep.facts.kind(atom)
            part = sweep.emit(_PARTS[place], (bar, *args), sweep.bar_hint(atom), kind, AT_LOCATION)
            contribute(sweep, atom, part)
