"""Tuples whose length isn't known before the program runs are lists here: nobody writes to them.

w = tuple t          →          w = list t
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of
from s2sad.ir.rewrite import mapped
from s2sad.loops.state import WITHOUT

_LIST = Ref("list", list)


def without_long_tuples(function: Function, kind: Callable[[Atom], K.Kind]) -> Function:
    """The function with lists in the place of such tuples; those that are returned are refused."""

    def changed(node: Node) -> Node:
        is_made = isinstance(node, Entry) and callee_of(node) is tuple and len(node.args) == 1
        return replace(node, fn=_LIST) if isinstance(node, Entry) and is_made else node

    made = mapped(function.body, changed)
    if made == function.body:
        return function
    if any(kind(atom).name == "tuple" and kind(atom).fields is None for atom in function.body.results):
        raise UnsupportedSyntax(
            "a tuple whose length isn't known before the program runs is returned",
            f"return a list, or {WITHOUT}",
            function.loc,
        )
    return replace(function, body=made)
