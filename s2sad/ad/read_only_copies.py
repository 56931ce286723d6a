"""Copies of lists that have the shadow of the list: neither is changed, so that what is added to one belongs to the other.

ys = list xs
a = getitem ys 0            xs_bar[0] += a_bar
"""

from __future__ import annotations

from s2sad.ad.sweep import Sweep
from s2sad.ir.nodes import Atom, Var
from s2sad.ir.operations import callee_of, is_one_of


def read_only_copy(sweep: Sweep, var: Atom) -> Var | None:
    """The list or tuple that `var` is a copy of, by `list(xs)` or `tuple(xs)`, if neither changes: one shadow is enough then."""
    made = sweep.definitions.get(var)
    if made is None or not is_one_of(callee_of(made), (list, tuple)) or len(made.args) != 1:
        return None
    source = sweep.root(made.args[0])
    if type(source) is not Var or not sweep.is_active(source) or source in sweep.shadows:
        return None
    if sweep.facts.kind(source).name not in ("list", "tuple") or sweep.facts.kind(source).may_be_none:
        return None
    find = sweep.facts.container_aliases.find
    changed = {find(each) for each in (*sweep.written, *sweep.set_items)}
    return None if find(source) in changed or find(var) in changed else source
