"""How arrays and numbers are told what they hold: the dtype where it isn't float, and zeros."""

from __future__ import annotations

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref

DTYPES: dict[K.Kind, Ref] = {
    K.INT: Ref("np.int64", np.int64),
    K.BOOL: Ref("np.bool_", np.bool_),
    K.COMPLEX: Ref("np.complex128", np.complex128),
}
ZEROS = {K.FLOAT: Const(0.0), K.INT: Const(0), K.BOOL: Const(False), K.COMPLEX: Const(0j)}


def dtype_of(item: K.Kind) -> tuple[tuple[str, Atom], ...]:
    """The argument that tells what an array holds; there is none for floats."""
    return (("dtype", DTYPES[item]),) if item in DTYPES else ()
