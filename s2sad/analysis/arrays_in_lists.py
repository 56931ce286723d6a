"""Lists that begin with arrays, with all that comes into them: they may all be of the shape of the first.

xs = list_of a b
setitem xs i v              {xs: (a, b, v, w)}
append xs w
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.analysis.plain_lists import plain_lists
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Function
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk

_WRITES = ("setitem", "append")


def arrays_in_lists(function: Function, kind: Callable[[Atom], K.Kind]) -> dict[Atom, tuple[Atom, ...]]:
    """The lists of arrays that nothing else has a name for, with what is in them at the beginning, and what is put there."""
    nodes = [node for node in walk(function.body) if isinstance(node, Entry)]
    made = {node.targets[0]: list(node.args) for node in nodes if is_of_arrays(node, kind)}
    plain = plain_lists(function) if made else frozenset()
    found: dict[Atom, list[Atom]] = {items: put for items, put in made.items() if items in plain}
    for node in nodes if found else ():
        if operation_of(node) not in _WRITES or node.args[0] not in found:
            continue
        items, *places, put = node.args
        if K.is_array(kind(put)) and all(kind(place) == K.INT for place in places):
            found[items].append(put)
        else:
            del found[items]
    return {items: tuple(put) for items, put in found.items()}


def is_of_arrays(node: Entry, kind: Callable[[Atom], K.Kind]) -> bool:
    is_display = operation_of(node) == "list_of" and bool(node.args)
    return is_display and all(K.is_array(kind(atom)) for atom in node.args)
