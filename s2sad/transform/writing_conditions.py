"""Conditions of loops that write to something are part of the body, whose writes are undone one by one.

while step(a) < 1.0:            while True:
    s += a[0]                       t = step(a) < 1.0
                          →         if t: s += a[0]
                                    else: stop

No reverse sweep goes back over what a condition does: mostly it only computes a truth.
"""

from __future__ import annotations

from s2sad.analysis.effects import pure_functions, stays_inside
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Function, If, Module, Node, Var, While
from s2sad.ir.rewrite import expanded, variables_of, walk, with_body


def with_writing_conditions_within(module: Module) -> tuple[Function, ...]:
    """The functions of a module in which no condition of a loop writes to what was made before it."""
    if not any(isinstance(node, While) for function in module.functions for node in walk(function.body)):
        return module.functions
    pure = pure_functions(module)
    return tuple(_within(function, pure) for function in module.functions)


def _within(function: Function, pure: frozenset[str]) -> Function:
    if not any(_writes(node, pure) for node in walk(function.body)):
        return function
    names = Names(var.name for var in variables_of(function))

    def moved(node: Node) -> tuple[Node, ...]:
        return (_endless(node, names),) if isinstance(node, While) and _writes(node, pure) else (node,)

    body = expanded(function.body, moved)
    return with_body(function, body.entries, body.results)


def _writes(node: Node, pure: frozenset[str]) -> bool:
    return isinstance(node, While) and not stays_inside(node.cond, pure)


def _endless(loop: While, names: Names) -> While:
    """The loop that goes on until its condition, asked within, is false."""
    stop = Var(names.fresh("stop"))
    values = (*(Var(names.fresh(target.name)) for target in loop.targets), stop)
    going = loop.body.results if loop.stops else (*loop.body.results, Const(False))
    asked = If(
        values,
        loop.cond.results[0],
        Block(loop.body.entries, going),
        Block((), (*loop.params, Const(True))),
        loop.loc,
    )
    body = Block((*loop.cond.entries, asked), values)
    return While(
        loop.targets, loop.params, loop.inits, Block((), (Const(True),)), body, True, loop.loc, loop.note
    )
