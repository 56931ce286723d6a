"""Whether the iterations of an outer loop may run at the same time, in threads.

for i in range(n):                     each i writes rows i of its own,
    for j in range(m):                 and reads nothing that another one writes
        s += x[i, j]
        y_bar[i, j] += c * x[i, j]

Unlike in one thread, what is added to has to lie apart as well; numbers that are added up are summed by Numba.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from s2sad.analysis.lengths import Length, plus, symbol
from s2sad.ir.nodes import Atom, Block, Entry, For, If, Node, Var, While, blocks_of, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in
from s2sad.loops.element_loops import ELEMENTS, Access, ElementLoop, Place, form_of, is_of_numbers, moves

_MAKERS = (np.empty, np.zeros, np.zeros_like, np.empty_like, range)
IsCounted = Callable[[Length], bool]
"""Whether an index is known to be none from the end of an axis."""


def unknown(length: Length) -> bool:
    return False


def may_be_parallel(node: For, places: Callable[[Atom], Place | None], memory: Callable[[Var], Any]) -> bool:
    """Whether no iteration of a loop reads or writes what another one writes, and all that it carries are sums."""
    return any(isinstance(each, For) for each in node.body.entries) and is_apart(
        node, places, memory, ({"read"},)
    )


def is_free_of_order(
    node: For,
    places: Callable[[Atom], Place | None],
    memory: Callable[[Var], Any],
    is_counted: IsCounted = unknown,
) -> bool:
    """Whether the iterations of a loop may run in any order, up to rounding: unlike in threads, all may add to one element."""
    return is_apart(node, places, memory, ({"read"}, {"increase"}), is_counted)


def is_apart(
    node: For,
    places: Callable[[Atom], Place | None],
    memory: Callable[[Var], Any],
    harmless: tuple[set[str], ...],
    is_counted: IsCounted = unknown,
) -> bool:
    """Whether every iteration has the elements of an array to itself, unless all accesses to it are of a harmless form."""
    if node.stops:
        return False
    loop = ElementLoop(node, places, memory)
    if len(loop.sums) != len(node.params) or not all(map(is_plain, nodes_in(node.body))):
        return False
    inside = defined_in(node.body) | {node.item}
    return all(
        {access.form for access in accesses} in harmless
        or each_has_its_own(accesses, node.item, inside, is_counted)
        for accesses in by_memory(node, places, memory).values()
    )


def by_memory(
    node: For, places: Callable[[Atom], Place | None], memory: Callable[[Var], Any]
) -> dict[Any, list[Access]]:
    """The accesses of a loop to arrays that are there before it, by what stands for their memory."""
    made = {
        target for each in nodes_in(node.body) if callee_of(each) in _MAKERS for target in targets_of(each)
    }
    found: dict[Any, list[Access]] = {}
    for access in accesses_in(node.body, places, memory):
        if access.base not in made:
            found.setdefault(access.memory, []).append(access)
    return found


def nodes_in(block: Block) -> Iterator[Node]:
    """The entries of a block and of the loops and branches within it."""
    for node in block.entries:
        yield node
        for inner in blocks_of(node):
            yield from nodes_in(inner)


def is_plain(node: Node) -> bool:
    """Whether an entry computes numbers, reads or writes elements, makes an array; or is a loop or branch."""
    if isinstance(node, (For, If, While)):
        return True
    return operation_of(node) in ELEMENTS or callee_of(node) in _MAKERS or is_of_numbers(node)


def accesses_in(
    block: Block, places: Callable[[Atom], Place | None], memory: Callable[[Var], Any]
) -> Iterator[Access]:
    for number, node in enumerate(nodes_in(block)):
        name = operation_of(node)
        if isinstance(node, Entry) and name in ELEMENTS and isinstance(node.args[0], Var):
            yield Access(number, form_of(str(name)), node.args[0], memory(node.args[0]), places(node.args[1]))


def each_has_its_own(
    accesses: list[Access], item: Var, inside: set[Var], is_counted: IsCounted = unknown
) -> bool:
    """Whether every iteration has elements of an array to itself: no two accesses are of one element but in the same iteration.

    All may read one that none of them writes. `is_counted` tells whether an index is known to be counted from the beginning.
    """
    known = {access.place for access in accesses if access.place is not None}
    written = {access.place for access in accesses if access.form != "read"}
    bases = {access.base for access in accesses}
    if any(access.place is None for access in accesses) or len(bases) > 1 or not bases.isdisjoint(inside):
        return False
    pairs = itertools.combinations_with_replacement(known, 2)
    return len({len(place) for place in known}) == 1 and all(
        are_apart(one, other, item, inside) or are_in_two_rows(one, other, inside, is_counted)
        for one, other in pairs
        if not written.isdisjoint((one, other))
    )


def are_in_two_rows(one: Place, other: Place, inside: set[Var], is_counted: IsCounted) -> bool:
    """Whether places differ by a number, such as `(k, j)` and `(k + 1, j + 2)`, along an axis that no iteration goes along."""
    return any(
        a != b
        and not plus(a, b, -1).terms
        and inside.isdisjoint(name for name, _ in a.terms)
        and is_counted(a)
        and is_counted(b)
        for a, b in zip(one, other)
    )


def are_apart(one: Place, other: Place, item: Var, inside: set[Var]) -> bool:
    """Whether places are never the same in two iterations, by an axis that tells the iteration or, as `(i, j)` and `(j, i)`, by two."""
    if any(a == b and moves(a, item, inside) for a, b in zip(one, other)):
        return True
    return not iterations(one, other, item, inside).isdisjoint(iterations(other, one, item, inside))


def iterations(one: Place, other: Place, item: Var, inside: set[Var]) -> set[Length]:
    """In which iteration one place is where the other one is, as each axis tells that stays the same there."""
    return {
        plus(b, plus(a, symbol(item), -1), -1)
        for a, b in zip(one, other)
        if (item, 1) in a.terms and moves(a, item, inside) and inside.isdisjoint(name for name, _ in b.terms)
    }
