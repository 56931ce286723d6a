"""In loops whose iterations are free of order, exponentials and logarithms are in plain arithmetic.

for j in range(n):                     for j in range(n):
    y[j] = np.exp(x[j])        →           y[j] = exp(x[j])        with `exp` of `runtime/vector_functions.py`

The machine then does several iterations at once. Elsewhere a function of the C library is faster. These are functions of real
numbers: where a function has complex ones, all its loops stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from s2sad.ir.nodes import Entry, For, Node, Ref
from s2sad.ir.operations import callee_of
from s2sad.ir.rewrite import mapped
from s2sad.runtime.vector_functions import VECTOR_FUNCTIONS

_WRITTEN_OUT = tuple(
    (getattr(library, function.__name__), Ref(function.__name__, function))
    for library in (np, math)
    for function in VECTOR_FUNCTIONS
)


def with_vector_functions(node: For) -> For:
    """The loop, by functions that a machine does several of at once."""

    def entry(each: Node) -> Node:
        if not isinstance(each, Entry):
            return each
        made = vector_function(callee_of(each)) if len(each.args) == 1 and not each.kwargs else None
        return each if made is None else replace(each, fn=made)

    return replace(node, body=mapped(node.body, entry))


def vector_function(callee: Callable | None) -> Ref | None:
    return next((made for called, made in _WRITTEN_OUT if callee is called), None)
