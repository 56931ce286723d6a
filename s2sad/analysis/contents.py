"""Of which variables an entry reads what they hold, and not only their shape.

t = np.zeros_like u         nothing
n = getattr u 'shape'       nothing
v = mul u w                 u and w
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.shaping import numbers_like, real_like

# By identity: what a program calls may have no hash, or the user's.
_LIKE = frozenset(map(id, (unbroadcast, real_like, numbers_like)))
_OF_SHAPES = frozenset(map(id, (np.zeros_like, np.ones_like, np.empty_like, np.shape, np.ndim, np.size, len)))
_OF_STRUCTURE = ("shadow_of", "zeros_like")
SHAPE_ATTRIBUTES = tuple(Const(name) for name in "shape ndim size dtype".split())


def contents_read(node: Node) -> Iterator[Atom]:
    """The variables whose contents an entry reads, and not only their shape."""
    if type(node) is Entry and type(node.fn) is Ref:
        name, number = operation_of(node), id(node.fn.value)
        if number in _LIKE or name == "adjoint_of":
            yield node.args[0]
            return
        if number in _OF_SHAPES or name in _OF_STRUCTURE:
            return
        if name == "getattr" and node.args[1] in SHAPE_ATTRIBUTES:
            return
    yield from node_reads(node)
