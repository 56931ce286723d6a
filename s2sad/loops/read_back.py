"""What takes long to compute is read again where it was stored: the reverse sweep then needn't compute it once more.

t = $np.tanh u                  t = $np.tanh u
store h i t             →       store h i t
                                r = getitem h i

The read isn't used by anything; it is there for the reverse sweep to see that it could be done (`ad/recompute.py`).
"""

from __future__ import annotations

import dataclasses

import numpy as np

from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Entry, Function, Node, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import with_blocks

_LONG = ("truediv", "pow")


def with_reads_back(function: Function, names: Names) -> Function:
    """The function that reads back what took long to compute."""

    def block(inner: Block) -> Block:
        long: set[Var] = set()
        entries: list[Node] = []
        for node in inner.entries:
            entries.append(node if isinstance(node, Entry) else with_blocks(node, block))
            if not isinstance(node, Entry):
                continue
            if takes_long(node):
                long.update(node.targets)
            elif operation_of(node) == "store" and node.args[2] in long:
                read = Var(names.fresh("stored"))
                entries.append(Entry((read,), op("getitem"), node.args[:2], (), node.loc))
        return dataclasses.replace(inner, entries=tuple(entries))

    return dataclasses.replace(function, body=block(function.body))


def takes_long(node: Entry) -> bool:
    """Whether an entry calls a function of numbers, or divides."""
    callee = callee_of(node)
    return (
        operation_of(node) in _LONG
        or isinstance(callee, np.ufunc)
        or getattr(callee, "__module__", "") == "math"
    )
