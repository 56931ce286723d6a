"""Tuples that a function makes last, for its caller: what they hold stays several memories within the function.

store u 0 x
saved = tuple_of u data
return y, saved                     u is written, data isn't
"""

from __future__ import annotations

from s2sad.ir.nodes import Entry, Function, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads


def returned_tuples(function: Function) -> dict[Var, Entry]:
    """The tuples that a function returns and doesn't read, and the entries that make them."""
    results = set(function.body.results)
    made = {
        node.targets[0]: node
        for node in function.body.entries
        if isinstance(node, Entry) and operation_of(node) == "tuple_of" and node.targets[0] in results
    }
    if made:
        for node in function.body.entries:
            for var in node_reads(node):
                made.pop(var, None)
    return made
