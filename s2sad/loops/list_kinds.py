"""Which lists may be arrays by their kinds, and what these are."""

from __future__ import annotations

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Function, targets_of
from s2sad.ir.rewrite import walk
from s2sad.loops.dtypes import ZEROS


def depth_of(kind: K.Kind) -> int | None:
    """How many axes the array has that a list becomes; None for what can't be one."""
    if kind in ZEROS:
        return 0
    if K.is_array(kind):
        return kind.ndim if K.element(kind) in ZEROS else None
    inner = depth_of(kind.item) if kind.name == "list" and kind.item is not None else None
    return None if inner is None else inner + 1


def is_list(kind: K.Kind) -> bool:
    return kind.name == "list"


def array_of(kind: K.Kind) -> K.Kind:
    """The kind of the array that a list of this kind becomes."""
    item = kind
    while item.name == "list" and item.item is not None:
        item = item.item
    return K.array_kind(K.element(item), depth_of(kind))


def holds_lists(function: Function, known: Facts) -> bool:
    """Whether there are lists of what isn't numbers."""
    kinds = [known.kind(var) for node in walk(function.body) for var in targets_of(node)]
    items = [kind.item for kind in kinds if is_list(kind) and kind.item is not None]
    return any(item not in K.NUMBERS and item not in (K.BOTTOM, K.UNKNOWN) for item in items)


def holds_arrays(known: Facts) -> bool:
    """Whether there are lists of arrays, which machine code doesn't have."""
    return any(
        is_list(kind) and kind.item is not None and K.is_array(kind.item) for kind in known.kinds.values()
    )
