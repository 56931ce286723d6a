"""Elements aren't written that nobody reads, and no zeros where each element gets its number at once.

t_bar = np.zeros(n)                        t_bar = np.empty(n)
for i in range(n):                         for i in range(n):
    t_bar[i] += 2.0 * t[i]         →           t_bar[i] = 2.0 * t[i]
y_bar = t_bar @ W                          y_bar = t_bar @ W
for i in range(n):                         for i in range(n):
    x_bar[i] += t_bar[i]                       x_bar[i] += t_bar[i]
    t_bar[i] = 0.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir.nodes import Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, walk
from s2sad.loops.fusion import count_uses
from s2sad.loops.local_arrays import Local, LocalArrays, is_of_iteration

_EMPTY = {np.zeros: Ref("np.empty", np.empty), np.zeros_like: Ref("np.empty_like", np.empty_like)}


def without_needless_stores(function: Function, arrays: LocalArrays) -> Function:
    """The function whose own arrays are written only where that is needed."""
    new: dict[int, Node | None] = {}
    for local in arrays.found.values():
        is_dead = bool(local.uses) and _is_dead(local, arrays)
        is_filled = bool(local.uses) and local.has_zeros and _is_filled(local, arrays)
        if local.is_cleared and not (is_dead and is_filled):
            continue
        if is_dead:
            new[id(local.uses[-1].node)] = None
        if is_filled:
            first = local.uses[0].node
            assert isinstance(first, Entry)
            new[id(first)] = replace(first, fn=op("store"))
            new[id(local.maker)] = replace(local.maker, fn=_EMPTY[callee_of(local.maker)])
    return each_entry(function, lambda node: new.get(id(node), node)) if new else function


def without_needless_sums(function: Function, facts: Facts) -> Function:
    """The function that adds nothing to a whole array which nobody reads."""
    counts = count_uses(function)
    sums = Counter(node.args[0] for node in walk(function.body) if _adds_to_whole(node))
    needless = {
        var
        for var in definitions_of(function).keys() & sums.keys()
        if sums[var] == counts[var] and set(facts.classes.members(var)) == {var}
    }
    return each_entry(
        function, lambda node: None if _adds_to_whole(node) and node.args[0] in needless else node
    )


def _adds_to_whole(node: Node) -> bool:
    return (
        isinstance(node, Entry)
        and not node.targets
        and bool(operation(node).plain)
        and node.args[0] != node.args[1]
    )


def without_sums_with_zeros(function: Function, arrays: LocalArrays) -> Function:
    """The function where an array of zeros that a product of matrices is added to at first is the product."""
    counts = count_uses(function)
    new: dict[int, Node | None] = {}
    for local in arrays.found.values():
        product = _first_product(local, arrays) if local.has_zeros and local.uses else None
        if product is not None and counts[product.targets[0]] == 1:
            new[id(product)] = replace(product, targets=(local.var,))
            new[id(local.maker)] = new[id(local.uses[0].node)] = None
    return each_entry(function, lambda node: new.get(id(node), node)) if new else function


def _first_product(local: Local, arrays: LocalArrays) -> Entry | None:
    """What computes the product that is added to an array before anything else happens to it, in the block where it is made."""
    first = local.uses[0]
    if first.form != "iadd" or not any(local.maker is node for node in first.block.entries):
        return None
    assert isinstance(first.node, Entry)
    made = arrays.definitions.get(first.node.args[1])
    if (
        made is None
        or operation_of(made) != "matmul"
        or not any(made is node for node in first.block.entries)
    ):
        return None
    ranks = {arrays.facts.kind(var).ndim for var in (local.var, made.targets[0])}
    return made if ranks == {2} else None


def each_entry(function: Function, change: Callable[[Entry], Node | None]) -> Function:
    """The function with what stands for each entry, or without it."""

    def entries(node: Node) -> list[Node]:
        made = change(node) if isinstance(node, Entry) else node
        return [] if made is None else [made]

    return replace(function, body=expanded(function.body, entries))


def _is_dead(local: Local, arrays: LocalArrays) -> bool:
    """Whether the last entry that uses an array writes what nobody reads."""
    last = local.uses[-1]
    loops = local.loops_of(last)
    if last.form != "store" or last.place is None or loops is None:
        return False
    if set(arrays.facts.classes.members(local.var)) != {local.var}:
        return False
    if not loops:
        return True
    near = local.uses_in(loops[0])
    return arrays.goes_through(last.place, loops) and all(is_of_iteration(use, last, loops) for use in near)


def _is_filled(local: Local, arrays: LocalArrays) -> bool:
    """Whether the loops that use an array of zeros first add to each of its elements before anything else."""
    first = local.uses[0]
    loops = local.loops_of(first)
    if first.form != "increase" or first.place is None or not loops:
        return False
    near = local.uses_in(loops[0])
    return arrays.fills(local, first.place, loops) and all(is_of_iteration(use, first, loops) for use in near)
