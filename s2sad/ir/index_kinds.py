"""What an index takes from an array, as far as its kind tells: a view, or copies of items."""

from __future__ import annotations

from enum import Enum

from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind


class Index(Enum):
    """What an index does: it takes one part, an element at most once, elements perhaps several times, or any of these."""

    BASIC = 0
    MASK = 1
    GATHER = 2
    UNKNOWN = 3


def index_form(kind: Kind) -> Index:
    """The form of an index by its kind; of several in a tuple the most general one counts."""
    if kind.name == "tuple" and kind.fields is not None:
        return Index(max((index_form(field).value for field in kind.fields), default=0))
    if kind in (K.INT, K.SLICE, K.NONE, K.ELLIPSIS, K.BOOL):
        return Index.BASIC
    if kind.name in ("array", "list") and K.is_array(kind) and kind.ndim == 0:
        return Index.BASIC
    if kind.name in ("array", "list") and kind.item == K.BOOL:
        return Index.MASK
    return Index.GATHER if kind.name in ("array", "list") and kind.item == K.INT else Index.UNKNOWN


def may_be_view_without_axes(part: Kind, index: Kind) -> bool:
    """Whether what an index takes may be a view without axes, as `a[0, ...]` of a vector; `a[0]` is a number."""
    return part.ndim in (0, None) and K.ELLIPSIS in (index, *(index.fields or ()))
