"""The operations that the Wengert list names shortly: `add`, `getitem`, `tuple_of`.

Everything else that an entry calls is named by its path (`math.sin`, `len`).
"""

import operator
from collections.abc import Callable
from typing import Any

from s2sad.ir.nodes import Entry, Node, Ref
from s2sad.runtime import operations as own
from s2sad.runtime import shadow, structure

_BINARY = (
    "add sub mul truediv floordiv mod pow matmul lshift rshift and_ or_ xor "
    "iadd isub imul itruediv ifloordiv imod ipow imatmul ilshift irshift iand ior ixor"
)
_OTHER = "neg pos invert not_ lt le gt ge eq ne is_ is_not getitem setitem delitem"
_OWN = "tuple_of list_of set_of dict_of format_of text_of apply is_in not_in unpack raise_ append store increase add_at reverse conjugate dup check_real comment probe stop_gradient without_gradient on_adjoint"
_STRUCTURE = "zeros_like accumulate strong_product"
_SHADOW = "shadow_of merge merge_at merge_slice adjoint_of take_last inner scaled merge_repeated"

OPERATIONS: dict[str, Callable] = {
    **{name: getattr(operator, name) for name in f"{_BINARY} {_OTHER}".split()},
    **{name: getattr(own, name) for name in _OWN.split()},
    **{name: getattr(structure, name) for name in _STRUCTURE.split()},
    **{name: getattr(shadow, name) for name in _SHADOW.split()},
    "getattr": getattr,
    "setattr": setattr,
    "slice": slice,
}

_NAMES = {function: name for name, function in OPERATIONS.items()}


def op(name: str) -> Ref:
    """The reference to an operation by its short name."""
    return Ref(name, OPERATIONS[name])


def callee_of(node: Node) -> Any:
    """The Python callable that an entry calls, if it is known; else None."""
    return node.fn.value if isinstance(node, Entry) and isinstance(node.fn, Ref) else None


def operation_of(node: Node) -> str | None:
    """The short name of the operation that an entry does, or None."""
    if type(node) is not Entry or type(node.fn) is not Ref:
        return None
    try:
        return _NAMES.get(node.fn.value)
    except TypeError:  # an unhashable callable is none of ours
        return None
