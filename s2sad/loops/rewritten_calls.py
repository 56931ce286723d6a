"""Calls of NumPy's functions, in words for which there are loops: where an argument that tells the axes or places is facts.

t = np.fill_diagonal A x           store A (k, k) x, of all k
t = getattr A 'dtype'              np.float64, where other arrays are made by it
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.loops.item_facts import ItemFacts
from s2sad.loops.matrix_stacks import OF_STACKS
from s2sad.loops.rewritten_arrays import OF_ARRAYS
from s2sad.loops.rewritten_places import OF_PLACES
from s2sad.loops.rewritten_products import OF_PRODUCTS
from s2sad.loops.rewritten_shapes import OF_SHAPES
from s2sad.loops.words import Words

_LIMITS = ("max", "min", "eps", "epsneg", "tiny", "smallest_normal", "resolution")
_DTYPES = {
    K.FLOAT: Ref("np.float64", np.float64),
    K.INT: Ref("np.int64", np.int64),
    K.BOOL: Ref("np.bool_", np.bool_),
}


def rewritten(facts: ItemFacts, node: Entry) -> Atom | None:
    """What an entry gives, in other words; None if there are none."""
    callee = callee_of(node)
    if operation_of(node) == "getattr":
        return _attribute(facts, node)
    try:
        write = _WORDS.get(callee)
    except TypeError:  # what has no hash is none of these
        return None
    return write(Words(facts, node)) if write is not None else None


def _attribute(facts: ItemFacts, node: Entry) -> Atom | None:
    """The dtype of an array, where only other arrays are made by it; the ends and the grain of what it can hold."""
    whole, name, *_ = node.args
    if isinstance(whole, Ref) and isinstance(whole.value, np.finfo) and _is_limit(node):
        return Const(float(getattr(whole.value, name.value)))
    kind = facts.kind(whole)
    if name != Const("dtype") or not K.is_array(kind) or K.element(kind) not in _DTYPES:
        return None
    dtype = node.targets[0]
    is_for_arrays = all(_makes_array(read, dtype) for read in facts.reads(dtype))
    return _DTYPES[K.element(kind)] if is_for_arrays else None


def _makes_array(node: Node, dtype: Atom) -> bool:
    """Whether an entry takes a dtype as that of a new array, or asks for its largest number."""
    if not isinstance(node, Entry):
        return False
    callee = callee_of(node)
    is_last = is_one_of(callee, (np.zeros, np.ones, np.empty, np.ndarray, np.full)) and node.args[-1] == dtype
    return is_last or callee is np.finfo or "dtype" in dict(node.kwargs)


def _is_limit(node: Node) -> bool:
    return operation_of(node) == "getattr" and node.args[1].value in _LIMITS


def _limits(words: Words) -> Atom | None:
    dtype = words.node.args[0]
    reads = words.facts.reads(words.node.targets[0])
    if not isinstance(dtype, Ref) or dtype.value not in (np.float64, float) or not all(map(_is_limit, reads)):
        return None
    return Ref("np.finfo(np.float64)", np.finfo(np.float64))


_WORDS: dict[Any, Callable[[Words], Atom | None]] = {
    **OF_PLACES,
    **OF_ARRAYS,
    **OF_PRODUCTS,
    **OF_SHAPES,
    **OF_STACKS,
    np.finfo: _limits,
}
