"""What stands beside an active value in an operation, where only the running program knows what it is."""

from collections import Counter, defaultdict, deque
from types import MappingProxyType
from typing import Any

import numpy as np

from s2sad.runtime.refusals import RefusedType

_CONTAINERS = (dict, list, tuple, range, str, np.ndarray, MappingProxyType, deque, defaultdict, Counter)
_READ_BY = frozenset(cls.__getitem__ for cls in _CONTAINERS)
_MISSED_BY = frozenset((defaultdict.__missing__, Counter.__missing__, None))


def is_sparse(value: Any) -> bool:
    """Whether it is one of SciPy's sparse matrices or arrays."""
    return hasattr(value, "tocsr") and hasattr(value, "nnz")


def operand(value: Any) -> Any:
    """A value whose operators are those of numbers, arrays or containers; TypeError for any other object."""
    if isinstance(value, (float, int, complex, list, tuple, str, bytes, dict, set, type(None))):
        return value
    cls = type(value)
    if cls.__module__ in ("numpy", "fractions", "decimal") and cls.__name__ != "matrix":
        return value
    raise RefusedType(not_an_operand(value))


def picked(container: Any, key: Any) -> Any:
    """The item of a container by an active key, around which it is constant; TypeError for what computes its items."""
    cls = type(container)
    if cls.__getitem__ in _READ_BY and getattr(cls, "__missing__", None) in _MISSED_BY:
        return container[key]
    reason = f"an active value is used as an index of an object of the class {cls.__name__}, which may compute with it"
    raise RefusedType(f"{reason}: index with stop_gradient(x), or call a function that computes the item")


def settled_key(key: Any) -> Any:
    """A key of a dict, or an index, that came with active values; TypeError if it is a number with a derivative, or holds one."""
    if isinstance(key, tuple):
        for part in key:
            settled_key(part)
    elif isinstance(key, (float, complex, np.inexact, np.ndarray)):
        raise RefusedType("an active value is the key of a dict: use keys that don't depend on it")
    return key


def floats_of(value: Any) -> Any:
    """An array of floats, in at least double precision."""
    return np.asarray(value, dtype=np.result_type(value, float))


def known_number(value: Any) -> bool:
    """Whether it is a number; False in a rule where that isn't known before the program runs."""
    return np.ndim(value) == 0


def dense_beside(value: Any) -> Any:
    """What is added to a sparse matrix where it isn't known before the program runs: a dense one."""
    if np.ndim(value) != 2:
        raise RefusedType(
            "what is added to a sparse matrix has no two axes: write np.asarray(x), or float(x)"
        )
    return value


def factor(value: Any) -> Any:
    """As `operand`, for `@`: the derivative of the product with a sparse matrix is one with its transpose."""
    return value if is_sparse(value) else operand(value)


def not_an_operand(value: Any) -> str:
    """What is wrong with an object beside an active value, and what to do."""
    name = type(value).__name__
    name = f"an {name}" if name[0] in "AEIOUaeiou" else f"a {name}"
    if is_sparse(value):
        return (
            f"{name} that is found only when the program runs stands in an operation with an active value, where only `S @ x`"
            " and `x @ S` are differentiated: write scipy.sparse.csr_matrix(S), or csr_array(S), in its place"
        )
    way = f"take its numbers: {'x.to_numpy()' if hasattr(value, 'to_numpy') else 'np.asarray(x)'}"
    if not hasattr(value, "__array__"):
        way = "call a function or a method of it"
    return f"{name} stands in an operation with an active value, and may take it for what it likes: {way}"
