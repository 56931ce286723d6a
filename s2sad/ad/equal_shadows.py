"""A shadow whose items are all the same number, and are only taken off its end, is that number.

    t = list_of s_bar                       for i in ...
    items_bar = mul t n                         u_bar = mul v s_bar
    for i in ...                    →
        v_bar = take_last items_bar
        u_bar = mul v v_bar

The adjoint of a sum over a list has such a shadow; without it nobody asks how long the list was.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from s2sad.ir.nodes import Atom, Block, Entry, Function, Node
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import expanded, substitute, targets_of, uses_of, walk


def take_numbers(function: Function) -> Function:
    """The function with such numbers in the place of what is taken; the same object if there are none."""
    body = without_equal_items(function.body)
    return function if body is function.body else replace(function, body=body)


def without_equal_items(block: Block) -> Block:
    """The block with such numbers in the place of what is taken, without these shadows; the same object if there are none."""
    numbers = _numbers(block)
    taken: dict[Atom, Atom] = {
        node.targets[0]: numbers[node.args[0]]
        for node in (walk(block) if numbers else ())
        if isinstance(node, Entry) and operation_of(node) == "take_last" and node.args[0] in numbers
    }
    if not taken:
        return block
    for var in taken:  # the sum of sums
        while taken[var] in taken:
            taken[var] = taken[taken[var]]
    body = substitute(without(block, taken.keys() | numbers.keys()), taken)
    made_of = {
        atom
        for node in walk(block)
        if not numbers.keys().isdisjoint(targets_of(node))
        for atom in uses_of(node)
    }
    return without(body, made_of.difference(*map(uses_of, walk(body)), body.results))


def without(block: Block, variables: Set[Atom]) -> Block:
    """The block without the entries that make these."""

    def kept(node: Node) -> tuple[Node, ...]:
        return () if isinstance(node, Entry) and not variables.isdisjoint(node.targets) else (node,)

    return expanded(block, kept)


def _numbers(block: Block) -> dict[Atom, Atom]:
    """The shadows of which every item is the same, with that item."""
    nodes = list(walk(block))
    lists: dict[Atom, Atom] = {
        node.targets[0]: node.args[0]
        for node in nodes
        if operation_of(node) == "list_of" and isinstance(node, Entry) and len(node.args) == 1
    }
    found: dict[Atom, Atom] = {
        node.targets[0]: lists[node.args[0]]
        for node in (nodes if lists else ())
        if operation_of(node) == "mul" and isinstance(node, Entry) and node.args[0] in lists
    }
    for node in nodes if found else ():
        if not isinstance(node, Entry) or operation_of(node) != "take_last":
            for atom in uses_of(node):
                found.pop(atom, None)
    for atom in block.results:
        found.pop(atom, None)
    return found
