"""Empty lists in a list say what their items will be: Numba has no type for a list that is filled under another name.

item = list_of                            item = [0 for _ in range(0)]
append table item                  →      append table item
t = getitem table i                       t = getitem table i
append t j                                append t j
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, walk
from s2sad.loops.builder import RANGE
from s2sad.loops.dtypes import ZEROS
from s2sad.loops.emission import emitted


def with_items_of_empty_lists(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function whose empty lists in lists are made as lists of what is appended to the items of these."""
    definitions = definitions_of(function)
    nodes = [node for node in walk(function.body) if isinstance(node, Entry)]
    appended = [node.args for node in nodes if operation_of(node) == "append"]
    holders = {item: holder for holder, item in appended if _is_empty(definitions.get(item))}
    zeros = {item: _zero(holder, appended, definitions, kind) for item, holder in holders.items()}

    def entry(node: Node) -> list[Node]:
        zero = zeros.get(node.targets[0]) if isinstance(node, Entry) and len(node.targets) == 1 else None
        if zero is None or operation_of(node) != "list_of":
            return [node]
        made: list[Node] = [node]
        none = emitted(made, names, RANGE, Const(0))
        body = Block((Entry((), op("append"), (node.targets[0], zero)),))
        return [*made, For((), Var(names.fresh("_")), none, (), (), body, loc=node.loc)]

    return replace(function, body=expanded(function.body, entry)) if any(zeros.values()) else function


def _zero(
    holder: Atom,
    appended: Sequence[tuple[Atom, ...]],
    definitions: Mapping[Any, Entry],
    kind: Callable[[Atom], K.Kind],
) -> Const | None:
    """A number of the kind that is appended to the items of a list; None if these aren't numbers of one kind."""
    kinds = {kind(item) for target, item in appended if _is_item_of(definitions.get(target), holder)}
    return ZEROS.get(kinds.pop()) if len(kinds) == 1 else None


def _is_empty(node: Entry | None) -> bool:
    return node is not None and operation_of(node) == "list_of" and not node.args


def _is_item_of(node: Entry | None, holder: Atom) -> bool:
    return node is not None and operation_of(node) == "getitem" and node.args[0] == holder
