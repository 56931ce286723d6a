"""Lists that a loop fills, one item in each iteration: they are as long as what it goes through.

xs = list_of
r = range n
for i in r
    y = …                   {xs: (r, y)}
    append xs y
v = np.array xs
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from s2sad.analysis.effects import effect_of
from s2sad.analysis.surroundings import entry_of
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, atoms_of, blocks_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import node_reads, walk


def lists_of_loops(function: Function) -> dict[Atom, tuple[Atom, Atom]]:
    """What each such list goes along, and its item, whichever that is in an iteration."""
    found = dict(filled_in(function.body))
    nodes = list(walk(function.body)) if found else []
    appends = Counter(put.args[0] for put in (entry_of(node, "append") for node in nodes) if put is not None)
    other = {atom for node in nodes for atom in changed_or_kept(node)}
    return {items: each for items, each in found.items() if appends[items] == 1 and items not in other}


def filled_in(block: Block) -> Iterator[tuple[Atom, tuple[Atom, Atom]]]:
    """The new lists of a block to which a loop in it appends, before anything else is done to them."""
    new: set[Atom] = set()
    for node in block.entries:
        used = new.intersection(node_reads(node))
        new -= used
        if isinstance(node, For) and used and not node.stops:
            reads = Counter(atom for inner in walk(node.body) for atom in atoms_of(inner))
            for put in (entry_of(inner, "append") for inner in node.body.entries):
                if put is not None and put.args[0] in used and reads[put.args[0]] == 1:
                    yield put.args[0], (node.iterable, put.args[1])
        elif isinstance(node, Entry) and operation_of(node) == "list_of" and not node.args:
            new.add(node.targets[0])
        for inner in blocks_of(node):
            yield from filled_in(inner)


def changed_or_kept(node: Node) -> Iterable[Atom]:
    """What an entry may make longer or shorter, other than an `append` in a loop does, or give another name."""
    if isinstance(node, For):
        return *node.inits, *node.body.results
    if not isinstance(node, Entry):
        return *atoms_of(node), *(atom for block in blocks_of(node) for atom in block.results)
    name = operation_of(node)
    if name == "append":
        return node.args[1:]
    keeps = effect_of(node) >= Effect.WRITING or operation(node).holds_arguments or name == "getattr"
    return atoms_of(node) if keeps else ()
