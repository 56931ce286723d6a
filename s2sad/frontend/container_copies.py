"""The arguments that a function writes to as containers or objects: it works on copies, and the caller's stay as they are.

def f(p, q):            p.v is a name of its own, that of q isn't: what is written to p
    p.v = q.v * 2.0     isn't seen in q, though q may be p
"""

from __future__ import annotations

from typing import Any

from s2sad.ir.nodes import Entry, Function, Var
from s2sad.ir.operations import operation_of


def written_arguments(builder: Any, main: Function) -> tuple[Var, ...]:
    """The parameters that are written to, or hold what is."""
    parts = {
        node.targets[0]: node.args[0]
        for node in main.body.entries
        if isinstance(node, Entry) and operation_of(node) == "getitem"
    }
    written = [target for _, _, target in builder.written_at]
    found = [
        *builder.copied_arguments,
        *(var for var, made in builder.opened_tuples.items() if made in written),
    ]
    for i, value in enumerate(found):
        while value in parts:
            value = parts[value]
        found[i] = value
    return tuple(param.var for param in main.params if param.var in found)
