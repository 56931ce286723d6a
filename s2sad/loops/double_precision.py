"""Numbers and arrays that a function makes in single precision are in double precision: machine code has no others.

y = np.zeros n dtype=np.float32        y = np.zeros n dtype=np.float64
s = np.float32 t                       s = np.float64 t
z = astype x np.complex64              z = astype x np.complex128

What asks for a precision (`np.finfo(np.float32)`, `x.dtype == np.float32`) or reads bits (`view`) stays, and is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of, is_one_of
from s2sad.ir.rewrite import expanded

_DOUBLE = {
    np.float32: Ref("np.float64", np.float64),
    np.complex64: Ref("np.complex128", np.complex128),
}
_SINGLE = (*_DOUBLE,)
_BY_SECOND = (
    *(np.zeros, np.ones, np.empty, np.array, np.asarray, np.asanyarray),
    *(np.zeros_like, np.ones_like, np.empty_like, np.ndarray.astype),
)
_BY_THIRD = (np.full, np.full_like)


def with_double_precision(function: Function) -> Function:
    """The function whose numbers and arrays are in double precision where it makes them in single precision."""

    def changed(node: Node) -> tuple[Node, ...]:
        return (_wider(node),) if isinstance(node, Entry) else (node,)

    return replace(function, body=expanded(function.body, changed))


def _wider(node: Entry) -> Entry:
    callee = callee_of(node)
    if is_one_of(callee, _SINGLE):
        return replace(node, fn=_DOUBLE[callee])
    place = 1 if is_one_of(callee, _BY_SECOND) else 2 if is_one_of(callee, _BY_THIRD) else None
    args = tuple(_dtype(atom) if k == place else atom for k, atom in enumerate(node.args))
    kwargs = tuple((name, _dtype(atom) if name == "dtype" else atom) for name, atom in node.kwargs)
    return replace(node, args=args, kwargs=kwargs)


def _dtype(atom: Atom) -> Atom:
    """A dtype of double precision in the place of one of single precision."""
    if not isinstance(atom, (Const, Ref)) or not isinstance(atom.value, (str, type, np.dtype)):
        return atom
    return _DOUBLE.get(_type_of(atom.value), atom)


def _type_of(dtype: Any) -> Any:
    """The type of the numbers that a dtype is of, by whatever name it is called."""
    try:
        return np.dtype(dtype).type
    except TypeError:  # no dtype at all
        return None
