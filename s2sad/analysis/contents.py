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

_LIKE = (unbroadcast, real_like, numbers_like)
_OF_SHAPES = (np.zeros_like, np.ones_like, np.empty_like, np.shape, np.ndim, np.size, len)
_OF_STRUCTURE = ("shadow_of", "zeros_like")
_ATTRIBUTES = tuple(Const(name) for name in "shape ndim size dtype".split())


def contents_read(node: Node) -> Iterator[Atom]:
    """The variables whose contents an entry reads, and not only their shape."""
    if isinstance(node, Entry) and isinstance(node.fn, Ref):
        if any(node.fn.value is function for function in _LIKE) or operation_of(node) == "adjoint_of":
            yield node.args[0]
            return
        if any(node.fn.value is function for function in _OF_SHAPES) or operation_of(node) in _OF_STRUCTURE:
            return
        if operation_of(node) == "getattr" and node.args[1] in _ATTRIBUTES:
            return
    yield from node_reads(node)
