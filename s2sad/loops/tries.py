"""`try` whose handlers all raise is its body: what machine code raises goes to the caller as it is.

try with t                            t = solve A b
    t = solve A b            →
except LinAlgError
    raise_ error
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.errors import UnsupportedSyntax
from s2sad.ir.nodes import Atom, Block, Closure, Function, Node, Try, Var, With
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import expanded, substitute, walk
from s2sad.loops.state import WITHOUT


def without_tries(function: Function) -> Function:
    """The function without `try` statements whose handlers only raise."""
    same: dict[Var, Atom] = {}

    def entry(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Try) or not all(_raises(handler.block) for handler in node.handlers):
            return (node,)
        given = [same.get(atom, atom) if isinstance(atom, Var) else atom for atom in node.body.results]
        same.update(zip(node.targets, given))
        return node.body.entries

    return replace(function, body=substitute(expanded(function.body, entry), same))


def _raises(block: Block) -> bool:
    return any(operation_of(node) == "raise_" for node in block.entries)


def check_regions(function: Function) -> None:
    """Raises UnsupportedSyntax for what is neither a branch nor a loop."""
    for node in walk(function.body):
        if isinstance(node, Try):
            reason = "something is done after an exception, and machine code catches none"
            raise UnsupportedSyntax(reason, f"ask with `if` for what would raise it; or {WITHOUT}", node.loc)
        if isinstance(node, With):
            raise UnsupportedSyntax("`with` of an object that machine code doesn't have", WITHOUT, node.loc)
        if isinstance(node, Closure):
            raise UnsupportedSyntax("a function that is made when this runs", WITHOUT, node.loc)
