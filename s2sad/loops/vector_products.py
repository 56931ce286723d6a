"""Vector products are of vectors with three items: of two they are numbers, and machine code has one rank for each array.

c = np.cross a b                   the rank of c isn't known
c = cross_in_space a b             c has as many axes as a and b
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ir.nodes import Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of
from s2sad.ir.rewrite import expanded
from s2sad.runtime.products import cross_in_space

_IN_SPACE = Ref("np.cross", cross_in_space)


def with_products_in_space(function: Function) -> Function:
    """The function whose vector products are of vectors with three items, which is checked where they are computed."""

    def changed(node: Node) -> tuple[Node, ...]:
        if isinstance(node, Entry) and callee_of(node) is np.cross:
            return (replace(node, fn=_IN_SPACE),)
        return (node,)

    return replace(function, body=expanded(function.body, changed))
