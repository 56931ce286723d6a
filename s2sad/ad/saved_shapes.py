"""A loop that would save an array of which the reverse loop reads only the shape saves the shape.

t = np.outer u v            t = np.outer u v
…                     →     s = getattr t "shape"
x = unbroadcast y t         x = unbroadcast_to y s          in the reverse loop
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Block, Const, Entry, Node, Ref, Var, targets_of
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import free_vars, substitute, with_blocks
from s2sad.runtime.broadcasting import unbroadcast, unbroadcast_to

_TO = Ref("unbroadcast_to", unbroadcast_to)
_SHAPE = Const("shape")


def with_shapes_saved(
    forward: list[Node],
    reverse: Block,
    variables: Iterable[Var],
    facts: Facts,
    new: Callable[[str, K.Kind], Var],
) -> tuple[list[Node], Block]:
    """The two halves of a loop's body, in which some of the variables have their shape saved in their place."""
    for var in variables:
        rank = facts.kind(var).ndim if K.is_array(facts.kind(var)) else None
        places = [i for i, node in enumerate(forward) if isinstance(node, Entry) and var in targets_of(node)]
        if not rank or not places:
            continue
        shape = new("shape", K.tuple_kind((K.INT,) * rank))
        changed = _with_shape(reverse, var, shape)
        if var not in free_vars(changed):
            made = Entry((shape,), op("getattr"), (var, _SHAPE))
            forward = [*forward[: places[0] + 1], made, *forward[places[0] + 1 :]]
            reverse = changed
    return forward, reverse


def _with_shape(block: Block, var: Var, shape: Var) -> Block:
    """The block with the shape read in the place of the array, wherever nothing else of that counts."""
    entries: list[Node] = []
    for i, node in enumerate(block.entries):
        if not isinstance(node, Entry):
            node = with_blocks(node, lambda inner: _with_shape(inner, var, shape))
        elif operation_of(node) == "getattr" and node.args == (var, _SHAPE):
            rest = substitute(Block(block.entries[i + 1 :], block.results), {node.targets[0]: shape})
            rest = _with_shape(rest, var, shape)
            return Block((*entries, *rest.entries), rest.results)
        elif isinstance(node.fn, Ref) and node.fn.value is unbroadcast and node.args[1] == var:
            node = replace(node, fn=_TO, args=(node.args[0], shape))
        entries.append(node)
    return Block(tuple(entries), block.results)
