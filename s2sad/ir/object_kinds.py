"""The kinds of objects of libraries: of some it counts which class they are of."""

from __future__ import annotations

import sys

import numpy as np

from s2sad.ir import kinds as K

_CLASSES_THAT_COUNT = ("scipy.", "s2sad.runtime.", "numpy.polynomial", "numpy.random")
_MORE_THAT_COUNT = (np.poly1d, np.finfo, np.iinfo, type(sys.float_info))


def object_kind(cls: type) -> K.Kind:
    """The kind of an object; its class counts if it is one of SciPy's or NumPy's, or of this library's own.

    Of sparse matrices it doesn't count in which form they are, but whether they are matrices or arrays.
    """
    if not (cls.__module__ or "").startswith(_CLASSES_THAT_COUNT) and cls not in _MORE_THAT_COUNT:
        return K.OBJECT
    if cls.__module__.startswith("scipy.sparse."):
        cls = next((base for base in cls.__mro__ if base.__name__ in ("spmatrix", "sparray")), cls)
    return K.Kind("object", cls=cls)
