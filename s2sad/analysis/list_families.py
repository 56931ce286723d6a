"""Lists and tuples that are one from iteration to iteration: what a loop carries, and what branches hand out.

for j in r with now = state -> last         state, now, next and last are one family,
    next = list_of b a                      made by two entries
    yield next

A family is known if all of its lists are made in sight, and none is written to, kept by something else, or handed to a
function that may do so. Most consist of one list. An argument counts as made where it is unpacked before anything else is
done with it: no other number of items gets further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from s2sad.analysis.effects import effect_of
from s2sad.analysis.lists_of_loops import changed_or_kept, filled_in
from s2sad.ir.nodes import Atom, Closure, Const, Entry, For, Function, If, Node, Var, While, targets_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, is_one_of, items_put, operation_of
from s2sad.ir.rewrite import definitions_of, node_reads, uses_of

DISPLAYS = ("list_of", "tuple_of")
COPIES = (list, tuple)
_NEW_ARRAYS = (
    np.zeros,
    np.ones,
    np.empty,
    np.full,
    np.array,
    np.copy,
    np.zeros_like,
    np.ones_like,
    np.empty_like,
)
_SAME = ("is_", "is_not")
_Heads = dict[Atom, Atom]


@dataclass(frozen=True)
class Families:
    """The entries that make the lists of each known family, by the variable that stands for it, to which `heads` lead.

    Of lists that a loop fills, one item in each iteration, the loop is in `filled`.
    """

    makers: Mapping[Atom, list[Entry]]
    filled: Mapping[Atom, For]
    heads: _Heads

    def of(self, atom: Atom) -> Atom:
        return _head(self.heads, atom)


def families_of(function: Function, nodes: list[Node], given: frozenset[Var]) -> Families:
    """The families of lists of a function, whose entries at any depth are `nodes`; parameters that are lists are `given`."""
    made, heads = {**definitions_of(function), **unpacked_first(function, given)}, joined(nodes)
    filled = filled_by_loops(function, nodes)
    spoilt = {_head(heads, atom) for atom in (*from_elsewhere(nodes, made), *changed(nodes, filled))}
    makers: dict[Atom, list[Entry]] = {}
    for var, entry in made.items():
        head = _head(heads, var)
        if operation_of(entry) in DISPLAYS or is_one_of(callee_of(entry), COPIES) or var in given:
            makers.setdefault(head, []).append(entry)
        else:
            spoilt.add(head)
    return Families({head: each for head, each in makers.items() if head not in spoilt}, filled, heads)


def _head(heads: _Heads, atom: Atom) -> Atom:
    while atom in heads:
        atom = heads[atom]
    return atom


def flows(node: Node) -> Iterator[tuple[Var, tuple[Atom, ...]]]:
    """The variables that a loop carries, or branches hand out, each with all that it may be."""
    if isinstance(node, (For, While)):
        for target, param, init, result in zip(node.targets, node.params, node.inits, node.body.results):
            yield target, (init, result)
            yield param, (init, result)
    elif isinstance(node, If):
        yield from zip(node.targets, zip(node.then.results, node.orelse.results))


def joined(nodes: list[Node]) -> _Heads:
    """To each variable that flows into another one the next on the way to that which stands for them all."""
    heads: _Heads = {}
    for node in nodes:
        for target, sources in flows(node):
            for source in sources:
                own, other = _head(heads, target), _head(heads, source)
                if type(source) is Var and other != own:
                    heads[other] = own
    return heads


def from_elsewhere(nodes: list[Node], made: Mapping[Atom, Entry]) -> Iterator[Var]:
    """What may be something that isn't made in sight: an argument, an item of a list, undefined."""
    flowing = {target for node in nodes for target, _ in flows(node)}
    for node in nodes:
        for target, sources in flows(node):
            if any(source not in made and source not in flowing for source in sources):
                yield target


def unpacked_first(function: Function, given: frozenset[Var]) -> dict[Atom, Entry]:
    """The entries that unpack some of the lists that a function gets, before it does anything else with them."""
    found: dict[Atom, Entry] = {}
    read: set[Var] = set()
    for node in function.body.entries if given else ():
        if type(node) is Entry and operation_of(node) == "unpack" and node.args[2] == Const(None):
            if node.args[0] in given and node.args[0] not in read:
                found[node.args[0]] = node
        read.update(node_reads(node))
    return found


def filled_by_loops(function: Function, nodes: list[Node]) -> dict[Atom, For]:
    """The loops that fill new lists, to which nothing else appends."""
    appends = Counter(
        node.args[0] for node in nodes if type(node) is Entry and operation_of(node) == "append"
    )
    loops = {
        (node.iterable, entry.args[0]): node
        for node in nodes
        if type(node) is For
        for entry in appends_in(node)
    }
    return {
        items: loops[iterable, items]
        for items, (iterable, _) in filled_in(function.body)
        if appends[items] == 1
    }


def appends_in(loop: For) -> Iterator[Entry]:
    """What a loop appends in each iteration."""
    for node in loop.body.entries:
        if type(node) is Entry and operation_of(node) == "append":
            yield node


def changed(nodes: Collection[Node], filled: Mapping[Atom, For]) -> Iterator[Atom]:
    """What is written to, kept by something else, given to what may do so, or compared as the object that it is.

    A list that a loop fills is complete after it.
    """
    stays = writes_by_name(nodes)
    for node in nodes:
        if type(node) is Entry:
            kept = frozenset(items_put(node) if stays else ())
            yield from (atom for atom in changed_or_kept(node) if atom not in kept)
            if operation_of(node) in _SAME:
                yield from node.args
            elif operation_of(node) == "append" and node.args[0] not in filled:
                yield node.args[0]
        elif isinstance(node, While):
            yield from node.cond.results
        elif type(node) is Closure:
            yield from node.captures
        elif not isinstance(node, (For, If)):
            yield from uses_of(node)
            yield from targets_of(node)


def writes_by_name(nodes: Collection[Node]) -> bool:
    """Whether all that is written to is made in sight, and written by its own name: what is kept in a container stays as it is."""
    new = {
        node.targets[0]
        for node in nodes
        if type(node) is Entry and makes_new(node) and len(node.targets) == 1
    }
    entries = [(effect_of(node), node) for node in nodes if type(node) is Entry]
    return not any(type(node) is Closure for node in nodes) and not any(
        effect is Effect.UNKNOWN or (effect is Effect.WRITING and node.args[0] not in new)
        for effect, node in entries
    )


def makes_new(node: Entry) -> bool:
    """Whether an entry makes a list, a dict, or an array that nothing else has."""
    return operation_of(node) in ("list_of", "dict_of") or is_one_of(callee_of(node), _NEW_ARRAYS)
