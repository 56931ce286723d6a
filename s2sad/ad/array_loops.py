"""Loops over what holds active values go over its places, so that the adjoint of an item finds its place again.

    for b in z          →      n = len z
        …                      over = range n
                               for i in over
                                   b = getitem z i
                                   …

Lowering reads what varies by index. An array that comes to hold active values later is seen as one that does only here, and so is
a list that held places.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Fact, Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Block, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.rewrite import expanded, walk

_LEN, _RANGE = Ref("len", len), Ref("range", range)


def with_loops_by_index(context: Context, function: Function, params: tuple[Fact, ...]) -> Function:
    """The function, in which no loop takes active items from an array, list or tuple as they come."""
    loops = [node for node in walk(function.body) if isinstance(node, For)]
    if not loops or not (context.arrays or context.in_place):
        return function
    facts = context.known_facts(function, params)
    if not any(is_active(loop, facts) for loop in loops):
        return function
    names = context.names_for(function)

    def by_index(node: Node) -> list[Node]:
        if not isinstance(node, For) or not is_active(node, facts):
            return [node]
        length, over, place = (Var(names.fresh(hint)) for hint in ("n", "t", "i"))
        item = Entry((node.item,), op("getitem"), (node.iterable, place), (), node.loc)
        body = Block((item, *node.body.entries), node.body.results)
        return [
            Entry((length,), _LEN, (node.iterable,), (), node.loc),
            Entry((over,), _RANGE, (length,), (), node.loc),
            replace(node, item=place, iterable=over, body=body),
        ]

    return replace(function, body=expanded(function.body, by_index))


def is_active(loop: For, facts: Facts) -> bool:
    """Whether a loop takes items that vary from what has places for them."""
    kind = facts.kind(loop.iterable)
    return (K.is_array(kind) or kind.name in ("list", "tuple")) and facts.varies(loop.item)
