"""Kinds that functions of the runtime tell of what they give: by their annotations, where a trial tells too little.

def rearranged(pattern: Pattern, form: str) -> tuple[Pattern, Places]      →       (Pattern, array[int, 1])
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Sequence
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.object_kinds import object_kind

_TELLING = ("s2sad.runtime.sparse_", "s2sad.runtime.interpolants")
_KINDS = {bool: K.BOOL, int: K.INT, float: K.FLOAT, np.ndarray: K.array_kind(K.INT, 1)}


_BY_BLOCKS = frozenset("block_diag bmat hstack kron kronsum tril triu vstack".split())


def annotated_kind(function: Any, kinds: Sequence[Kind]) -> Kind | None:
    """The kind of what a function gives, if its annotation says so, or if it makes a sparse matrix of SciPy's."""
    if not isinstance(function, types.FunctionType):
        return None
    module = function.__module__ or ""
    if module == "scipy.sparse._construct":
        return _of_sparse(function.__name__, kinds)
    if module == "sklearn.utils.validation" and function.__name__ == "check_array":
        of_floats = kinds and K.is_array(kinds[0]) and kinds[0].item == K.FLOAT
        return K.array_kind(K.FLOAT, kinds[0].ndim) if of_floats else None
    if module == "scipy.sparse._extract":
        return next(filter(K.is_of_sparse, kinds), None)
    return _annotated(function) if module.startswith(_TELLING) else None


def _of_sparse(name: str, kinds: Sequence[Kind]) -> Kind | None:
    """A matrix, or what its name says; blocks that are arrays make one."""
    from scipy import sparse  # which is there, since its function is

    held = [part for kind in kinds for part in _parts_of(kind)]
    if name in _BY_BLOCKS and not all(K.is_of_sparse(kind) for kind in held if K.is_opaque(kind)):
        return None
    of_arrays = any(kind.cls is sparse.sparray for kind in held)
    is_array = of_arrays if name in _BY_BLOCKS else name.endswith(("_array", "_sparray"))
    return object_kind(sparse.csr_array if is_array else sparse.csr_matrix)


def _parts_of(kind: Kind) -> list[Kind]:
    """The kinds of what is in lists of lists."""
    if kind.name not in K.CONTAINERS:
        return [kind]
    inner = kind.fields if kind.fields is not None else (kind.item or K.UNKNOWN,)
    return [part for each in inner for part in _parts_of(each)]


@functools.lru_cache(maxsize=256)
def _annotated(function: Any) -> Kind | None:
    return _of_annotation(function.__annotations__.get("return"))


def _of_annotation(annotation: Any) -> Kind | None:
    if typing.get_origin(annotation) is tuple:
        fields = [_of_annotation(part) for part in typing.get_args(annotation)]
        return K.tuple_kind(tuple(K.UNKNOWN if field is None else field for field in fields))
    if annotation in _KINDS:
        return _KINDS[annotation]
    kind = object_kind(annotation) if isinstance(annotation, type) else K.UNKNOWN
    return kind if K.is_instance(kind) else None
