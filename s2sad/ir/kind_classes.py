"""The class of what has a kind, where the kind says which: a number may be one of NumPy's or of Python's."""

from __future__ import annotations

import numpy as np

from s2sad.ir import kinds as K

_CLASSES = {
    "array": np.ndarray,
    "list": list,
    "tuple": tuple,
    "dict": dict,
    "text": str,
    "bytes": bytes,
    "slice": slice,
}


def class_of_kind(kind: K.Kind) -> type | None:
    """The class that values of a kind are of, or of one derived from it; None where they may be of another one.

    An array of unknown rank may be a number, and what may be None is so on some path.
    """
    if kind.may_be_none or kind.cls is not None or (kind.name == "array" and not kind.ndim):
        return None
    return _CLASSES.get(kind.name)
