"""How lists grow: where items are appended, and of which shape these are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import effect_of
from s2sad.analysis.lengths import Lengths
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    Atom,
    Block,
    Entry,
    For,
    Function,
    If,
    Node,
    Var,
    While,
    blocks_of,
    targets_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import node_reads, walk


@dataclass
class Growth:
    """A list that grows: what it begins with, its items' shape, and the loops that items are appended in.

    It is `counted` where the number of items is known only when the program runs; then `most` are those of the loops.
    """

    var: Var
    item: K.Kind
    shape: Lengths
    is_counted: bool
    loops: dict[int, int] = field(default_factory=dict)


def growths(function: Function, grown: set[Var], facts: Facts, shapes: Shapes) -> dict[Var, Growth]:
    """The lists of which it is known how long they may become, and which shape the items have."""
    found: dict[Var, Growth] = {}
    for var in grown:
        made = _growth(function, var, facts, shapes)
        if made is not None:
            found[var] = made
    return found


def _growth(function: Function, var: Var, facts: Facts, shapes: Shapes) -> Growth | None:
    paths = list(_paths(function.body, ()))
    home = next((path for node, path in paths if isinstance(node, Entry) and node.targets == (var,)), None)
    appends = [(node, path) for node, path in paths if appends_to(node, var)]
    made = next((node for node, _ in paths if isinstance(node, Entry) and node.targets == (var,)), None)
    if home is None or made is None or operation_of(made) != "list_of":
        return None
    if not appends:
        return None
    items = [*made.args, *(node.args[1] for node, _ in appends)]
    shape = _common_shape(items, facts, shapes, _is_stacked(function, var))
    if shape is None or not all(_may_be_kept(node, path, function, facts) for node, path in appends):
        return None
    is_counted = False
    for _, path in appends:
        around = path[len(home) :]
        if path[: len(home)] != home or any(not isinstance(node, (For, If)) for node in around):
            return None
        is_counted |= any(isinstance(node, If) or (isinstance(node, For) and node.stops) for node in around)
    return Growth(var, K.element(facts.kind(var).item or K.FLOAT), shape, is_counted)


def appends_to(node: Node, var: Var) -> bool:
    return isinstance(node, Entry) and operation_of(node) == "append" and node.args[0] == var


def _paths(block: Block, path: tuple[Node, ...]) -> Any:
    for node in block.entries:
        yield node, path
        for inner in blocks_of(node):
            yield from _paths(inner, (*path, node))


def _common_shape(items: list[Atom], facts: Facts, shapes: Shapes, stacked: bool) -> Lengths | None:
    """The shape of all items; of what is `stacked` they have to be the same, though it isn't seen."""
    if all(facts.kind(atom) in K.NUMBERS for atom in items):
        return ()
    found = [shapes.lengths(atom) for atom in items]
    if None in found or len({len(each) for each in found if each is not None}) != 1:
        return None
    return found[0] if stacked or len(set(found)) == 1 else None


def _is_stacked(function: Function, var: Var) -> bool:
    """Whether an array is made of a list."""
    return any(
        isinstance(node, Entry)
        and node.args[:1] == (var,)
        and callee_of(node) in (np.array, np.asarray, np.asanyarray)
        for node in walk(function.body)
    )


def _may_be_kept(append: Any, path: tuple[Node, ...], function: Function, facts: Facts) -> bool:
    """Whether what is appended may be copied: nothing writes to it later, or nothing sees it under its own name."""
    item = append.args[1]
    if not isinstance(item, Var) or not facts.classes.is_written(item):
        return True
    return _is_left_alone(append, item, path, function) or not _is_written_later(
        append, item, path, function, facts
    )


def _is_left_alone(append: Any, item: Var, path: tuple[Node, ...], function: Function) -> bool:
    """Whether an array is new in the block where it is appended, and isn't seen there any more."""
    blocks = blocks_of(path[-1]) if path else (function.body,)
    block = next(each for each in blocks if any(node is append for node in each.entries))
    made = [node for node in block.entries if targets_of(node) == (item,)]
    is_new = bool(made) and callee_of(made[0]) in (np.empty, np.zeros, np.full, np.array)
    after = block.entries[block.entries.index(append) + 1 :]
    return is_new and item not in block.results and not any(item in node_reads(node) for node in after)


def _is_written_later(
    append: Any, item: Var, path: tuple[Node, ...], function: Function, facts: Facts
) -> bool:
    """Whether memory that an array may share with is written after it was appended, or in the same loop."""
    loops = [node for node in path if isinstance(node, (For, While))]
    is_after = False
    for node, around in _paths(function.body, ()):
        is_after |= node is append
        if not isinstance(node, Entry) or not node.args or effect_of(node) < Effect.WRITING or node is append:
            continue
        touched = [atom for atom in node.args if isinstance(atom, Var) and K.may_be_array(facts.kind(atom))]
        if not any(facts.classes.find(atom) is facts.classes.find(item) for atom in touched):
            continue
        if is_after or any(one is other for one in loops for other in around):
            return True
    return False
