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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from s2sad.analysis.list_changes import NO_CALLS, Calls, changed, summary_for
from s2sad.analysis.lists_of_loops import filled_in
from s2sad.analysis.surroundings import entry_of
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Var, While, blocks_of
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.ir.rewrite import definitions_of, node_reads

DISPLAYS = ("list_of", "tuple_of")
COPIES = (list, tuple)
_Heads = dict[Atom, Atom]


@dataclass(frozen=True)
class Families:
    """The entries that make the lists of each known family, by the variable that stands for it, to which `heads` lead.

    Of lists that a loop fills, one item in each iteration, the loop is in `filled`; of those to which entries append one after the other
    how many these are, in `rows`. Of functions of the module it is known what their `calls` do. What makes each variable is in `made`:
    an argument counts as made by what unpacks it.
    """

    made: Mapping[Atom, Entry]
    makers: Mapping[Atom, list[Entry]]
    filled: Mapping[Atom, For]
    rows: Mapping[Atom, int]
    heads: _Heads
    calls: Calls

    def of(self, atom: Atom) -> Atom:
        return _head(self.heads, atom)


def families_of(
    function: Function, nodes: list[Node], given: frozenset[Var], calls: Calls = NO_CALLS
) -> Families:
    """The families of lists of a function, whose entries at any depth are `nodes`; parameters that are lists are `given`."""
    made, heads = {**definitions_of(function), **unpacked_first(function, given)}, joined(nodes)
    appends = Counter(put.args[0] for node in nodes if (put := entry_of(node, "append")) is not None)
    filled = filled_by_loops(function, nodes, appends)
    rows = {items: count for items, count in filled_in_a_row(function.body) if count == appends[items] > 0}
    makers: dict[Atom, list[Entry]] = {}
    spoilt = set[Atom]()
    for var, entry in made.items():
        if var in given or makes_list(entry, calls):
            makers.setdefault(_head(heads, var), []).append(entry)
        else:
            spoilt.add(_head(heads, var))
    watched = {
        atom
        for atom in (*made, *heads, *makers)
        if (head := _head(heads, atom)) in makers and head not in spoilt
    }
    if watched:
        gone = (*from_elsewhere(nodes, made), *changed(nodes, watched, {*filled, *rows}, calls))
        spoilt.update(_head(heads, atom) for atom in gone)
    known = {head: each for head, each in makers.items() if head not in spoilt}
    return Families(made, known, filled, rows, heads, calls)


def makes_list(entry: Entry, calls: Calls) -> bool:
    """Whether an entry makes a list or tuple that nothing else has."""
    if operation_of(entry) in DISPLAYS or is_one_of(callee_of(entry), COPIES):
        return True
    summary = summary_for(entry, calls)
    return summary is not None and summary.length is not None


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


def filled_by_loops(function: Function, nodes: list[Node], appends: Mapping[Atom, int]) -> dict[Atom, For]:
    """The loops that fill new lists, to which nothing else appends."""
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
        put = entry_of(node, "append")
        if put is not None:
            yield put


def filled_in_a_row(block: Block) -> Iterator[tuple[Atom, int]]:
    """The new lists of a block to which entries of it append, before anything else is done with them, and how many these are."""
    counts: dict[Atom, int] = {}
    for node in block.entries:
        put = entry_of(node, "append")
        if put is not None and put.args[0] in counts and put.args[1] != put.args[0]:
            counts[put.args[0]] += 1
            continue
        for atom in counts.keys() & node_reads(node).keys():
            yield atom, counts.pop(atom)
        if type(node) is Entry and operation_of(node) == "list_of" and not node.args:
            counts[node.targets[0]] = 0
        for inner in blocks_of(node):
            yield from filled_in_a_row(inner)
    yield from counts.items()
