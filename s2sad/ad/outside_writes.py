"""Arrays that live outside of a function, and take up active values there: they are refused.

b = getitem W 0         W is a global
store b 0 x             refused, as `store W … x` is: the next call of the function sees another W
"""

from __future__ import annotations

from collections.abc import Iterator

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.analysis.writes import OF_NAMES, written_by
from s2sad.errors import UnsupportedValue
from s2sad.ir.nodes import Closure, Entry, Function, FunctionRef, Node
from s2sad.ir.rewrite import walk


def check_outside_writes(context: Context, function: Function, facts: Facts) -> None:
    """Raises UnsupportedValue where something active is written into an array outside, by whatever name or view."""
    kept = {id(inner) for node in walk(function.body) for inner in inside_of_constant(node, facts)}
    for node in walk(function.body):
        if id(node) in kept:
            continue
        if not isinstance(node, Entry) or context.is_dynamic(
            node.fn
        ):  # which write nothing, and are given a function
            continue
        first = 0 if isinstance(node.fn, FunctionRef) else 1
        if not facts.varies(*node.args[first:], *(atom for _, atom in node.kwargs)):
            continue
        for atom, as_container in written_by(node, facts, context.summary, context.outside):
            if not as_container and facts.origins(atom) - OF_NAMES:
                reason = "an active value is written into an array that lives outside of the function"
                hint = "make the array in the function, or pass it as an argument"
                raise UnsupportedValue(reason, hint, node.loc)


def inside_of_constant(node: Node, facts: Facts) -> Iterator[Node]:
    """The entries of a function as a value that reads nothing active: what gets active values calls a derivative of it."""
    if isinstance(node, Closure) and not facts.varies(node.target):
        yield from walk(node.function.body)
