"""`pop` and `reverse` of lists of numbers are operations: machine code has no methods as values.

t = getattr places 'pop'
k = t                      →      k = take_last places
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Function, Node
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import expanded, walk

_OPERATIONS = {"pop": "take_last", "reverse": "reverse"}


def without_list_methods(function: Function, kind: Callable[[Atom], K.Kind]) -> Function:
    """The function with operations in the place of methods of lists of numbers that are called without arguments."""
    methods: dict[Any, Entry] = {
        node.targets[0]: node
        for node in walk(function.body)
        if isinstance(node, Entry) and _is_method(node, kind)
    }

    def entry(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Entry) or node.fn not in methods or node.args or node.kwargs:
            return (node,)
        method = methods[node.fn]
        name = _OPERATIONS[method.args[1].value]
        targets = node.targets if name == "take_last" else ()
        return (replace(node, targets=targets, fn=op(name), args=method.args[:1]),)

    return replace(function, body=expanded(function.body, entry)) if methods else function


def _is_method(node: Entry, kind: Callable[[Atom], K.Kind]) -> bool:
    if operation_of(node) != "getattr" or not isinstance(node.args[1], Const):
        return False
    of_list = kind(node.args[0])
    return node.args[1].value in _OPERATIONS and of_list.name == "list" and of_list.item in K.NUMBERS
