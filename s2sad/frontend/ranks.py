"""How many axes the array has that is made of a value, where that is known before the program runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Sequence
from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var


def rank_of(lowering: Lowering, value: Any) -> int | None:
    """The rank of what `np.asarray` makes of a value; None if it isn't known."""
    if isinstance(value, Sequence):
        inner = rank_of(lowering, value.items[0]) if value.items else 0
        return None if inner is None else inner + 1
    if isinstance(value, Ref):
        return int(np.ndim(value.value)) if isinstance(value.value, (int, float, list, np.ndarray)) else None
    return rank_of_kind(lowering.kind(value)) if isinstance(value, (Var, Const)) else None


def rank_of_kind(kind: K.Kind) -> int | None:
    if kind.name in ("list", "tuple"):
        inner = None if kind.item is None else rank_of_kind(kind.item)
        return None if inner is None else inner + 1
    if K.is_array(kind):
        return None if kind.may_be_none else kind.ndim
    return 0 if kind in (K.FLOAT, K.INT) else None
