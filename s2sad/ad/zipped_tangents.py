"""A loop over an active container goes over its tangent beside it.

for x in xs                 t = zip xs xs_dot
                      →     for u in t
                                x, x_dot = unpack u
"""

from __future__ import annotations

from s2sad.ad.tangents import Tangents
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, For, Node, Ref, Var
from s2sad.ir.operations import op


def zipped(tangents: Tangents, node: For) -> tuple[Atom, Var, tuple[Node, ...]]:
    """What a loop goes over instead, its item, and the entries that its body begins with."""
    if node.iterable in tangents.zips:
        return zipped_more(tangents, node, tangents.zips[node.iterable])
    dot = tangents.tangent(node.iterable)
    both = tangents.emit(Ref("zip", zip), (node.iterable, dot))
    item = Var(tangents.names.fresh("t"))
    targets = (
        (node.item, tangents.dot(node.item))
        if tangents.is_active(node.item)
        else (node.item, tangents.unused())
    )
    return both, item, (Entry(targets, op("unpack"), (item, Const(2), Const(None))),)


def zipped_more(tangents: Tangents, node: For, args: tuple[Atom, ...]) -> tuple[Atom, Var, tuple[Node, ...]]:
    """A loop over `zip(a, b)` goes over the tangents of those that are active as well."""
    active = [atom for atom in args if tangents.is_active(atom)]
    both = tangents.emit(Ref("zip", zip), (*args, *map(tangents.tangent, active)), K.UNKNOWN)
    item = Var(tangents.names.fresh("t"))
    parts = tuple(tangents.unused() for _ in (*args, *active))
    entries = [
        Entry(parts, op("unpack"), (item, Const(len(parts)), Const(None))),
        Entry((node.item,), op("tuple_of"), parts[: len(args)]),
    ]
    rest, dots = iter(parts[len(args) :]), []
    for atom, part in zip(args, parts):
        if tangents.is_active(atom):
            dots.append(next(rest))
            continue
        dots.append(tangents.unused())  # of what was saved it is a tuple
        entries.append(Entry((dots[-1],), op("zeros_like"), (part,)))
    if tangents.is_active(node.item):
        entries.append(Entry((tangents.dot(node.item),), op("tuple_of"), tuple(dots)))
    return both, item, tuple(entries)
