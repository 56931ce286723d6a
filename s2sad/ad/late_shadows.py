"""Shadows that only the reverse sweep reads are made there, and start with what is added to them first.

for _ in t                              for _ in t
    w = zeros m                             w = zeros m
    w_bar = np.zeros_like w                 …
    …                             →     reverse loop:
reverse loop:                               w_bar = mul k u_bar
    b = mul k u_bar
    iadd w_bar b

An array that is made anew in each iteration has its adjoint anew in each: nothing has to be saved for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from s2sad.ad.contributions import has_rank, makes_array
from s2sad.ad.recompute import is_cheap
from s2sad.ad.sweep import Sweep
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Node, Var, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import node_reads, substitute_node, walk

_LIKE = (np.zeros_like, np.ones_like, np.empty_like)


def with_late_shadows(
    sweep: Sweep, forward: list[Node], reverse: Block, results: Iterable[Atom] = (), outermost: bool = False
) -> tuple[list[Node], Block]:
    """Both sweeps of a block whose forward sweep hands on `results`.

    In the outermost block `zero_init_elimination` finds multiples of the array itself. Loops over elements keep their arrays together:
    what is made between two of them keeps these from being fused, or from sharing a row.
    """
    if not sweep.beside or sweep.of_loops:
        return forward, reverse
    used, stay, late = set(results), [], []
    for node in reversed(forward):
        if isinstance(node, Entry) and _may_be_late(sweep, node) and used.isdisjoint(node.targets):
            late.append(_like_the_first(sweep, node))
        else:
            used.update(node_reads(node))
            stay.append(node)
    if not late:
        return forward, reverse
    entries = [*reversed(late), *reverse.entries]
    new = [node for node in late if callee_of(node) is np.zeros_like]
    for zeros in () if sweep.flat else new:
        entries = _begun_with_first(sweep, entries, zeros, reverse.results, outermost)
    shadows = {zeros.targets[0] for zeros in new}
    entries = _without_last_clears(sweep, entries, shadows, reverse.results)
    return stay[::-1], Block(tuple(entries), reverse.results)


def _may_be_late(sweep: Sweep, node: Entry) -> bool:
    """Whether it makes the shadow of an array, of what is the same in the reverse sweep."""
    if not node.targets or not sweep.beside.issuperset(node.targets) or node.kwargs:
        return False
    if not all(K.is_array(sweep.facts.kind(target)) for target in node.targets):
        return False
    if callee_of(node) is np.zeros_like:
        return True
    if operation_of(node) != "getitem" or not K.is_array(sweep.facts.kind(node.args[0])):
        return False  # the last item of a list is another one later
    return isinstance(node.args[1], Const) or is_cheap(sweep.facts.kind(node.args[1]))


def _like_the_first(sweep: Sweep, node: Entry) -> Entry:
    """Zeros like the array that the array itself was made like: only one of them has to be there."""
    if callee_of(node) is not np.zeros_like:
        return node
    like = sweep.root(node.args[0])
    while True:
        made = sweep.definitions.get(like)
        if made is None or made.kwargs or len(made.args) != 1 or callee_of(made) not in _LIKE:
            return replace(node, args=(like,))
        source = sweep.root(made.args[0])
        if not isinstance(source, Var) or sweep.facts.kind(source) != sweep.facts.kind(like):
            return replace(node, args=(like,))
        like = source


def _begun_with_first(
    sweep: Sweep, entries: list[Node], zeros: Entry, results: tuple[Atom, ...], outermost: bool
) -> list[Node]:
    """The entries with the first amount that is added to zeros in their place, if that is an array of its own."""
    shadow = zeros.targets[0]
    place = next((i for i, node in enumerate(entries) if shadow in node_reads(node)), None)
    first = None if place is None else entries[place]
    if place is None or not isinstance(first, Entry) or first.targets or operation_of(first) != "iadd":
        return entries
    amount = first.args[1]
    maker = next((i for i in range(place) if amount in targets_of(entries[i])), None)
    uses = sum(amount in node_reads(node) for node in entries)
    if maker is None or first.args[0] != shadow or uses > 1 or amount in results:
        return entries
    made = entries[maker]
    if not isinstance(made, Entry) or not _is_start(sweep, made, zeros):
        return entries
    if outermost and all(isinstance(atom, Const) or sweep.root(atom) == zeros.args[0] for atom in made.args):
        return entries
    begun = replace(made, targets=(shadow,), loc=first.loc, note=first.note)
    rest = (*entries[:maker], begun, *entries[maker + 1 :])
    return [node for node in rest if node is not zeros and node is not first]


def _is_start(sweep: Sweep, made: Entry, zeros: Entry) -> bool:
    """Whether an entry makes a new array like a shadow; what is reshaped depends on its order in memory."""
    (amount, *more), like = made.targets, zeros.args[0]
    if more or sweep.objects.reshaped:
        return False
    same = K.element(sweep.facts.kind(amount)) == K.element(sweep.facts.kind(like))
    return same and amount in sweep.unspread and has_rank(sweep, amount) and makes_array(sweep, made)


def _without_last_clears(
    sweep: Sweep, entries: list[Node], shadows: set[Var], results: tuple[Atom, ...]
) -> list[Node]:
    """The entries without zeros that are written where nothing reads the shadow, or a part of it, any more.

    What was copied to outlast them needn't be.
    """
    names: set[Atom] = set(shadows)
    for node in walk(Block(tuple(entries))):
        if isinstance(node, Entry) and not names.isdisjoint(node.args) and not makes_array(sweep, node):
            names.update(node.targets)
    if not names.isdisjoint(results):
        return entries
    later: list[Node] = []
    is_read = False  # by what comes later
    for node in reversed(entries):
        if not is_read and isinstance(node, Entry) and _clears(node, names):
            continue
        if (
            not is_read
            and isinstance(node, Entry)
            and _copies(node, names)
            and node.targets[0] not in results
        ):
            later = [substitute_node(each, {node.targets[0]: node.args[0]}) for each in later]
            is_read = any(node.args[0] in node_reads(each) for each in later)
            continue
        is_read = is_read or not names.isdisjoint(node_reads(node))
        later.append(node)
    return later[::-1]


def _clears(node: Entry, names: set[Atom]) -> bool:
    return operation_of(node) == "store" and node.args[0] in names and node.args[2] == Const(0.0)


def _copies(node: Entry, names: set[Atom]) -> bool:
    return callee_of(node) is np.copy and node.args[0] in names and not node.kwargs
