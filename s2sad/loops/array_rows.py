"""An array of which each iteration of a loop has one row, and knows no other, is that row.

terms = np.empty((n, m))                   terms = np.empty(m)
for i in range(n):                         for i in range(n):
    for j in range(m):                         for j in range(m):
        terms[i, j] = x[i] * w[j]      →           terms[j] = x[i] * w[j]
    for j in range(m):                         for j in range(m):
        s += np.exp(terms[i, j])                   s += np.exp(terms[j])

(Array contraction: Sarkar & Gao, "Optimization of array accesses by collective loop transformations", 1991.)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.analysis.lengths import symbol
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import expanded
from s2sad.loops.local_arrays import Local, LocalArrays

_EMPTY = Ref("np.empty", np.empty)


def with_rows(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function without the axes of arrays that a loop goes along by itself."""
    new: dict[int, list[Node]] = {}
    for local in arrays.found.values():
        axis = _own_axis(local, arrays)
        given = arrays.lengths_argument(local.maker)
        if axis is None or given is None:
            continue
        lengths = _parts(given, arrays)
        rest = (*lengths[:axis], *lengths[axis + 1 :])
        new[id(local.maker)] = _with_index(replace(local.maker, fn=_EMPTY), 0, rest, names)
        for use in local.uses:
            assert isinstance(use.node, Entry)
            index = _parts(use.node.args[1], arrays)
            new[id(use.node)] = _with_index(use.node, 1, (*index[:axis], *index[axis + 1 :]), names)

    if not new:
        return function
    return replace(function, body=expanded(function.body, lambda node: new.get(id(node), [node])))


def _own_axis(local: Local, arrays: LocalArrays) -> int | None:
    """The axis that a loop goes along, which all that uses an array is in."""
    loops = local.loops_of(local.uses[0]) if local.uses else None
    places = [use.place for use in local.uses]
    if not loops or None in places or local.has_zeros or not arrays.is_range(loops[0]):
        return None
    assert isinstance(loops[0], For)
    if len(local.uses_in(loops[0])) < len(local.uses):
        return None
    rank = len(places[0])  # type: ignore[arg-type]
    item = symbol(loops[0].item)
    axes = (axis for axis in range(rank) if all(place[axis] == item for place in places))  # type: ignore[index]
    return next(axes, None) if rank > 1 else None


def _parts(index: Atom, arrays: LocalArrays) -> tuple[Atom, ...]:
    made = arrays.definitions.get(index) if isinstance(index, Var) else None
    return made.args if made is not None and operation_of(made) == "tuple_of" else (index,)


def _with_index(node: Entry, at: int, parts: tuple[Atom, ...], names: Names) -> list[Node]:
    """An entry whose argument is a tuple of other parts, and what makes it."""
    if len(parts) == 1:
        return [replace(node, args=(*node.args[:at], parts[0], *node.args[at + 1 :]))]
    index = Var(names.fresh("t"))
    made = replace(node, args=(*node.args[:at], index, *node.args[at + 1 :]))
    return [Entry((index,), op("tuple_of"), parts), made]
