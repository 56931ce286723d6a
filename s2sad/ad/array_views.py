"""What an entry gives of an array: the same memory under another name, or with its elements in another order.

row = getitem A 0               a view of A, whatever lies where
y = np.reshape A (3, 4)         a view or a copy, of the elements in the order of the rows
y = np.transpose A              a view
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import outcome_of_entry
from s2sad.ir.index_kinds import Index, index_form
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref, Var

_ALWAYS_VIEWS = (
    np.transpose,
    np.ndarray.transpose,
    np.swapaxes,
    np.ndarray.swapaxes,
    np.moveaxis,
)
_RESHAPES = (
    *(
        np.reshape,
        np.ndarray.reshape,
        np.ravel,
        np.ndarray.ravel,
        np.squeeze,
        np.ndarray.squeeze,
        np.expand_dims,
    ),
    *(np.asarray, np.asanyarray, np.ascontiguousarray, np.atleast_1d, np.atleast_2d, np.atleast_3d),
)

_ORDERS = {np.reshape: 2, np.ravel: 1, np.ndarray.ravel: 1}
"""The place of the argument that tells the order of the elements."""
DIAGONALS = (np.diag, np.diagonal, np.ndarray.diagonal)


def base_of(
    node: Entry, name: str | None, kind: Callable[[Atom], K.Kind], is_object: Callable[[Any], bool]
) -> Var | None:
    """The array, one of those that are written in place, that an entry gives a view of; None if it makes a new one."""
    if not isinstance(node.fn, Ref):
        reason = "a function known only at run time returns an array that is written in place"
        raise refusal(node, reason, "write into a copy: `x.copy()`")
    shared = (0,) if name == "getattr" else outcome_of_entry(node, kind).shared
    given = [node.args[i] for i in shared]
    bases = {atom for atom in given if isinstance(atom, Var) and is_object(atom)}
    if not bases:
        return None
    if name == "getitem" and kind(node.args[1]) == K.TEXT:
        reason = "a field of an array with fields is written in place"
        raise refusal(node, reason, "keep an array for each field, in a dict or in an object")
    if len(bases) > 1 or (name == "getitem" and index_form(kind(node.args[1])) is Index.UNKNOWN):
        reason = "a part of an array is written in place, and it isn't known of which array"
        raise refusal(node, reason, "write into a copy: `x.copy()`")
    return bases.pop()


def is_slice(index: K.Kind) -> bool:
    """Whether an index gives a view with axes, whatever the rank."""
    parts = index.fields if index.name == "tuple" and index.fields is not None else (index,)
    return K.SLICE in parts and index_form(index) is Index.BASIC


def is_always_view(node: Entry, name: str | None) -> bool:
    """Whether an entry gives a view wherever the elements lie."""
    if name in ("getitem", "getattr", "dup", "on_adjoint"):
        return True
    return isinstance(node.fn, Ref) and node.fn.value in _ALWAYS_VIEWS


def order_of(node: Entry) -> str | None:
    """The order in which a reshape takes the elements; None of anything else, and if it depends on how they lie in memory."""
    if not isinstance(node.fn, Ref) or node.fn.value not in _RESHAPES:
        return None
    named, place = dict(node.kwargs), _ORDERS.get(node.fn.value, len(node.args))
    given = named.pop("order", node.args[place] if place < len(node.args) else Const("C"))
    known = isinstance(given, Const) and given.value in ("C", "F")
    return given.value if known and not named.keys() - {"axis", "shape", "newshape"} else None


def refusal(node: Node, reason: str, hint: str) -> UnsupportedValue:
    return UnsupportedValue(reason, hint, node.loc)
