"""Arrays of zeros for adjoints that the forward sweep makes and saves as they are, are made by the reverse sweep.

for _ in range(steps):                     for _ in range(steps):
    a_bar = np.zeros((n, 3))                   …
    a_bar_saved.append(a_bar)          →   for number in range(…):
for number in range(…):                        a_bar = np.zeros((n, 3))
    a_bar = a_bar_saved.pop()                  …
"""

from __future__ import annotations

import numpy as np

from s2sad.ir.nodes import Atom, Entry, Function, Node, Ref, Var, targets_of
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk
from s2sad.loops.fusion import count_uses
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.needless_stores import each_entry

_ZEROS = Ref("np.zeros", np.zeros)


def with_late_zeros(function: Function, arrays: LocalArrays) -> Function:
    """The function that makes zeros where it reads them, if it knows their shape there."""
    at_top: set[Atom] = {param.var for param in function.params}
    at_top.update(var for node in function.body.entries for var in targets_of(node))
    counts = count_uses(function)
    appended: dict[Var, list[Entry]] = {}
    taken: dict[Var, list[Entry]] = {}
    for node in walk(function.body):
        found = {"append": appended, "take_last": taken}.get(operation_of(node) or "")
        if found is not None and isinstance(node, Entry) and isinstance(node.args[0], Var):
            found.setdefault(node.args[0], []).append(node)
    new: dict[int, Node | None] = {}
    for saved, entries in appended.items():
        reads = taken.get(saved, [])
        if len(entries) != 1 or len(reads) != 1 or counts[saved] != 2:
            continue
        local = arrays.found.get(entries[0].args[1])
        if local is None or not local.has_zeros or counts[local.var] != 1 or not arrays.is_of_floats(local):
            continue
        shape = arrays.lengths_argument(local.maker)
        if shape is None or (isinstance(shape, Var) and shape not in at_top):
            continue
        new[id(entries[0])] = new[id(local.maker)] = None
        new[id(reads[0])] = Entry(reads[0].targets, _ZEROS, (shape,), (), local.maker.loc)
    return each_entry(function, lambda node: new.get(id(node), node)) if new else function
