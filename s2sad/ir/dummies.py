"""Values that stand for all of their kind, with which a function is tried.

array[float, 1]     →   np.array([0.25, 0.75])
int                 →   1
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind

DTYPES: dict[Any, Any] = {K.BOOL: np.bool_, K.INT: np.int64, K.FLOAT: np.float64, K.COMPLEX: np.complex128}


class NoDummy(Exception):
    """There is no value that stands for all of its kind."""


@dataclass(frozen=True, slots=True)
class Known:
    """An argument that is known: a literal."""

    value: Any

    def __hash__(self) -> int:
        return hash((type(self.value), repr(self.value)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and hash(self) == hash(other)


def dummy(kind: Kind | Known) -> Any:
    """A value of a kind, or what is known of it. Raises NoDummy if there is none."""
    if isinstance(kind, Known):
        return kind.value
    if kind.name == "array":
        return _array(kind)
    # Of texts an order of elements in memory is the one that most functions take.
    simple = {
        K.TEXT: "C",
        K.BOOL: True,
        K.INT: 1,
        K.FLOAT: 0.5,
        K.COMPLEX: 0.5 + 0j,
        K.NONE: None,
        K.ELLIPSIS: ...,
    }
    if kind in simple:
        return simple[kind]
    if kind == K.SLICE:
        return slice(None)
    if kind.name == "dtype" and kind.item in DTYPES:
        return np.dtype(DTYPES[kind.item])
    if kind.name == "tuple" and kind.fields is not None:
        return tuple(map(dummy, kind.fields))
    if (
        kind.name in ("list", "tuple")
        and kind.item
        and (kind.name == "list" or kind.item not in (K.INT, K.BOOL))
    ):
        made = [dummy(kind.item), dummy(kind.item)]  # an UNKNOWN item has no dummy
        return made if kind.name == "list" else tuple(made)
    if kind.name == "object" and kind.cls is not None:
        return _object(kind.cls)
    raise NoDummy


def _object(cls: type) -> Any:
    """A small object of a class of NumPy's or SciPy's, or of this library's own."""
    make = getattr(cls, "s2sad_dummy", None)
    if make is not None:
        return make()
    if cls is np.random.Generator:
        return np.random.default_rng(0)
    if cls is np.random.RandomState:
        return np.random.RandomState(0)
    if cls in (np.finfo, np.iinfo):
        return cls(float if cls is np.finfo else int)
    if cls is type(sys.float_info):
        return sys.float_info
    if cls.__name__ not in ("spmatrix", "sparray"):
        raise NoDummy
    from scipy import sparse  # which is there, since its class is

    return (sparse.csr_matrix if cls is sparse.spmatrix else sparse.csr_array)(np.eye(2))


def _array(kind: Kind) -> np.ndarray:
    """Two items along each axis: increasing, and positive definite, so that whatever has a value gives one."""
    dtype = DTYPES.get(kind.item)
    if dtype is None or kind.ndim is None:
        raise NoDummy
    if dtype in (np.bool_, np.int64):
        return np.ones((2,) * kind.ndim, dtype) if dtype is np.bool_ else np.zeros((2,) * kind.ndim, dtype)
    if kind.ndim == 0:
        return np.array(0.5, dtype)
    if kind.ndim == 1:
        return np.array([0.25, 0.75], dtype)
    return np.zeros((2,) * kind.ndim, dtype) + np.array([[0.75, 0.25], [0.25, 0.5]], dtype)
