"""Containers that are only made and written go.

out = list_of
append out t          nothing, where `out` isn't read
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ir.nodes import Block, Entry, Function, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import expanded, uses_of, walk


def without_unread(function: Function) -> Function:
    """The function without containers that are only made and written."""
    while True:
        made = {
            node.targets[0]
            for node in walk(function.body)
            if operation_of(node) in ("list_of", "tuple_of", "dict_of", "getattr")
        }
        read: set[Any] = set(function.body.results)
        for node in walk(function.body):
            read.update(uses_of(node)[2:] if _is_write(node) else uses_of(node))
        unread = made - read
        if not unread:
            return function
        function = replace(function, body=_without(function.body, unread))


def _is_write(node: Node) -> bool:
    return operation_of(node) in ("append", "setitem")


def _without(block: Block, unread: set[Var]) -> Block:
    def kept(node: Node) -> list[Node]:
        if not isinstance(node, Entry):
            return [node]
        makes = bool(node.targets) and node.targets[0] in unread
        return [] if makes or (_is_write(node) and node.args[0] in unread) else [node]

    return expanded(block, kept)
