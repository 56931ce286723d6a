"""An array that a function makes and goes through along its columns is stored transposed: its columns are rows in memory.

Q = np.empty((n, m))                          Q = np.empty((m, n))
for k in range(m):                            for k in range(m):
    for j in range(k):                            for j in range(k):
        for i in range(n):            →               for i in range(n):
            s += Q[i, k] * Q[i, j]                        s += Q[k, i] * Q[j, i]

Neighbours in a column lie a row apart: a machine fetches a line of memory for each, and can't load several at once. The order
can be chosen where an array is used element by element only. Adjoints, and what is saved, have the order of the array.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.lengths import Length
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Entry, For, Function, Node, Var, While
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import expanded, with_body
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.local_arrays import Local, LocalArrays, Use

Order = tuple[int, ...]
_DEEPER = 10
"""How many iterations a loop is assumed to have, where accesses are counted."""
_MORE = 2
"""How many times more accesses along another axis make a change worth it."""


def with_axes_in_memory(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose local arrays have the axis last along which its inner loops run."""
    orders = {local.var: order_of(local) for local in arrays.found.values() if may_change(local, arrays)}
    changed = {var: order for var, order in orders.items() if list(order) != sorted(order)}
    return Permuted(changed, arrays, names).function(function) if changed else function


class Permuted:
    """The arrays that get another order of axes; `made` maps each tuple of lengths or indices to its permuted copies, by order."""

    def __init__(self, orders: Mapping[Any, Order], arrays: LocalArrays, names: Names) -> None:
        self.orders = orders
        self.made: dict[Atom, dict[Order, Var]] = {}
        for var, order in orders.items():
            local = arrays.found[var]
            for atom in (local.maker.args[0], *map(index_of, local.uses)):
                by_order = self.made.setdefault(atom, {})
                if order not in by_order:
                    by_order[order] = Var(names.fresh("t"))

    def function(self, function: Function) -> Function:
        return with_body(function, expanded(function.body, self.change).entries)

    def change(self, node: Node) -> Sequence[Node]:
        """An entry with permuted tuples; after an entry that makes a tuple, those that make its permuted copies."""
        if not isinstance(node, Entry) or not node.args:
            return [node]
        if operation_of(node) == "tuple_of":
            return [node, *(each for target in node.targets for each in self.tuples(node, target))]
        if callee_of(node) in (np.empty, np.zeros) and node.targets[0] in self.orders:
            return [replace(node, args=(self.made[node.args[0]][self.orders[node.targets[0]]],))]
        if operation_of(node) in ELEMENTS and node.args[0] in self.orders:
            base, index, *rest = node.args
            return [replace(node, args=(base, self.made[index][self.orders[base]], *rest))]
        return [node]

    def tuples(self, node: Entry, target: Var) -> Iterable[Entry]:
        for order, var in self.made.get(target, {}).items():
            yield replace(node, targets=(var,), args=tuple(node.args[axis] for axis in order))


def index_of(use: Use) -> Atom:
    assert isinstance(use.node, Entry)
    return use.node.args[1]


def may_change(local: Local, arrays: LocalArrays) -> bool:
    """Whether an array has several axes, and is used by elements of known index only."""
    rank = arrays.rank(local)
    return (
        callee_of(local.maker) in (np.empty, np.zeros)
        and rank is not None
        and rank > 1
        and all(use.place is not None and use.form in ELEMENTS for use in local.uses)
    )


def order_of(local: Local) -> Order:
    """The best order of the axes in memory."""
    along: Counter[int] = Counter()
    for use in local.uses:
        axis, often = axis_along(use)
        if axis is not None:
            along[axis] += often
    rank = len(local.uses[0].place or ()) if local.uses else 0
    best = max(range(rank), key=lambda axis: along[axis], default=0)
    axes = list(range(rank))
    if best < rank - 1 and along[best] > _MORE * along[rank - 1]:
        axes.append(axes.pop(best))
    return tuple(axes)


def axis_along(use: Use) -> tuple[int | None, int]:
    """The axis along which the innermost loop runs that changes the index, and how often it does so.

    None where it runs along several, or where the index of another axis is constant: few rows stay in the cache anyway.
    """
    place = use.place or ()
    loops = [node for node in use.path if isinstance(node, (For, While))]
    for depth in range(len(loops), 0, -1):
        loop = loops[depth - 1]
        axes = [k for k, index in enumerate(place) if isinstance(loop, For) and moves(index, loop)]
        if axes:
            is_one = len(axes) == 1 and all(index.terms for index in place)
            return (axes[0] if is_one else None), _DEEPER**depth
    return None, 0


def moves(index: Length, loop: For) -> bool:
    return any(name is loop.item for name, _ in index.terms)
