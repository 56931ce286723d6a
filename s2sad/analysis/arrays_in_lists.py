"""Lists that begin with arrays, with all that comes into them: they may all be of the shape of the first.

xs = list_of a b
setitem xs i v              {xs: (a, b, v, w)}
append xs w
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, For, Function, Node, atoms_of, blocks_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import walk

_WRITES = ("setitem", "append")


def arrays_in_lists(function: Function, kind: Callable[[Atom], K.Kind]) -> dict[Atom, tuple[Atom, ...]]:
    """The lists of arrays that nothing else has a name for, with what is in them at the beginning, and what is put there."""
    nodes = list(walk(function.body))
    found: dict[Atom, list[Atom]] = {
        node.targets[0]: list(node.args)
        for node in nodes
        if isinstance(node, Entry) and is_of_arrays(node, kind)
    }
    for node in nodes if found else ():
        for atom in not_followed(node):
            found.pop(atom, None)
        if not isinstance(node, Entry) or operation_of(node) not in _WRITES or node.args[0] not in found:
            continue
        items, *places, put = node.args
        if K.is_array(kind(put)) and all(kind(place) == K.INT for place in places):
            found[items].append(put)
        else:
            del found[items]
    return {items: tuple(put) for items, put in found.items()}


def is_of_arrays(node: Entry, kind: Callable[[Atom], K.Kind]) -> bool:
    return (
        operation_of(node) == "list_of"
        and bool(node.args)
        and all(K.is_array(kind(atom)) for atom in node.args)
    )


def not_followed(node: Node) -> tuple[Atom, ...]:
    """What an entry reads otherwise than to take an item, to put one there, or to go through all."""
    if isinstance(node, For):
        return *node.inits, *node.body.results
    if isinstance(node, Entry):
        name = operation_of(node)
        is_item = name in _WRITES or name == "getitem" or callee_of(node) is len
        return node.args[1:] if is_item else atoms_of(node)
    return *atoms_of(node), *(atom for block in blocks_of(node) for atom in block.results)
