"""A shadow whose items are all the same number, and are only taken off its end, is that number.

    one = list_of 1.0                       for i in ...
    items_bar = mul one n                       u_bar = mul v 1.0
    for i in ...                    →
        v_bar = take_last items_bar
        u_bar = mul v v_bar

The adjoint of a sum over a list has such a shadow; without it nobody asks how long the list was.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ir.nodes import Atom, Block, Const, Entry, Function
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import substitute, uses_of, walk, with_blocks


def take_numbers(function: Function) -> Function:
    """The function with such numbers in the place of what is taken; the same object if there are none."""
    numbers = _numbers(function)
    if not numbers:
        return function
    taken: dict[Atom, Atom] = {
        node.targets[0]: numbers[node.args[0]]
        for node in walk(function.body)
        if isinstance(node, Entry) and operation_of(node) == "take_last" and node.args[0] in numbers
    }

    def without(block: Block) -> Block:
        nodes = tuple(
            node if isinstance(node, Entry) else with_blocks(node, without)
            for node in block.entries
            if not (isinstance(node, Entry) and taken.keys() & set(node.targets))
        )
        return Block(nodes, block.results)

    return replace(function, body=substitute(without(function.body), taken))


def _numbers(function: Function) -> dict[Atom, Const]:
    """The shadows of which every item is a number that is known, with that number."""
    nodes = list(walk(function.body))
    lists: dict[Atom, Atom] = {
        node.targets[0]: node.args[0]
        for node in nodes
        if operation_of(node) == "list_of" and isinstance(node, Entry) and len(node.args) == 1
    }
    found: dict[Atom, Const] = {}
    for node in nodes if lists else ():
        if operation_of(node) == "mul" and isinstance(node, Entry):
            item = lists.get(node.args[0])
            if isinstance(item, Const):
                found[node.targets[0]] = item
    for node in nodes if found else ():
        if not isinstance(node, Entry) or operation_of(node) != "take_last":
            for atom in uses_of(node):
                found.pop(atom, None)
    for atom in function.body.results:
        found.pop(atom, None)
    return found
