"""What closures keep: variables that live as long as the function, and those bound when a closure is made.

A closure in Python reads a variable when it is called. Where the variable is assigned anew in each
iteration of a loop, the closure of an iteration binds the value that it sees, as a default: `def g(y, *,
x=x)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from s2sad.ir.nodes import Block, Closure, For, Function, Var, While, blocks_of, inner_vars_of, targets_of
from s2sad.ir.rewrite import walk


@dataclass(frozen=True)
class Captures:
    """`lasting` variables are read at any later time; `bound[target]` are bound when the closure is made."""

    lasting: frozenset[Var] = frozenset()
    bound: dict[Var, tuple[Var, ...]] = field(default_factory=dict)


def find_captures(function: Function) -> Captures:
    if not any(type(node) is Closure for node in walk(function.body)):
        return Captures(frozenset(), {})
    inside: set[Var] = set()
    _in_loops(function.body, False, inside)
    lasting: set[Var] = set()
    bound: dict[Var, tuple[Var, ...]] = {}
    for node in walk(function.body):
        if type(node) is Closure:
            changing = tuple(var for var in node.captures if var in inside and var != node.target)
            if changing:
                bound[node.target] = changing
            lasting.update(var for var in node.captures if var not in changing)
    return Captures(frozenset(lasting), bound)


def _in_loops(block: Block, looping: bool, inside: set[Var]) -> None:
    """Collect the variables that are assigned in loops, be they the function's or a closure's."""
    for node in block.entries:
        if looping:
            inside.update(targets_of(node))
        deeper = looping or type(node) in (For, While)
        if deeper:
            inside.update(inner_vars_of(node))
        for inner in blocks_of(node):
            _in_loops(inner, deeper, inside)
        if type(node) is Closure:
            _in_loops(node.function.body, False, inside)
